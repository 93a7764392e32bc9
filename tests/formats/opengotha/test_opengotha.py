"""OpenGotha's XML: what is read, what is refused, what is kept."""

import re
from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.domain.people.player import PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Ruleset
from miai.domain.settings.scoring_rules import Rulebook
from miai.errors import InputError
from miai.formats.opengotha.fitting import changes
from miai.formats.opengotha.losses import losses
from miai.formats.opengotha.read import read
from miai.formats.opengotha.write import write

PLAYERS = (
    '<Player name="Ito" firstName="Ken" rank="3D" rating="2312" participating="1101" '
    'registeringStatus="PRE"/>'
    '<Player name="İnce" firstName="Işık" rank="99K" grade="30K" rating="-100"/>'
    '<Player name="de la Cruz" firstName="Ana" rank="?" grade="12" smmsCorrection="-2" nickname="Ani"/>'
    '<Player name="Poe" rank="5P"/>'
)
GAMES = (
    '<Game roundNumber="1" tableNumber="1" whitePlayer="ITOKEN" blackPlayer="POE" handicap="2" '
    'result="RESULT_WHITEWINS_BYDEF" knownColor="true"/>'
    '<Game roundNumber="1" tableNumber="2" whitePlayer="DELACRUZANA" blackPlayer="İNCEIŞIK" '
    'result="RESULT_EQUAL" knownColor="false"/>'
)
REST = (
    "<TournamentParameterSet>"
    '<GeneralParameterSet name="Cup &amp; Saucer" numberOfRounds="4" genMMBar="2D" bInternet="true"/>'
    '<PlacementParameterSet><PlacementCriteria><PlacementCriterion name="MMS" number="1"/>'
    '<PlacementCriterion name="NULL" number="2"/><PlacementCriterion name="SOSM" number="3"/>'
    "</PlacementCriteria></PlacementParameterSet>"
    '<PairingParameterSet paiBaRandom="7"/></TournamentParameterSet>'
    '<Teams><Team teamName="Foxes" teamNumber="1"><Board boardNumber="1" player="ITOKEN" roundNumber="1"/>'
    "</Team></Teams>"
    '<ClubsGroups><ClubsGroup name="Lyon"><Club name="69Ly"/><Club name="69Vi"/></ClubsGroup></ClubsGroups>'
)


def xml(
    players: str = PLAYERS, games: str = GAMES, rest: str = REST, root: str = 'dataVersion="201"'
) -> bytes:
    inside = f"<Players>\n{players}\n</Players><Games>{games}</Games>{rest}"
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<Tournament {root}>\n{inside}\n</Tournament>".encode()


