"""Teams in OpenGotha's XML: odd lines, matches that are derived from the games, and what is written."""

import re
from dataclasses import replace

import pytest

from kit.team_events import team_event, with_line_up
from miai.domain.people.team import LineUp, Match, TeamId, TeamRules
from miai.domain.points import NOTHING
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.engine.scoring.teams.matches import matches_of
from miai.engine.scoring.teams.table import team_standings
from miai.formats import FORMATS
from miai.formats.opengotha.losses import losses
from oracle.gotha_file import faults

FORM = FORMATS["opengotha"]
ALL_ROUNDS = range(1, 21)


def team(name: str, number: int | str, *seats: str, rounds: range | None = ALL_ROUNDS) -> str:
    """A team with the same seats in all rounds; "-" is an empty one."""
    lines = "".join(
        f'<Board boardNumber="{board}" player="{seat}" {at}/>'
        for at in ([""] if rounds is None else [f'roundNumber="{n}"' for n in rounds])
        for board, seat in enumerate(seats, start=1)
        if seat != "-"
    )
    return f'<Team teamName="{name}" teamNumber="{number}">{lines}</Team>'


def game(text: str, table: int, number: int = 1) -> str:
    white, sign, black = re.fullmatch(r"(\w+)(\W)(\w+)", text).groups()  # type: ignore[union-attr]
    result = {"+": "WHITEWINS", "-": "BLACKWINS", "=": "EQUAL", "?": "UNKNOWN"}[sign]
    return (
        f'<Game roundNumber="{number}" tableNumber="{table}" whitePlayer="{white}" blackPlayer="{black}" '
        f'handicap="0" knownColor="true" result="RESULT_{result}"/>'
    )


def file(teams: str, games: str = "", *, rules: str = "", size: int = 2, rounds: int = 2) -> bytes:
    keys = sorted({*re.findall(r'player="([A-Z]+\d)"', teams), *re.findall(r"\w+\d", games)})
    players = "".join(
        f'<Player name="{key[0]}" firstName="{key[1:]}" rank="1D" rating="2100"/>' for key in keys
    )
    played = "".join(game(each, table) for table, each in enumerate(games.split(), start=1))
    rules = rules or f'<TeamGeneralParameterSet teamSize="{size}"/>'
    return (
        f'<Tournament dataVersion="201"><Players>{players}</Players><Games>{played}</Games>'
        f'<TournamentParameterSet><GeneralParameterSet numberOfRounds="{rounds}"/></TournamentParameterSet>'
        f"<Teams>{teams}</Teams>"
        f"<TeamTournamentParameterSet>{rules}</TeamTournamentParameterSet></Tournament>"
    ).encode()


def read(data: bytes) -> Tournament:
    return FORM.read(data).tournament


def matches(event: Tournament, number: int = 1) -> list[tuple[str, str]]:
    """The matches of a round by the names of the teams, White first."""
    names = {each.id: each.name for each in event.teams}
    return [(names[match.white], names[match.black]) for match in event.round(number).matches]


def seats(event: Tournament, name: str, number: int = 1) -> str:
    """A line-up as the names of its players."""
    found = next(each for each in event.teams if each.name == name)
    names = event.names
    return " ".join(
        names[seat].replace(" ", "") if seat else "-" for seat in line_up_of(event, found, number)
    )


FOXES, OWLS = team("Foxes", 1, "A1", "A2"), team("Owls", 2, "B1", "B2")


def test_teams_are_read_with_opengothas_rules() -> None:
    event = read(file(OWLS + FOXES, "A1+B1 B2+A2"))
    rules = event.settings.teams
    assert [(each.number, each.name) for each in event.teams] == [(1, "Foxes"), (2, "Owls")]
    assert (rules.size, rules.half_of_all_boards, rules.empty_seat_loses) == (2, True, False)
    assert (rules.bye_points, rules.bye_boards) == (0, 0)
    assert rules.criteria == ("teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr")
    assert all(player.team == "" for player in event.players)


def test_a_file_without_teams_is_no_team_event_and_keeps_its_parameters() -> None:
    event = read(file("", "A1+B1", size=5))
    assert event.settings.teams == TeamRules()
    assert b'teamSize="5"' in FORM.write(event)


def test_criteria_stand_in_the_order_of_their_numbers_and_null_is_nothing() -> None:
    names = [(3, "SOST"), (1, "BDW"), (2, "NULL"), (4, "BDW9U"), (5, "BDW"), (6, "LUCK")]
    listed = "".join(f'<PlacementCriterion name="{name}" number="{n}"/>' for n, name in names)
    listed = f"<PlacementCriteria>{listed}</PlacementCriteria>"
    reading = FORM.read(file(FOXES, rules=f"<TeamPlacementParameterSet>{listed}</TeamPlacementParameterSet>"))
    assert reading.tournament.settings.teams.criteria == ("bdw", "sost", "bdw9u")
    assert reading.tournament.settings.teams.size == 4
    assert "criterion 'LUCK' is not known and is left out" in str(reading.notes[0])


