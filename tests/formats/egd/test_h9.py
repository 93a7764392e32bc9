"""Result tables in all the shapes that programs give them."""

from dataclasses import replace
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.points import quarters
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Clock, Overtime, adjusted_minutes
from miai.domain.settings.egf_class import class_of
from miai.domain.settings.event_settings import Ruleset
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.formats.egd.read import read, read_leniently
from miai.formats.egd.write import write
from miai.formats.opengotha.losses import losses

TABLE = """; CL[A]
; EV[Autumn Cup]
; PC[FI, Tampere]
; DT[2026-10-03,2026-10-04]
; HA[h2]
; KM[6.5]
; TM[75]
; CM[windy]
; Pl Name            Gr Co Club  MMS  W SOS
1 Aho Leena 2d FI Tam 32 2 62 3+/w 2+/b 0+ |12345678
2 van_Dyk Piet 1d NL Ams 31.5 1 63 4=/w 1-/w 3+/b2
3 Moe Kari 11 NO Osl 30 1 62.5 1-/b 0+ 2-/w2
4 Xi 3k CN -- 29.5 0 31.5 2=/b 0- 0-
"""


def complaints(text: str | bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text if isinstance(text, bytes) else text.encode())
    return [str(problem) for problem in caught.value.problems]


def test_a_table_is_read_with_its_headers() -> None:
    event = read(TABLE.encode()).tournament
    assert (event.name, event.country, event.place, event.begin, event.end) == (
        "Autumn Cup", "FI", "Tampere", "2026-10-03", "2026-10-04",
    )  # fmt: skip
    assert [(p.surname, p.first_name, str(p.grade), p.club) for p in event.players] == [
        ("Aho", "Leena", "2d", "Tam"),
        ("van Dyk", "Piet", "1d", "Ams"),
        ("Moe", "Kari", "11k", "Osl"),
        ("Xi", "", "3k", ""),
    ]
    assert event.players[0].egf_pin == "12345678"
    assert event.settings.handicapping.correction == 2
    assert event.round(1).boards[1].result is Result.JIGO
    board = event.round(3).boards[0]
    assert (event.player(board.white).surname, board.handicap) == ("Moe", 2)
    assert [bye.player for bye in event.round(2).byes] == ["p3"]


def test_starting_scores_are_what_the_printed_score_has_beyond_the_points_won() -> None:
    event = read(TABLE.encode()).tournament
    assert [player.start for player in event.players] == [
        quarters(29), quarters(30), quarters(29), quarters(29),
    ]  # fmt: skip
    rows = standings(event, criteria=["mms"]).rows
    assert [row.values["mms"] for row in rows] == [32, 31.5, 30, 29.5]


@pytest.mark.parametrize(
    "text",
    [
        "1 A B 1d FI Tam 1 2+\n2 C D 1d FI Tam 0 1-",
        "1\tA B\t1d\tFI\tTam\t1\t2+\n2\tC D\t1d\tFI\tTam\t0\t1-",
        "1. A B 1 dan FI Tam 2+ 1\n  C D 1 d FI Tam 1- 0",
        "1 A B 1d FI Tam 1 2+/w0 |\n2 C D 1d FI Tam 0 1-/b0 |",
        "1 A B 1d FI 1 2+\n2 C D 1d FI 0 1-",
        "  A B 1d FI Tam 1 2+\n  C D 1d FI Tam 0 1-",
        "1 A B 1d FI Tam 1 2+\n1 C D 1d FI Tam 0 1-",
    ],
    ids=[
        "plain",
        "tabs",
        "results first and a blank place",
        "empty pin",
        "no club",
        "no places",
        "tied places",
    ],
)
def test_the_same_table_in_other_shapes(text: str) -> None:
    event = read(text.encode()).tournament
    assert [(p.surname, p.first_name, str(p.grade)) for p in event.players] == [
        ("A", "B", "1d"),
        ("C", "D", "1d"),
    ]
    assert event.round(1).boards[0].result is Result.WHITE_WINS
    assert event.settings.system == "swiss"