def complaints(data: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(data)
    return [str(problem) for problem in caught.value.problems]


def test_players_games_and_settings_are_read() -> None:
    event = read(xml()).tournament
    assert [str(player.grade) for player in event.players] == ["3d", "30k", "12k", "5p"]
    assert event.players[0].registration is Registration.PRELIMINARY
    assert event.players[0].absent_rounds == {3}
    assert [player.rating for player in event.players] == [2312, -100, None, None]
    assert [(team.name, team.members) for team in event.teams] == [("Foxes", (event.players[0].id,))]
    board = event.round(1).boards[0]
    assert (board.handicap, board.result, board.colours_known) == (2, Result.WHITE_WINS_BY_DEFAULT, True)
    assert event.round(1).boards[1].result is Result.JIGO
    assert (event.name, event.settings.rounds, event.settings.criteria) == (
        "Cup & Saucer",
        4,
        ("mms", "sosm"),
    )
    assert event.settings.clubs_groups[0].clubs == ("69Ly", "69Vi")
    assert event.settings.scoring.rulebook is Rulebook.GOTHA
    assert event.settings.internet


def test_whether_the_event_is_on_the_internet_is_written_but_not_its_country_and_rules() -> None:
    event = read(xml()).tournament
    settings = replace(event.settings, internet=False, ruleset=Ruleset.FRENCH)
    changed = replace(event, country="FR", settings=settings)
    written = write(changed)
    assert b'bInternet="false"' in written
    assert [str(each) for each in losses(changed, read(written))] == [
        "Country of the event 'FR'",
        "Rules of play: French (becomes Japanese)",
    ]


def test_what_miai_does_not_use_survives() -> None:
    event = read(xml()).tournament
    written = write(event)
    assert read(written).tournament == event
    for kept in (b'paiBaRandom="7"', b'bInternet="true"', b'nickname="Ani"', b'teamName="Foxes"', b"ITOKEN"):
        assert kept in written


def test_a_team_follows_a_player_whose_name_is_corrected() -> None:
    event = read(xml()).tournament
    renamed = replace(event, players=(replace(event.players[0], surname="Itō"), *event.players[1:]))
    again = read(write(renamed)).tournament
    assert (again.players[0].surname, again.teams) == ("Itō", event.teams)


@pytest.mark.parametrize(
    "key",
    ["İNCEIŞIK", "INCEISIK", "inceışık", "İnce Işık", "Ä°NCEIÅžIK", "?NCEI?IK", "INCEIŞIK", "i̇nceişik"],
)
def test_a_key_is_found_whatever_locale_or_encoding_made_it(key: str) -> None:
    game = f'<Game roundNumber="1" tableNumber="1" whitePlayer="{key}" blackPlayer="POE"/>'
    event = read(xml(games=game)).tournament
    assert event.player(event.round(1).boards[0].white).surname == "İnce"


def test_a_key_that_fits_nobody_leaves_the_game_out_and_is_named() -> None:
    game = '<Game roundNumber="3" tableNumber="7" whitePlayer="{}" blackPlayer="POE"/>'
    for key in ("NOBODY", "", "李四"):
        players = PLAYERS + '<Player name="王" firstName="小明" rank="1D"/>'
        reading = read(xml(players, game.format(key)))
        assert reading.tournament.rounds == ()
        note = f"line 5: round 3, table 7 names '{key}', who is not among the players: left out"
        assert str(reading.notes[0]) == note


def test_a_key_that_fits_two_players_is_not_guessed() -> None:
    players = '<Player name="Muller" rank="1D"/><Player name="Müller" rank="2D"/>'
    players += '<Player name="Poe" rank="1K"/>'
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="{}" blackPlayer="POE"/>'
    event = read(xml(players, game.format("MÜLLER"))).tournament
    assert event.player(event.round(1).boards[0].white).surname == "Müller"
    assert "who is not among the players" in str(read(xml(players, game.format("MÛLLER"))).notes[0])


def test_a_lenient_match_is_noted() -> None:
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="INCEISIK" blackPlayer="POE"/>'
    note = read(xml(games=game)).notes[0]
    assert str(note) == (
        "line 5: round 1, table 1 names 'INCEISIK', read as İnce Işık, whose name is similar"
    )


def test_every_fault_is_told_not_just_the_first() -> None:
    players = '<Player name="A" rank="4q"/>\n<Player name="B" rank="1D" rating="many"/>\n<Player rank="1D"/>'
    games = (
        '<Game roundNumber="1" tableNumber="x" whitePlayer="A" blackPlayer="B" result="RESULT_DRAW"/>'
        '<Game roundNumber="0" tableNumber="1" whitePlayer="A" blackPlayer="B"/>'
    )
    assert complaints(xml(players, games, rest="")) == [
        "line 4: grade '4q' is not a grade",
        "line 5: rating 'many' cannot be read",
        "line 6: a player has no name",
        "line 7: tableNumber 'x' cannot be read",
        "line 7: roundNumber '0' is not between 1 and 999",
    ]


def notes(data: bytes) -> list[str]:
    return [str(note) for note in read(data).notes]


def test_a_player_paired_twice_in_a_round_keeps_the_first_game() -> None:
    game = '<Game roundNumber="2" tableNumber="{}" whitePlayer="{}" blackPlayer="{}"/>'
    games = game.format(1, "ITOKEN", "POE") + game.format(2, "DELACRUZANA", "ITOKEN")
    assert notes(xml(games=games)) == [
        "round 2: Ito Ken is paired twice: the game against de la Cruz Ana at table 2 is left out"
    ]
    [board] = read(xml(games=games)).tournament.round(2).boards
    assert (board.table, board.white, board.black) == (1, "p1", "p4")


def test_a_player_paired_with_themselves_has_no_game() -> None:
    game = '<Game roundNumber="2" tableNumber="3" whitePlayer="POE" blackPlayer="POE"/>'
    assert notes(xml(games=game)) == [
        "line 5: round 2, table 3: Poe is paired with themselves: left out",
    ]
    assert read(xml(games=game)).tournament.rounds == ()


def test_a_result_that_opengotha_does_not_know_is_none() -> None:
    game = (
        '<Game roundNumber="1" tableNumber="2" whitePlayer="ITOKEN" blackPlayer="POE" result="RESULT_DRAW"/>'
    )
    assert notes(xml(games=game)) == [
        "line 5: round 1, table 2: result 'RESULT_DRAW' is not a result and counts as none"
    ]
    assert read(xml(games=game)).tournament.round(1).boards[0].result is Result.UNKNOWN


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("RESULT_BOTHLOSE", Result.BOTH_LOSE),
        ("RESULT_BOTHLOOSE", Result.BOTH_LOSE),
        ("RESULT_BOTHLOOSE_BYDEF", Result.BOTH_LOSE_BY_DEFAULT),
    ],
)
def test_both_spellings_of_a_game_that_both_lose_are_read(name: str, result: Result) -> None:
    game = f'<Game roundNumber="1" tableNumber="1" whitePlayer="ITOKEN" blackPlayer="POE" result="{name}"/>'
    assert read(xml(games=game)).tournament.round(1).boards[0].result is result
    assert notes(xml(games=game)) == []