def test_other_lines_in_another_round_are_a_substitute() -> None:
    lines = [(1, 1, "A1"), (1, 2, "A2"), (2, 1, "A3"), (2, 2, "A2")]
    boards = "".join(f'<Board roundNumber="{n}" boardNumber="{b}" player="{key}"/>' for n, b, key in lines)
    event = read(file(f'<Team teamName="Foxes" teamNumber="1">{boards}</Team>'))
    assert (seats(event, "Foxes", 1), seats(event, "Foxes", 2)) == ("A1 A2", "A3 A2")
    assert [event.names[each] for each in event.teams[0].members] == ["A 1", "A 2", "A 3"]


def test_lines_without_a_round_count_for_all_and_lines_after_the_last_round_for_none() -> None:
    event = read(file(team("Foxes", 1, "A1", "A2", rounds=None)))
    assert (seats(event, "Foxes", 1), seats(event, "Foxes", 2)) == ("A1 A2", "A1 A2")
    late = team("Foxes", 1, "A1", "A2", rounds=range(1, 3)) + team("Owls", 2, "A1", "A2", rounds=range(3, 21))
    event = read(file(late))
    assert (seats(event, "Owls", 2), event.teams[1].members) == ("- -", ())


def test_a_key_that_names_nobody_leaves_the_seat_empty() -> None:
    reading = FORM.read(file(team("Foxes", 1, "NOBODY", "A2")))
    assert seats(reading.tournament, "Foxes") == "- A2"
    [note] = reading.notes
    assert "team Foxes has a seat for 'NOBODY', who is not among the players: it stays empty" in str(note)


def test_names_and_numbers_that_are_taken_become_free_ones() -> None:
    reading = FORM.read(file(FOXES + team("Foxes", 1, "B1") + team("Foxes", "x", "C1") + team("Owls", 9)))
    assert [(each.number, each.name) for each in reading.tournament.teams] == [
        (1, "Foxes"),
        (2, "Foxes_2"),
        (3, "Foxes_3"),
        (9, "Owls"),
    ]
    assert len(reading.notes) == 4


def test_a_player_may_be_in_several_teams_but_only_at_one_board_of_each() -> None:
    reading = FORM.read(file(FOXES + team("Bears", 2, "A1", "A1") + team("Cats", 3, "A2", "A1")))
    assert [seats(reading.tournament, name) for name in ("Foxes", "Bears", "Cats")] == [
        "A1 A2",
        "A1 -",
        "A2 A1",
    ]
    assert "A 1 is at two boards of team Bears in round 1: the first one counts" in str(reading.notes[0])


def test_an_odd_size_and_lines_without_a_board_are_noted() -> None:
    lines = (
        '<Team teamName="Foxes" teamNumber="1"><Board player="A1" boardNumber="0" roundNumber="1"/></Team>'
    )
    reading = FORM.read(file(lines, "A1+B1", size=12))
    assert reading.tournament.settings.teams.size == 4
    assert "team size '12' is not between 1 and 10 and is read as 4" in str(reading.notes[0])
    assert "a line of team Foxes names no board or round: left out" in str(reading.notes[1])


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ("A1+B1 B2+A2", [("Foxes", "Owls")]),
        ("B1+A1 A2+B2", [("Owls", "Foxes")]),
        # Whatever board the opponent of board 1 has.
        ("A1+B2 B1+C1", [("Foxes", "Owls")]),
        # The name that sorts first decides: board 1 of Foxes plays somebody without a team.
        ("A1+X1 B1+A2", []),
        ("X1+B1 A1?B2", [("Foxes", "Owls")]),
        # Within a team, or without a game, there is no match.
        ("A1+A2 B1+B2", []),
        ("A2+B2", []),
    ],
)
def test_the_game_of_board_1_makes_the_match(games: str, expected: list[tuple[str, str]]) -> None:
    assert matches(read(file(FOXES + OWLS, games))) == expected


@pytest.mark.parametrize(
    ("games", "paired"),
    [
        ("", True),
        ("A1+B1 B2+A2", True),
        ("A1+B1 A2+X1", True),
        ("A1+B2 A2+B1", False),
        ("A1+X1 A2+X2 B1+B2", False),
    ],
)
def test_teams_are_paired_unless_they_are_only_labels(games: str, paired: bool) -> None:  # noqa: FBT001
    assert read(file(FOXES + OWLS, games)).settings.teams.paired is paired


def test_with_a_player_in_two_teams_players_are_paired() -> None:
    event = read(file(FOXES + team("Cats", 3, "A2", "C1"), "A1+A2"))
    assert not event.settings.by_teams
    assert team_standings(event).rows[0].place == 1


def test_a_team_can_have_two_matches_in_a_round() -> None:
    bears = team("Bears", 3, "C1", "C2")
    event = read(file(FOXES + OWLS + bears, "A1+B1 C1+B2"))
    assert matches(event) == [("Foxes", "Owls"), ("Bears", "Owls")]
    table = team_standings(event, criteria="teamp")
    assert [row.results for row in table.rows if row.team.name == "Owls"] == [("1- 0:1 2- 0:1",)]