@pytest.mark.parametrize("half", ["1.5", "1?", "1=", "1½", "1,5"])
def test_half_points_in_every_spelling(half: str) -> None:
    text = f"1 A B 1d FI Tam {half} 2+ 2= \n2 C D 1d FI Tam 0.5 1- 1="
    event = read(text.encode()).tournament
    assert event.settings.system == "swiss"
    assert [row.values["nbw"] for row in standings(event).rows] == [1.5, 0.5]


def test_doubled_scores_are_halved() -> None:
    text = "1 A B 1d FI T 24 2 2+\n2 C D 1d FI T 20 0 1-"
    event = read(text.encode()).tournament
    assert [row.values["mms"] for row in standings(event, criteria=["mms"]).rows] == [12, 10]


def test_unplayed_rounds_need_no_number() -> None:
    text = "1 A B 1d FI T 1 2+ - 0-\n2 C D 1d FI T 0 1- 3- ?\n3 E F 1d FI T 0 - 2+ -"
    event = read(text.encode()).tournament
    assert [sorted(player.absent_rounds) for player in event.players] == [[2, 3], [3], [1, 3]]
    assert event.round(3).boards == ()


def test_where_absence_is_worth_half_a_point_others_were_there_but_unpaired() -> None:
    text = "1 A B 1d FI T 2 2+ 3+\n2 C D 1d FI T 0.5 1- 0=\n3 E F 1d FI T 0 0- 1-"
    event = read(text.encode()).tournament
    assert [sorted(player.absent_rounds) for player in event.players] == [[], [2], []]
    assert [row.values["nbw"] for row in standings(event).rows] == [2, 0.5, 0]


def test_results_by_default_are_kept_apart() -> None:
    text = "1 A B 1d FI T 1 2+!w\n2 C D 1d FI T 0 1-!b"
    event = read(text.encode()).tournament
    assert event.round(1).boards[0].result is Result.WHITE_WINS_BY_DEFAULT
    assert b"2+!w" in write(event)


def test_a_line_without_a_club_is_told_from_the_others() -> None:
    text = "1 A B 1d FI Tam 1 2+ 3+\n2 C D 1d FI 0 1- 0+\n3 E F 2k FI Oul 0 0+ 1-"
    assert [player.club for player in read(text.encode()).tournament.players] == ["Tam", "", "Oul"]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("1 A B 4q FI T 1 2+\n2 C D 1d FI T 0 1-", "line 1: grade '4q' is not a grade"),
        ("1 A B 55k FI T 1 2+\n2 C D 1d FI T 0 1-", "line 1: grade '55k' is not a grade"),
        ("1 A B\n2 C D 1d FI T 0 1-", "line 1: no grade in this line"),
        (
            "1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1+",
            "line 1: round 1: '+' for A B contradicts '+' for C D (line 2)",
        ),
        ("1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1=", "contradicts '=' for C D (line 2)"),
        ("1 A B 1d FI T 1 2+/w\n2 C D 1d FI T 0 1-/w", "have the same colour"),
        ("1 A B 1d FI T 1 2+/w3\n2 C D 1d FI T 0 1-/b2", "have different handicaps"),
        ("1 A B 1d FI T 1 1+\n2 C D 1d FI T 0 0-", "line 1: round 1: A B plays against themselves"),
        ("1 A B 1d FI T 1 9+\n2 C D 1d FI T 0 0-", "line 1: round 1: there is no player 9"),
        (
            "1 A B 1d FI T 1 2+\n2 C D 1d FI T 1 3+\n3 E F 1d FI T 0 2-",
            "line 1: round 1: A B played C D (line 2), whose own line says otherwise",
        ),
        (
            "1 A B 1d FI T 1 2+ 0+\n2 C D 1d FI T 0 1- 3+\n3 E F 1d FI T 0 2-",
            "line 3: 1 result where the other lines have 2",
        ),
        (
            "1 A B 1d FI T 1 2*\n2 C D 1d FI T 0 1-\n3 E F 1k FI T 1 0+",
            "line 1: round 1: result '2*' cannot be read",
        ),
    ],
)
def test_contradictions_and_odd_lines_are_named(lines: str, complaint: str) -> None:
    assert any(complaint in each for each in complaints(lines)), complaints(lines)