def test_tables_of_a_large_hall_are_read() -> None:
    game = '<Game roundNumber="1" tableNumber="{}" whitePlayer="{}" blackPlayer="{}"/>'
    games = game.format(1204, "ITOKEN", "POE") + game.format(0, "DELACRUZANA", "İNCEIŞIK")
    reading = read(xml(games=games))
    assert [board.table for board in reading.tournament.round(1).boards] == [1204, 1205]
    assert [str(note) for note in reading.notes] == [
        "line 5: round 1: a game has no table and gets table 1205",
        "round 1: there are tables up to 1205; OpenGotha numbers them up to 999",
    ]


def test_a_game_without_a_table_takes_that_of_nobody() -> None:
    game = '<Game roundNumber="1" {} whitePlayer="{}" blackPlayer="{}"/>'
    games = game.format("", "ITOKEN", "POE") + game.format('tableNumber="1"', "DELACRUZANA", "İNCEIŞIK")
    assert sorted(board.table for board in read(xml(games=games)).tournament.round(1).boards) == [1, 2]


def test_byes_as_pairgoth_nests_them_are_read() -> None:
    byes = '<ByePlayer><ByePlayer player="{}" roundNumber="1"/></ByePlayer>'
    for key in ("POE", "Poe", "poe "):
        reading = read(xml(games="", rest=byes.format(key) + REST))
        assert [bye.player for bye in reading.tournament.round(1).byes] == ["p4"]
        assert reading.notes == ()


def test_a_comma_in_a_number_is_read() -> None:
    rest = REST.replace('genMMBar="2D"', 'genMMBar="2D" komi="6,5"')
    rest = rest.replace('paiBaRandom="7"', 'paiStandardNX1Factor="0,25"')
    settings = read(xml(rest=rest)).tournament.settings
    assert (settings.komi, settings.pairing.weights.concavity) == (6.5, 0.25)


DOCTYPES = (
    b'<!DOCTYPE Tournament SYSTEM "http://example.org/tournament.dtd">',
    b'<!DOCTYPE Tournament PUBLIC "-//Gotha//DTD" "file:///etc/hostname">',
    b"<!DOCTYPE Tournament [<!ELEMENT Tournament ANY>]>",
)