def test_capitals_sort_before_small_letters() -> None:
    # Seen from "Zebras" alone there is a match; "ants" sorts after it.
    event = read(file(team("ants", 1, "A1", "A2") + team("Zebras", 2, "B1", "B2"), "B1+A2 A1+X1"))
    assert matches(event) == [("Zebras", "ants")]
    event = read(file(team("ants", 1, "A1", "A2") + team("Zebras", 2, "B1", "B2"), "A1+B2 B1+X1"))
    assert matches(event) == []


def test_an_empty_first_board_makes_no_match() -> None:
    assert matches(read(file(team("Foxes", 1, "-", "A2") + OWLS, "A2+B2 B1+X1"))) == []


def test_seats_beyond_the_size_are_read_and_written() -> None:
    event = read(
        file(team("Foxes", 1, "A1", "A2", "A3") + team("Owls", 2, "B1", "B2", "B3"), "A1-B1 A2+B2 A3+B3")
    )
    assert [board.text for board in matches_of(event, 1)[0].boards] == ["0-1", "1-0", "1-0"]
    assert read(FORM.write(event)) == event


def test_every_seat_is_written_for_twenty_rounds() -> None:
    written = FORM.write(read(file(FOXES + team("Owls", 2, "-", "B2"), "A1+X1")))
    assert written.count(b'player="A1"') == written.count(b'player="B2"') == 20
    assert written.count(b"<Board ") == 60
    assert faults(written) == [fault for fault in faults(written) if "since 1901" not in fault]


def _own_event() -> Tournament:
    event = team_event(
        {"Foxes": "a1 a2", "Owls": "b1 b2"}, "a1+b1 b2+a2 | a3+b1 b2+a2", "Foxes-Owls | Foxes-Owls"
    )
    event = with_line_up(event, "Foxes", 2, ["a3", "a2"])
    event = replace(event, begin="2026-05-01", end="2026-05-02")
    rules = replace(
        TeamRules(),
        size=2,
        handicaps=True,
        half_of_all_boards=True,
        empty_seat_loses=False,
        bye_points=NOTHING,
        bye_boards=NOTHING,
    )
    return replace(event, settings=replace(event.settings, teams=rules))


def _team_losses(event: Tournament) -> list[str]:
    said = [str(each) for each in losses(event, FORM.read(FORM.write(event)))]
    words = ("team", "Foxes", "Owls", "boards of a match", "empty seat", "rest")
    return [each for each in said if any(word in each for word in words)]


def test_line_ups_and_matches_of_an_own_event_are_not_lost() -> None:
    event = _own_event()
    again = read(FORM.write(event))
    assert [seats(again, "Foxes", n) for n in (1, 2)] == ["a1 a2", "a3 a2"]
    assert _team_losses(event) == []


def test_what_opengotha_cannot_hold_of_teams_is_named() -> None:
    event = _own_event()
    foxes, owls = event.teams
    foxes = replace(foxes, captain=foxes.members[0], members=(*foxes.members, event.players[-1].id))
    owls = replace(owls, absent_rounds=frozenset({9}))
    changed = replace(
        event,
        teams=(foxes, owls),
        rounds=(event.rounds[0], replace(event.rounds[1], matches=(), resting=(TeamId("Owls"),))),
        settings=replace(
            event.settings,
            teams=replace(event.settings.teams, criteria=("teamp", "direct"), empty_seat_loses=True),
        ),
    )
    reserve = changed.names[foxes.members[-1]]
    assert reserve == "a3"
    assert _team_losses(changed) == [
        "round 2 of the file has a match Foxes – Owls",
        "round 2: the rest of Owls is lost",
        "Captain (Foxes)",
        "Rounds missed (Owls)",
        "Criteria for places of teams: Team points and Direct comparison (becomes Team points)",
        "An empty seat loses its board: yes (becomes no)",
    ]


def test_a_member_who_never_plays_is_named_as_lost() -> None:
    event = _own_event()
    reserve = next(player.id for player in event.players if player.surname == "a3")
    owls = replace(event.teams[1], members=(*event.teams[1].members, reserve))
    assert _team_losses(replace(event, teams=(event.teams[0], owls))) == [
        "members of Owls who are in no line-up: a3"
    ]


def test_formats_without_teams_say_that_they_are_lost() -> None:
    event = _own_event()
    form = FORMATS["h9"]
    assert "2 teams" in [str(each) for each in losses(event, form.read(form.write(event)))]


def test_teams_of_the_same_name_or_number_are_written_so_that_opengotha_keeps_both() -> None:
    event = _own_event()
    twins = tuple(replace(each, name="Twins", number=7) for each in event.teams)
    written = FORM.write(replace(event, teams=twins))
    assert [(each.number, each.name) for each in read(written).teams] == [(1, "Twins_2"), (7, "Twins")]
    assert faults(written) == []


def test_a_match_names_its_teams_and_line_ups_are_stated_for_drawn_rounds() -> None:
    event = read(file(FOXES + OWLS, "A1+B1 B2+A2"))
    foxes, owls = event.teams
    assert event.round(1).matches == (Match(white=foxes.id, black=owls.id),)
    assert foxes.line_ups == (LineUp(round=1, players=foxes.members),)