def lenient_notes(text: str) -> list[str]:
    return [str(note) for note in read_leniently(text.encode()).notes]


def test_two_winners_of_a_game_are_read_leniently() -> None:
    table = "1 A B 1d FI T 1 2+/w\n2 C D 1d FI T 1 1+/b"
    assert lenient_notes(table) == [
        "line 1: round 1: A B and C D (line 2) both won: read as a win for both",
    ]
    [board] = read_leniently(table.encode()).tournament.round(1).boards
    assert (board.white, board.result, board.colours_known) == ("p1", Result.BOTH_WIN, True)


def test_players_of_the_same_colour_are_read_leniently() -> None:
    table = "1 A B 1d FI T 1 2-/b2\n2 C D 1d FI T 1 1+/b2"
    assert lenient_notes(table) == [
        "line 1: round 1: A B and C D (line 2) have the same colour: read without colours",
    ]
    [board] = read_leniently(table.encode()).tournament.round(1).boards
    assert (board.white, board.result, board.colours_known) == ("p1", Result.BLACK_WINS, False)
    assert board.handicap == 2


@pytest.mark.parametrize(
    "lines",
    [
        "1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1=",
        "1 A B 1d FI T 1 2+/w2\n2 C D 1d FI T 0 1-/b3",
        "1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 0-",
        "1 A B 1d FI T 1 1+\n2 C D 1d FI T 0 0-",
    ],
)
def test_other_contradictions_are_refused_leniently_too(lines: str) -> None:
    with pytest.raises(InputError) as caught:
        read_leniently(lines.encode())
    assert [str(problem) for problem in caught.value.problems] == complaints(lines)


def test_a_sound_table_is_read_leniently_as_it_is() -> None:
    assert read_leniently(TABLE.encode()) == read(TABLE.encode())


def test_blank_places_are_counted_by_row() -> None:
    shared = TABLE.replace("\n2 van_Dyk", "\n  van_Dyk").replace("\n4 Xi", "\n  Xi")
    event = read(shared.encode()).tournament
    assert event.published_places == ("1", "", "3", "")
    assert event.rounds == read(TABLE.encode()).tournament.rounds


def test_a_club_with_a_blank_is_one_club() -> None:
    spaced = TABLE.replace("FI Tam", "FI Le Havre").replace("NO Osl", "NO La Chaux de Fonds")
    event, plain = read(spaced.encode()).tournament, read(TABLE.encode()).tournament
    assert [player.club for player in event.players] == ["Le Havre", "Ams", "La Chaux de Fonds", ""]
    assert event.rounds == plain.rounds
    assert event.settings == plain.settings
    assert [player.start for player in event.players] == [player.start for player in plain.players]


def test_latin_1_is_read_and_noted() -> None:
    text = "; EV[Düsseldorf]\n1 Böhm Jürgen 1d DE Dü 1 2+\n2 C D 1d FI Tam 0 1-"
    reading = read(text.encode("latin-1"))
    assert reading.tournament.players[0].name == "Böhm Jürgen"
    assert "latin-1" in str(reading.notes[0])


def test_utf_16_is_read_by_its_mark_and_binary_is_refused() -> None:
    assert read(TABLE.encode("utf-16")).tournament == read(TABLE.encode()).tournament
    assert complaints(b"\x00\x01\x02 1 A B 1d") == ["the file is binary, not text"]
    assert complaints(b"\xff\xfe\x00\xd8\x00") == ["the file is marked as UTF-16 but is not"]


def test_scores_with_half_points_as_equals_are_no_results() -> None:
    text = "1 A B 1d FI Tam 1= 2+ 2=\n2 C D 1d FI Tam 1 1- 1=\n3 E F 1d FI Tam 0= 0- 0-"
    event = read(text.encode()).tournament
    assert event.settings.rounds == 2