@pytest.mark.parametrize("doctype", DOCTYPES)
def test_a_doctype_is_ignored_and_nothing_is_loaded(doctype: bytes) -> None:
    data = xml().replace(b"<Tournament", doctype + b"<Tournament", 1)
    assert read(data) == read(xml())


def test_a_name_that_only_the_dtd_explains_is_refused() -> None:
    data = xml().replace(b"<Tournament", DOCTYPES[0] + b"<Tournament", 1)
    assert complaints(data.replace(b"Ken", b"&aring;", 1)) == ["line 4: the entity 'aring' is not defined"]
    assert read(data.replace(b"Ken", b"&#229;", 1)).tournament.players[0].first_name == "å"


def criteria_rest(*names: str) -> str:
    listed = "".join(f'<PlacementCriterion name="{name}" number="{n}"/>' for n, name in enumerate(names, 1))
    return (
        "<TournamentParameterSet><PlacementParameterSet><PlacementCriteria>"
        f"{listed}</PlacementCriteria></PlacementParameterSet></TournamentParameterSet>"
    )


def test_criteria_of_the_newest_opengotha_are_kept_for_it() -> None:
    reading = read(xml(rest=criteria_rest("NBW", "SOSB-1", "BZS", "SOSW")))
    assert reading.tournament.settings.criteria == ("nbw", "sosw")
    assert [str(note).partition(" is not computed")[0] for note in reading.notes] == [
        "line 5: criterion 'SOSB-1' of OpenGotha 3.52",
        "line 5: criterion 'BZS' of OpenGotha 3.52",
    ]
    names = b'name="NBW" number="1"', b'name="SOSB-1" number="2"', b'name="BZS" number="3"'
    assert all(name in write(reading.tournament) for name in names)
    chosen = replace(reading.tournament.settings, criteria=("nbw", "sodosw"))
    changed = write(replace(reading.tournament, settings=chosen))
    assert b"SOSB" not in changed
    assert b'name="SODOSW" number="2"' in changed


def test_criteria_have_opengothas_names() -> None:
    names = ("SOSW-1", "SOSW-2", "SOSM-1", "SOSM-2", "Rank", "Rating")
    event = read(xml(rest=criteria_rest("SOSWM1", "SOSWM2", "SOSMM1", "SOSMM2", "RANK", "RATING"))).tournament
    assert event == read(xml(rest=criteria_rest(*names))).tournament
    assert all(f'name="{name}"'.encode() in write(event) for name in names)


def test_the_key_that_a_turkish_computer_made_is_written_again() -> None:
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="İTOKEN" blackPlayer="POE"/>'
    event = read(xml(games=game, rest="")).tournament
    written = write(event)
    assert 'whitePlayer="İTOKEN"' in written.decode()
    assert read(written).tournament == event
    renamed = replace(event, players=(replace(event.players[0], surname="Sato"), *event.players[1:]))
    assert 'whitePlayer="SATOKEN"' in write(renamed).decode()
    assert losses(renamed, read(write(renamed))) == []


def test_a_key_that_was_damaged_is_written_whole() -> None:
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="?NCEI?IK" blackPlayer="POE"/>'
    assert 'whitePlayer="İNCEIŞIK"' in write(read(xml(games=game)).tournament).decode()


