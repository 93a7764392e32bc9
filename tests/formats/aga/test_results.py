"""The American Go Association's result files, as directors send them."""

from dataclasses import replace

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Ruleset
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats import FORMATS, recognise
from miai.formats.aga.read import read, sniff
from miai.formats.aga.write import players_with_temporary_ids, write
from miai.formats.opengotha.losses import losses
from miai.formats.reading import Reading

FILE = """# sent by the director
TOURNEY Harbour Open, Duluth, MN
\tstart=8/15/2026
\tfinish=8/16/2026
\trules=AGA

PLAYERS
2107\tAho, Leena\t3d
3318\tvan Dyk, Piet\t-3.45
90000\tMoe, Kari\t4.2
17\tXi,\t12k

GAMES 1
2107\t3318\tW\t5\t0
90000\t17\tB\t0\t7

GAMES 2
2107\t90000\tWF\t0\t7
17\t3318\tBF\t2\t3
END
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text.encode())
    return [str(problem) for problem in caught.value.problems]


def again(event: Tournament) -> Tournament:
    return read(write(event)).tournament


def comes_back(event: Tournament) -> bool:
    """Whether a file holds everything; its players stand in the order of the standings."""
    held = read(write(event))
    return losses(event, held) == losses(held.tournament, Reading(tournament=event)) == []


def test_a_file_is_read_section_by_section() -> None:
    reading = read(FILE.encode())
    event = reading.tournament
    assert reading.notes == ()
    assert (event.name, event.place, event.begin, event.end) == (
        "Harbour Open", "Duluth, MN", "2026-08-15", "2026-08-16",
    )  # fmt: skip
    assert [(p.surname, p.first_name, str(p.grade), p.aga_id) for p in event.players] == [
        ("Aho", "Leena", "3d", "2107"),
        ("van Dyk", "Piet", "3k", "3318"),
        ("Moe", "Kari", "4d", ""),
        ("Xi", "", "12k", "17"),
    ]
    assert event.settings.rounds == 2
    assert [[board.result for board in drawn.boards] for drawn in event.rounds] == [
        [Result.WHITE_WINS, Result.BLACK_WINS],
        [Result.WHITE_WINS_BY_DEFAULT, Result.BLACK_WINS_BY_DEFAULT],
    ]


def test_a_rating_stays_on_its_own_scale_and_gives_the_grade() -> None:
    players = read(FILE.encode()).tournament.players
    assert [player.aga_rating for player in players] == [None, -3.45, 4.2, None]
    assert all(player.rating is None for player in players)


def test_the_komi_of_most_even_games_is_the_tournaments_and_others_stay_with_their_board() -> None:
    event = read(FILE.encode()).tournament
    assert event.settings.komi == 7
    assert [board.komi for drawn in event.rounds for board in drawn.boards] == [None, None, None, 3]


def test_a_file_that_was_read_is_written_and_read_again_the_same() -> None:
    event = read(FILE.encode()).tournament
    assert comes_back(event)
    assert dict(event.extras) == {"aga:comments": "sent by the director"}


def test_other_rules_and_details_are_kept() -> None:
    event = read(FILE.replace("rules=AGA", "rules=Tibetan\n\tsponsor=The Bakery").encode()).tournament
    assert dict(event.extras) | {"aga:comments": ""} == {
        "aga:comments": "", "aga:rules": "Tibetan", "aga:sponsor": "The Bakery",
    }  # fmt: skip
    assert comes_back(event)
    chosen = replace(event, settings=replace(event.settings, ruleset=Ruleset.ING))
    assert again(chosen).settings.ruleset is Ruleset.ING
    without = read(FILE.replace("\trules=AGA\n", "").encode()).tournament
    assert without == read(FILE.encode()).tournament


@pytest.mark.parametrize(
    ("printed", "ruleset"),
    [
        ("AGA", Ruleset.AGA), ("Japanese", Ruleset.JAPANESE), ("CHINESE", Ruleset.CHINESE),
        ("ing", Ruleset.ING), ("NZ", Ruleset.NEW_ZEALAND), ("New Zealand", Ruleset.NEW_ZEALAND),
    ],
)  # fmt: skip
def test_the_rules_of_play_are_read_and_written(printed: str, ruleset: Ruleset) -> None:
    event = read(FILE.replace("rules=AGA", f"rules={printed}").encode()).tournament
    assert event.settings.ruleset is ruleset
    assert comes_back(event)


def test_a_result_file_of_the_aga_holds_no_country_and_not_that_it_is_on_the_internet() -> None:
    event = read(FILE.encode()).tournament
    changed = replace(event, country="US", settings=replace(event.settings, internet=True))
    assert [str(each) for each in losses(changed, read(write(changed)))] == [
        "Country of the event 'US'",
        "Played on the internet: yes (becomes no)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        FILE.replace("\t", "   "),
        FILE.replace("\n", "\r\n"),
        FILE.replace("PLAYERS", "Players").replace("GAMES", "Games"),
        FILE.replace("GAMES 1", "GAMES").replace("GAMES 2", "GAMES"),
        FILE.replace("\n\n", "\n# a comment\n\n", 1).replace("# a comment\n", ""),
        FILE.replace("2107\t90000\tWF", "USA2107\t90000\twf"),
        FILE.replace("\n\tstart=8/15/2026\n\tfinish", " start=2026-08-15, finish"),
        FILE + "whatever follows END\n",
    ],
    ids=["blanks", "CRLF", "case", "no numbers", "comments", "countries in ids", "one line", "after END"],
)
def test_the_same_file_in_other_shapes(text: str) -> None:
    assert read(text.encode()).tournament == read(FILE.encode()).tournament


def test_a_missing_end_is_noted() -> None:
    reading = read(FILE.removesuffix("END\n").encode())
    assert reading.tournament == read(FILE.encode()).tournament
    assert "END is missing" in str(reading.notes[0])


def test_one_section_with_all_games_is_spread_over_rounds() -> None:
    text = FILE.replace("GAMES 2\n", "").replace("GAMES 1", "GAMES")
    reading = read(text.encode())
    assert reading.tournament.rounds == read(FILE.encode()).tournament.rounds
    assert "spread over 2 rounds" in str(reading.notes[0])


def test_games_that_the_aga_does_not_rate_are_noted() -> None:
    text = FILE.replace("W\t5\t0", "W\t11\t0").replace("B\t0\t7", "B\t0\t8")
    assert [str(note) for note in read(text.encode()).notes] == [
        "line 14: 11 stones are more than 9: this game is not rated",
        "line 15: a komi of 8 is more than 7: this game is not rated",
    ]


def test_half_points_of_komi_are_cut_and_noted() -> None:
    reading = read(FILE.replace("B\t0\t7", "B\t0\t7.5").encode())
    assert [str(note) for note in reading.notes] == ["line 15: komi 7.5 is read as 7"]


def test_a_game_without_a_result_is_kept_and_noted() -> None:
    reading = read(FILE.replace("B\t0\t7", "?\t0\t7").encode())
    assert [board.result for board in reading.tournament.round(1).boards] == [
        Result.WHITE_WINS,
        Result.UNKNOWN,
    ]
    assert [str(note) for note in reading.notes] == ["1 game has no result: it is kept, but cannot be rated"]
    # Who leads the standings without that result comes first.
    assert losses(reading.tournament, read(write(reading.tournament))) == []


def test_opengotha_writes_such_files_in_its_own_encoding() -> None:
    data = FILE.replace("Leena", "Žofia").encode("iso-8859-15")
    reading = read(data)
    assert reading.tournament.players[0].first_name == "Žofia"
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("change", "to", "complaint"),
    [
        ("3d\n", "thirty\n", "line 8: not a player's id, name and rank"),
        ("12k", "53k", "line 11: '53k' is not a grade"),
        ("17\tXi", "2107\tXi", "line 11: the id 2107 belongs to two players"),
        ("90000\t17", "90000\t18", "line 15: there is no player 18"),
        ("\tWF\t", "\tX\t", "line 18: result 'X' is none of W, B, WF, BF and ?"),
        ("W\t5\t0", "W\tfive\t0", "line 14: handicap 'five' cannot be read"),
        ("W\t5\t0", "W\t-5\t0", "line 14: handicap '-5' cannot be read"),
        ("W\t5\t0", "W\t5\tnan", "line 14: komi 'nan' cannot be read"),
        ("2107\t3318\tW\t5\t0", "2107", "line 14: not a game's white, black, result, handicap and komi"),
        ("GAMES 2", "GAMES 1", "line 17: the games of round 1 appear twice"),
        ("GAMES 2", "GAMES 0", "line 17: rounds are numbered from 1 to 999"),
        ("2107\t90000\tWF", "3318\t17\tWF", "round 2: van Dyk Piet is paired twice"),
    ],
)
def test_faults_say_what_and_where(change: str, to: str, complaint: str) -> None:
    assert change in FILE
    assert complaint in complaints(FILE.replace(change, to, 1))


def test_all_faults_are_told_at_once() -> None:
    text = FILE.replace("\tW\t", "\tX\t").replace("90000\t17", "90000\t18")
    assert len(complaints(text)) == 2


def test_a_file_without_players_is_refused() -> None:
    assert complaints("TOURNEY Nothing\nPLAYERS\nEND\n") == ["no player in the file"]


def test_it_is_not_taken_for_a_result_table_nor_a_result_table_for_it() -> None:
    table = FORMATS["h9"].write(crosstable("A+B C+D"))
    assert recognise(FILE.encode()) is FORMATS["aga"]
    assert recognise(table) is FORMATS["h9"]
    assert not sniff(table.decode())
    assert not sniff("Tourney of the town\n1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1-\n")
    assert recognise(FILE.replace("Harbour Open", "3+ Open of 2- 4= stars").encode()) is FORMATS["aga"]


def player_lines(event: Tournament) -> list[list[str]]:
    part = write(event).decode("iso-8859-15").partition("PLAYERS\n")[2].partition("GAMES")[0]
    return [line.split("\t") for line in part.splitlines() if line]


def test_players_without_an_id_get_temporary_ones_from_99999_downwards_that_nobody_has() -> None:
    event = with_player(crosstable("A+B C+D"), "C", aga_id="99998")
    assert [line[0] for line in player_lines(event)] == ["99999", "99998", "99997", "99996"]
    assert [player.id for player in players_with_temporary_ids(event)] == ["A", "B", "D"]


def test_a_temporary_id_comes_with_what_identifies_the_person() -> None:
    event = with_player(crosstable("A+B"), "A", state="MN", city="Duluth", club="Twin #1")
    event = with_player(event, "B", state="MN", aga_id="17")
    assert player_lines(event) == [
        ["99999", "A, ", "1d", "# Duluth, MN, Twin 1"],
        ["17", "B, ", "1d"],
    ]
    noted = replace(event, extras=(("aga:comments", "windy"),))
    assert not [each for each in losses(noted, read(write(noted))) if "aga:comments" in str(each)]


def test_players_stand_in_the_order_of_the_standings_without_those_who_never_played() -> None:
    event = with_player(crosstable("A-B C-D E- | B+D A+C E-"), "A", registration=Registration.PRELIMINARY)
    assert [line[1] for line in player_lines(event)] == ["B, ", "A, ", "D, ", "C, "]
    assert "1 player without a game or a bye is not in the file: E" in [
        str(each) for each in losses(event, read(write(event)))
    ]


def test_a_file_is_in_western_letters_and_others_are_transliterated() -> None:
    event = with_player(crosstable("A+B"), "A", surname="Mäkelä", first_name="Žofia")
    event = with_player(event, "B", surname="Żuraw", first_name="Пётр")
    assert b"M\xe4kel\xe4, \xb4ofia" in write(event)
    assert [line[1] for line in player_lines(event)] == ["Mäkelä, Žofia", "Zuraw, Petr"]


def test_an_id_that_two_players_claim_stays_with_the_first() -> None:
    event = with_player(with_player(crosstable("A+B"), "A", aga_id="5"), "B", aga_id="5")
    assert [player.aga_id for player in again(event).players] == ["5", ""]
    assert "AGA id (B)" in [str(lost) for lost in losses(event, read(write(event)))]


def test_a_game_without_a_winner_is_written_as_a_pairing_and_listed_as_lost() -> None:
    event = crosstable("A+B C=D E?F GxH I+ | A+B! C-D/3 A-")
    assert write(event).decode().count("\t?\t0\t6") == 3
    held = read(write(event))
    assert [len(drawn.boards) for drawn in held.tournament.rounds] == [4, 2]
    lost = [str(each) for each in losses(event, held)]
    assert lost[0] == "the bye of I in round 1 is lost"
    assert "Result (C – D in round 1 and G – H in round 1)" in lost


def test_komi_is_written_in_whole_points_and_handicap_games_have_none() -> None:
    event = crosstable("A+B C-D/3 E+F/1", komi=7.5)
    games = [line.split("\t")[2:] for line in write(event).decode().splitlines() if line.count("\t") == 4]
    assert games == [["W", "0", "7"], ["B", "3", "0"], ["W", "0", "0"]]
    lost = [str(each) for each in losses(event, read(write(event)))]
    assert "Komi: 7.5 (becomes 7)" in lost


def test_who_plays_at_another_grade_than_the_ratings_declares_it() -> None:
    event = with_player(crosstable("A+B"), "A", aga_rating=3.25, grade=Grade.parse("3d"))
    event = with_player(event, "B", aga_rating=-2.5, grade=Grade.parse("1d"))
    lines = write(event).decode().splitlines()
    assert [line.split("\t")[2] for line in lines if line.count("\t") == 2] == ["3.25", "1d"]


def test_professional_grades_become_the_dan_grades_they_rank_as() -> None:
    event = with_player(crosstable("A+B"), "A", grade=Grade.parse("5p"))
    assert str(again(event).players[0].grade) == "8d"


def test_names_cannot_break_the_file() -> None:
    event = with_player(crosstable("A+B"), "A", surname="Aho\t#1, Jr", first_name="Leena\nMaria")
    event = replace(event, name="Cup # 3 = the third", place="Oslo")
    once = again(event)
    assert (once.name, once.place) == ("Cup 3 the third", "Oslo")
    assert once.players[0].name == "Aho 1 Jr Leena Maria"
    assert again(once) == once