def test_old_ends_of_file_spelled_out_grades_and_comments_are_read() -> None:
    text = "; a word on the name of the game\n; Pl Name Gr\n1 A B 3dan FI T 1 2+\n2 C D 1kyu FI T 0 1-\n\x1a"
    event = read(text.encode()).tournament
    assert [str(player.grade) for player in event.players] == ["3d", "1k"]
    assert b"; a word on the name of the game" in write(event)


def test_numbers_of_thousands_of_digits_are_no_trap() -> None:
    digits = "9" * 5000
    assert complaints(f"1 A B 1d FI T 1 {digits}+\n2 C D 1d FI T 0 1-")


def test_nothing_played_makes_no_table() -> None:
    for event in (replace(crosstable("A+B"), rounds=()), replace(crosstable("A+B"), rounds=(), players=())):
        with pytest.raises(InputError, match="needs players and at least one round"):
            write(event)


def test_a_bye_beside_a_game_is_written_as_the_game() -> None:
    event = crosstable("A+B A+ C+D")
    assert len(read(write(event)).tournament.round(1).boards) == 2


def test_a_table_of_no_results_is_refused() -> None:
    assert complaints("; EV[x]\n1 A B 1d FI T 12 13") == ["line 2: no results in the table"]
    assert complaints("; EV[x]\n") == ["no player in the table"]


def test_written_tables_are_sorted_by_place_and_name_opponents_by_it() -> None:
    event = with_player(crosstable("A-B C+D | D+A B+C", start=20), "D", country="DE", club="Jena am See")
    lines = [line.split() for line in write(event).decode().splitlines() if not line.startswith(";")]
    assert [line[:2] for line in lines] == [["1", "B"], ["2", "C"], ["3", "D"], ["4", "A"]]
    assert lines[0][-2:] == ["4+/b", "2+/w"]
    assert lines[2][2:6] == ["-", "1d", "DE", "Jena"]
    assert read(write(event)).tournament.players[2].club == "Jena"


def test_an_undecided_game_is_no_result() -> None:
    assert "0-" in write(crosstable("A?B C+D")).decode()


@pytest.mark.parametrize(
    ("clock", "minutes"),
    [
        (Clock(basic_minutes=60, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=20), 75),
        (Clock(basic_minutes=60, overtime=Overtime.CANADIAN, canadian_seconds=300, canadian_moves=20), 75),
        (Clock(basic_minutes=45, overtime=Overtime.FISCHER, fischer_seconds=15), 75),
        (Clock(basic_minutes=30, overtime=Overtime.SUDDEN_DEATH), 30),
    ],
)
def test_thinking_time_is_adjusted_as_the_egf_counts_it(clock: Clock, minutes: float) -> None:
    assert adjusted_minutes(clock) == minutes
    event = crosstable("A+B")
    timed = replace(event, settings=replace(event.settings, clock=clock))
    assert f"; TM[{minutes:g}]" in write(timed).decode()


@pytest.mark.parametrize(
    ("printed", "country", "place"),
    [
        ("FI, Tampere", "FI", "Tampere"),
        ("pl,Bielsko-Biala", "PL", "Bielsko-Biala"),
        (",Paris", "", "Paris"),
        ("Oslo", "", "Oslo"),
        ("JP, The Nihon Ki-in (Tokyo), hall 2", "JP", "The Nihon Ki-in (Tokyo), hall 2"),
        ("FI,", "FI", ""),
    ],
)
def test_country_and_place_are_one_header(printed: str, country: str, place: str) -> None:
    event = read(TABLE.replace("FI, Tampere", printed).encode()).tournament
    assert (event.country, event.place) == (country, place)
    again = read(write(event)).tournament
    assert (again.country, again.place) == (country, place)


def test_a_place_that_begins_with_its_country_is_written_as_it_is() -> None:
    # Tables that were read before Miai had a country of the event are stored like this.
    event = replace(crosstable("A+B"), place="FI, Tampere")
    assert "; PC[FI, Tampere]\n" in write(event).decode()
    again = read(write(event)).tournament
    assert (again.country, again.place) == ("FI", "Tampere")