def test_what_opengotha_would_not_open_is_written_otherwise_and_named() -> None:
    event = read(
        xml(rest=REST.replace("<GeneralParameterSet", '<GeneralParameterSet beginDate="2026-05-01"'))
    )
    ito, ince, cruz, poe = event.tournament.players
    players = (ito, replace(ince, country="TUR"), replace(cruz, country="Atlantis"), poe)
    changed = replace(event.tournament, players=players)
    written = write(changed)
    assert b'name="Poe" firstName="-"' in written
    assert b'country="TR"' in written
    assert b"Atlantis" not in written
    assert b'beginDate="2026-05-01" endDate="1901-01-01"' in written
    assert [str(each) for each in changes(changed)] == [
        "the last day of the event is missing: OpenGotha needs one and gets 1901-01-01",
        "1 player has no first name: OpenGotha needs one and gets “-” (Poe)",
        "the country of 1 player is written with two letters, as OpenGotha needs it (İnce Işık: TUR → TR)",
        "the country of 1 player is left out, because OpenGotha needs two letters (de la Cruz Ana: Atlantis)",
    ]
    again = read(written).tournament
    assert (again.players[3].first_name, again.begin, again.end) == ("", "2026-05-01", "")


def test_a_player_without_a_rating_is_written_with_that_of_the_grade() -> None:
    event = read(xml()).tournament
    written = write(event)
    assert b'rank="12K" rating="900" ratingOrigin="from the grade"' in written
    assert [player.rating for player in read(written).tournament.players] == [2312, -100, None, None]


def test_more_rounds_and_tables_than_opengotha_holds_are_named_before_writing() -> None:
    event = crosstable("|".join(["A+B C+D"] * 21 + ["A+D"]))
    first = replace(event.rounds[0].boards[0], table=1204)
    high = replace(event.rounds[0], boards=(first, *event.rounds[0].boards[1:]))
    event = replace(event, rounds=(high, *event.rounds[1:]), begin="2026-05-01", end="2026-05-02")
    assert [str(each) for each in changes(event)][1:] == [
        "OpenGotha holds at most 20 rounds; 22 are planned",
        "rounds 21 and 22 are not in the file, because OpenGotha holds at most 20",
        "the tables of round 1 are numbered from 1, because OpenGotha confuses those above 999 with the next "
        "round",
    ]
    again = read(write(event)).tournament
    assert [drawn.number for drawn in again.rounds] == list(range(1, 21))
    assert {(board.table, again.player(board.white).surname) for board in again.round(1).boards} == {
        (1, "C"),
        (2, "A"),
    }


def test_a_field_that_opengotha_cannot_hold_is_refused() -> None:
    event = crosstable("A+B")
    many = tuple(replace(event.players[0], id=PlayerId(f"{n}"), surname=f"S{n}") for n in range(2001))
    with pytest.raises(InputError, match="OpenGotha holds at most 2000 players; here are 2001"):
        write(replace(event, players=many, rounds=()))


def test_a_bye_that_was_asked_for_is_an_absence() -> None:
    event = crosstable("A+B C~", start=None)
    written = write(event)
    assert b"ByePlayer " not in written
    assert read(written).tournament.players[2].absent_rounds == {1}


def test_what_opengotha_drops_silently_is_noted() -> None:
    game = '<Game roundNumber="1" tableNumber="1" whitePlayer="ITOKEN" blackPlayer="{}"/>'
    bye = '<ByePlayer player="{}" roundNumber="1"/>'
    data = xml(
        PLAYERS + '<Player name="Ito" firstName="Ken" rank="9K"/>',
        game.format("POE") + game.format("DELACRUZANA"),
        f"<ByePlayers>{bye.format('POE')}{bye.format('ITOKEN')}</ByePlayers>{REST}",
    )
    reading = read(data)
    assert [str(note).partition(": ")[2] for note in reading.notes] == [
        "Ito Ken is listed twice: the first one counts",
        "round 1, table 1 is listed twice: the last one counts",
        "round 1 has two byes: that of Ito Ken counts, that of Poe does not",
        "Ito Ken has a bye and a game: both count",
    ]
    assert len(reading.tournament.players) == 4


