"""OpenGotha's XML: what is read, what is refused, what is kept."""

from dataclasses import replace

import pytest

from miai.domain.game import Result
from miai.domain.player import PlayerId, Registration
from miai.domain.settings import Rulebook, Ruleset
from miai.errors import InputError
from miai.formats.losses import losses
from miai.formats.opengotha_read import read
from miai.formats.opengotha_write import write

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
    assert event.players[0].team == "Foxes"
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
    assert (again.players[0].surname, again.players[0].team) == ("Itō", "Foxes")


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
        "line 7: result 'RESULT_DRAW' is not a result",
        "line 7: roundNumber '0' is not between 1 and 999",
    ]


def test_a_player_paired_twice_in_a_round_is_refused() -> None:
    game = '<Game roundNumber="2" tableNumber="{}" whitePlayer="ITOKEN" blackPlayer="{}"/>'
    assert complaints(xml(games=game.format(1, "POE") + game.format(2, "DELACRUZANA"))) == [
        "round 2: Ito Ken is paired twice"
    ]


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
        "round 1 has two byes: the last one counts",
        "the bye player has a game too: both count",
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


def test_two_players_of_one_name_cannot_be_written() -> None:
    event = read(xml()).tournament
    twin = replace(event.players[0], id=PlayerId("twin"))
    with pytest.raises(InputError, match="cannot hold two players of the same name: ITOKEN"):
        write(replace(event, players=(*event.players, twin)))


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
        (BOMB, "line 2: a DOCTYPE is not allowed here"),
        (EXTERNAL, "line 2: a DOCTYPE is not allowed here"),
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