def timed(**settings: Any) -> Tournament:
    event = crosstable("A+B")
    return replace(event, settings=replace(event.settings, **settings))


@pytest.mark.requirement("C15", "C16")
@pytest.mark.parametrize(
    ("minutes", "internet", "printed"),
    [
        (75, False, "A"),
        (50, False, "B"),
        (30, False, "C"),
        (29, False, "X"),
        (50, True, "D"),
        (49, True, "X"),
    ],
)
def test_the_class_is_written_and_too_fast_an_event_is_not_rated(
    minutes: int, *, internet: bool, printed: str
) -> None:
    clock = Clock(basic_minutes=minutes, overtime=Overtime.SUDDEN_DEATH)
    event = timed(clock=clock, internet=internet)
    assert f"; CL[{printed}]\n" in write(event).decode()
    again = read(write(event)).tournament
    assert class_of(again) == (None if printed == "X" else printed)
    assert again.settings.internet is (printed == "D")


def test_the_class_of_a_table_that_was_read_is_what_it_declares_or_what_its_time_gives() -> None:
    assert class_of(read(TABLE.replace("CL[A]", "CL[C]").encode()).tournament) == "C"
    without = TABLE.replace("; CL[A]\n", "")
    assert class_of(read(without.replace("TM[75]", "TM[62.5]").encode()).tournament) == "B"
    assert class_of(read(without.replace("TM[75]", "TM[29]").encode()).tournament) is None
    unknown = write(read(without.replace("; TM[75]\n", "").encode()).tournament).decode()
    assert "CL[" not in unknown
    assert "TM[" not in unknown
    # On the internet no class is higher than D, and a clock that is set counts more than the file.
    declared = read(TABLE.encode()).tournament
    online = replace(declared, settings=replace(declared.settings, internet=True))
    assert class_of(online) == "D"
    faster = read(without.encode()).tournament
    clock = Clock(basic_minutes=30, overtime=Overtime.SUDDEN_DEATH)
    faster = replace(faster, settings=replace(faster.settings, clock=clock))
    assert class_of(faster) == "C"
    assert "; TM[30]" in write(faster).decode()


def test_a_table_holds_neither_the_rules_of_play_nor_that_a_fast_event_is_on_the_internet() -> None:
    event = replace(
        timed(internet=True, ruleset=Ruleset.ING, clock=Clock(basic_minutes=10)), country="FI", place="Oulu"
    )
    lost = [str(each) for each in losses(event, read(write(event)))]
    assert "Rules of play: Ing (becomes Japanese)" in lost
    assert "Played on the internet: yes (becomes no)" in lost
    assert not any("Country" in each for each in lost)


def rows_of(event: Tournament) -> list[list[str]]:
    return [line.split() for line in write(event).decode("ascii").splitlines() if not line.startswith(";")]


def headers_of(event: Tournament) -> dict[str, str]:
    lines = write(event).decode("ascii").splitlines()
    return {line[2:4]: line[5:-1] for line in lines if line.startswith("; ") and line[4] == "["}


@pytest.mark.parametrize(
    ("table", "rules", "header"),
    [
        ("A+B | A-B", {}, None),
        ("A+B | A-B", {"correction": 0}, None),
        ("A+B | A-B", {"ceiling": 0}, "h9"),
        ("A+B/3 | A-B", {}, "h1"),
        ("A+B/3 | A-B", {"correction": 0}, "h0"),
        ("A+B/3 | A-B", {"correction": 12}, "h8"),
        ("A+B/3 | A-B", {"correction": 2, "ceiling": 0}, "h2"),
    ],
)
def test_a_reduction_of_handicaps_is_written_only_if_one_was_played(
    table: str, rules: dict[str, Any], header: str | None
) -> None:
    event = crosstable(table)
    rules_of_event = replace(event.settings.handicapping, **rules)
    event = replace(event, settings=replace(event.settings, handicapping=rules_of_event))
    assert headers_of(event).get("HA") == header