def test_missing_and_empty_attributes_have_opengothas_defaults() -> None:
    game = '<Game roundNumber="1" whitePlayer="ITOKEN" blackPlayer="POE" handicap="" result=""/>'
    rest = (
        '<TournamentParameterSet><GeneralParameterSet numberOfRounds="" komi=""/><PlacementParameterSet>'
        '<PlacementCriteria><PlacementCriterion name="MMS"/><PlacementCriterion name="SOSM"/>'
        "</PlacementCriteria></PlacementParameterSet></TournamentParameterSet>"
    )
    event = read(xml(PLAYERS.replace('rating="2312"', 'rating=""'), game, rest)).tournament
    board = event.round(1).boards[0]
    assert (board.table, board.handicap, board.result) == (1, 0, Result.UNKNOWN)
    assert event.players[0].rating is None
    assert (event.settings.rounds, event.settings.komi, event.settings.criteria) == (5, 6.5, ("mms", "sosm"))


@pytest.mark.parametrize(
    ("criteria", "system"),
    [("CAT MMS SOSM", "mcmahon"), ("CAT NBW MMS", "swiss"), ("SOSM MMS NBW", "mcmahon"), ("", "swiss")],
)
def test_the_system_is_told_by_the_first_score_among_the_criteria(criteria: str, system: str) -> None:
    listed = "".join(f'<PlacementCriterion name="{name}"/>' for name in criteria.split())
    rest = f"<PlacementParameterSet><PlacementCriteria>{listed}</PlacementCriteria></PlacementParameterSet>"
    data = xml(rest=f"<TournamentParameterSet>{rest}</TournamentParameterSet>")
    assert read(data).tournament.settings.system == system


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        ('roundNumber="1000000000"', "roundNumber '1000000000' is not between 1 and 999"),
        ('handicap="99999999999"', "handicap '99999999999' is not between -9 and 99"),
    ],
)
def test_absurd_numbers_are_refused_at_once(part: str, complaint: str) -> None:
    name = part.partition("=")[0]
    given = {"roundNumber": 'roundNumber="1"', "handicap": 'handicap="0"'}
    given[name] = part
    game = f'<Game {" ".join(given.values())} tableNumber="1" whitePlayer="ITOKEN" blackPlayer="POE"/>'
    assert complaint in complaints(xml(games=game))[0]


def test_absurd_points_and_weights_are_refused() -> None:
    players = PLAYERS.replace('smmsCorrection="-2"', 'smmsCorrection="100000000000000000000"')
    assert (
        "smmsCorrection '100000000000000000000' is not between -10000 and 10000"
        in complaints(xml(players))[0]
    )
    rest = REST.replace('paiBaRandom="7"', 'paiBaAvoidDuplGame="1000000000000000000000000"')
    assert "paiBaAvoidDuplGame" in complaints(xml(rest=rest))[0]


def test_a_file_of_a_million_lines_or_of_endless_depth_is_no_trap() -> None:
    assert len(read(xml(PLAYERS + "\n" * 1_000_000)).tournament.players) == 4
    deep = "<a>" * 10_000 + "</a>" * 10_000
    assert "nested too deeply" in complaints(xml(rest=f"<Teams>{deep}</Teams>"))[0]


def test_namesakes_get_a_number_in_the_file_and_their_own_names_back() -> None:
    event = crosstable("A+B C+D | A+C B+D")
    clubs = ("Ulm", "Lyon", "Wien", "Ulm")
    same = tuple(
        replace(player, surname="Kim", first_name="Min", club=club)
        for player, club in zip(event.players, clubs, strict=True)
    )
    event = replace(event, players=(*same[:3], replace(same[3], first_name="Jun")))
    data = write(event)
    names = re.findall(r' firstName="([^"]*)"', data.decode())
    assert names == ["Min", "Min (2)", "Min (3)", "Jun"]
    reading = read(data)
    assert [(each.name, each.club) for each in reading.tournament.players] == [
        (each.name, each.club) for each in event.players
    ]
    for number in (1, 2):
        boards = reading.tournament.round(number).boards
        assert [(board.white, board.black, board.result) for board in boards] == [
            (PlayerId(f"p{event.players.index(event.player(board.white)) + 1}"),
             PlayerId(f"p{event.players.index(event.player(board.black)) + 1}"), board.result)
            for board in event.round(number).boards
        ]  # fmt: skip
    assert (
        "2 players have the name of another: OpenGotha cannot distinguish them without a number "
        "(Kim Min (2) and Kim Min (3))"
    ) in [str(each) for each in changes(event)]
    assert not [each for each in losses(event, reading) if "name" in str(each)]
    assert write(reading.tournament) == write(read(write(reading.tournament)).tournament)


def test_a_number_that_belongs_to_the_name_is_kept() -> None:
    event = crosstable("A+B C+D")
    first, *others = event.players
    named = replace(first, surname="Kim", first_name="Min (2)")
    again = read(write(replace(event, players=(named, *others)))).tournament
    assert again.players[0].first_name == "Min (2)"


@pytest.mark.parametrize("names", [("DE WIT", "DEWIT"), ("Müller", "müller")])
def test_names_with_the_same_key_are_told_apart_too(names: tuple[str, str]) -> None:
    event = crosstable("A+B C+D")
    players = tuple(
        replace(player, surname=name, first_name="Jan")
        for player, name in zip(event.players, (*names, "Xu", "Yu"), strict=True)
    )
    again = read(write(replace(event, players=players))).tournament
    assert [each.name for each in again.players] == [each.name for each in players]
    assert len(again.round(1).boards) == 2


def test_ratings_of_old_files_are_moved_to_the_new_scale() -> None:
    assert read(xml(root='dataVersion="200"')).tournament.players[1].rating == 1950
    assert read(xml(root="")).tournament.players[0].rating == 2949
    assert read(xml(root='fullVersionNumber="3.51"')).tournament.players[0].rating == 2312


def test_missing_parameters_have_opengothas_defaults() -> None:
    settings = read(xml(rest="")).tournament.settings
    scoring = settings.scoring
    assert (settings.rounds, str(scoring.bar), str(scoring.floor)) == (5, "4d", "20k")
    assert (scoring.bye_wins, scoring.bye_points, scoring.round_down) == (0, 0, True)


def test_categories_without_a_limit_start_at_one_dan() -> None:
    rest = (
        '<TournamentParameterSet><GeneralParameterSet numberOfCategories="4"><Categories>'
        '<Category number="2" lowerLimit="5K"/></Categories></GeneralParameterSet></TournamentParameterSet>'
    )
    event = read(xml(rest=rest)).tournament
    assert [str(limit) for limit in event.settings.category_limits] == ["1d", "5k", "1d"]
    assert read(write(event)).tournament == event


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE Tournament [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Tournament><Players><Player name="&b;"/></Players></Tournament>"""
EXTERNAL = b"""<?xml version="1.0"?>
<!DOCTYPE Tournament [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<Tournament><Players><Player name="&x;"/></Players></Tournament>"""


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (BOMB, "line 2: a DOCTYPE with entities is not allowed here"),
        (EXTERNAL, "line 2: a DOCTYPE with entities is not allowed here"),
        (xml()[:400], "not well-formed XML"),
        (xml().replace(b"Ken", b"K\xe9n", 1), "not well-formed XML (not well-formed (invalid token))"),
        (xml().replace(b"UTF-8", b"KLINGON", 1), "unknown encoding"),
        (b"<html><body/></html>", "line 1: <html> is not an OpenGotha tournament"),
        (b"<Tournament/>", "line 1: <Tournament> is not an OpenGotha tournament"),
        (b"<Tournament>&unheard;</Tournament>", "undefined entity"),
    ],
)
def test_broken_and_hostile_files_are_refused_with_their_line(data: bytes, complaint: str) -> None:
    assert complaint in complaints(data)[0]
    assert complaints(data)[0].startswith("line ")


def test_latin_1_is_read_when_the_file_says_so() -> None:
    data = xml().decode().replace("İ", "I").replace("ş", "s").replace("ı", "i").replace("Ş", "S")
    data = data.replace("UTF-8", "ISO-8859-1").replace("Ana", "Añá").replace("CRUZANA", "CRUZAÑÁ")
    assert read(data.encode("latin-1")).tournament.players[2].first_name == "Añá"