def test_a_table_that_was_read_keeps_its_rule_for_handicaps() -> None:
    even = TABLE.replace("3+/b2", "3+/b").replace("2-/w2", "2-/w")
    assert headers_of(read(even.encode()).tournament)["HA"] == "h2"


def test_every_header_that_the_database_asks_for_is_written() -> None:
    event = replace(
        crosstable("A+B", komi=7.5), name="Żuraw Cup", country="pl", place="Łódź", begin="2026-10-03"
    )
    assert headers_of(event) == {
        "CL": "A", "EV": "Zuraw Cup", "PC": "PL, Lodz", "DT": "2026-10-03,2026-10-03",
        "KM": "7.5", "TM": "82.5", "CM": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("country", "place", "internet", "printed"),
    [
        ("GB", "Leeds", False, "UK, Leeds"),
        ("", "", True, "EU, Internet"),
        ("", "OGS", True, "EU, OGS"),
        ("FI", "OGS", True, "FI, OGS"),
        ("Narnia", "Cair Paravel", False, "Cair Paravel"),
    ],
)
def test_the_country_is_written_as_the_database_knows_it(
    country: str, place: str, printed: str, *, internet: bool
) -> None:
    event = replace(timed(internet=internet), country=country, place=place)
    assert headers_of(event)["PC"] == printed


def test_a_line_has_names_of_one_word_grade_country_club_and_four_scores() -> None:
    event = crosstable("A+B", criteria=("nbw",), system="swiss")
    event = with_player(
        event, "A", surname="VAN DER BERG", first_name="Łucja Anna", country="GB", club="Zürich Süd"
    )
    rows = rows_of(with_player(event, "B", surname="Щукин", first_name="Пётр", country="Narnia"))
    assert rows[0][:10] == ["1", "Van_Der_Berg", "Lucja_Anna", "1d", "UK", "Zuri", "1", "0", "0", "0"]
    assert rows[1][:10] == ["2", "Shchukin", "Petr", "1d", "XX", "xxxx", "0", "0", "0", "0"]
    again = read(write(event)).tournament
    assert [(player.country, player.club) for player in again.players] == [("UK", "Zuri"), ("", "")]


def test_names_are_transliterated_before_they_are_cut_at_thirty() -> None:
    event = with_player(crosstable("A+B"), "A", surname="Щ" * 9, first_name="Maria")
    row = next(row for row in rows_of(event) if row[1].startswith("Shch"))
    assert len(f"{row[1]} {row[2]}") == 30
    assert row[2] == "M"


def test_no_sign_of_a_name_ends_the_line_or_begins_a_pin() -> None:
    event = with_player(crosstable("A+B"), "A", surname="O;B|rien")
    assert rows_of(event)[0][1] == "O_B_rien"


def test_who_has_neither_a_game_nor_a_bye_is_left_out_and_named() -> None:
    event = crosstable("A+B C+ D- E~")
    assert [row[1] for row in rows_of(event)] == ["A", "C", "B"]
    lost = [str(each) for each in losses(event, read(write(event)))]
    assert "2 players without a game or a bye are not in the file: D and E" in lost


def test_a_pin_that_cannot_be_right_is_not_written() -> None:
    event = with_player(crosstable("A+B C+D"), "A", egf_pin="12345678")
    event = with_player(with_player(event, "B", egf_pin="1234567"), "C", egf_pin="12345670")
    event = with_player(event, "D", egf_pin="12345670")
    assert sorted(row[-1] for row in rows_of(event) if "|" in row[-1]) == ["|12345678"]


def test_other_letters_are_named_among_the_losses() -> None:
    event = with_player(crosstable("A+B"), "B", surname="Żuraw", first_name="Łukasz")
    lost = [str(each) for each in losses(event, read(write(event)))]
    assert "1 name is written differently: Żuraw Łukasz (becomes Zuraw Lukasz)" in lost
    assert not [each for each in lost if each.startswith("round 1: Player")]
