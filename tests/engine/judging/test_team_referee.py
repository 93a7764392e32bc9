"""The referee finds what is wrong in the draw of a team event."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from kit.team_events import team_event, with_line_up
from miai.domain.people.team import LineUp
from miai.domain.tournament import Tournament
from miai.engine.judging.team_referee import judge_teams
from miai.engine.pairing.protocol import Draw, Pairing
from miai.features.draw.pair import pair


def event() -> Tournament:
    teams = {name: f"{name.lower()}1 {name.lower()}2 {name.lower()}3" for name in "ABCDE"}
    found = team_event(teams, "a1+b1 b2+a2 c1-d1 d2-c2", "A-B C-D", resting="E", size=2)
    found = replace(found, settings=replace(found.settings, rounds=4))
    return with_line_up(found, "A", 2, ["a3", "a1"])


def turned(board: Pairing) -> Pairing:
    return replace(board, white=board.black, black=board.white)


def first(change: Callable[[Pairing], Pairing]) -> Callable[[Draw], Draw]:
    return lambda draw: replace(draw, boards=(change(draw.boards[0]), *draw.boards[1:]))


def in_matches(change: Callable[[Draw], Draw]) -> Callable[[Draw], Draw]:
    def changed(draw: Draw) -> Draw:
        assert draw.teams is not None
        return replace(draw, teams=change(draw.teams))

    return changed


def swapped_opponents(draw: Draw) -> Draw:
    one, other, *rest = draw.boards
    return replace(draw, boards=(replace(one, black=other.black), replace(other, black=one.black), *rest))


def teammates(draw: Draw) -> Draw:
    one, other, *rest = draw.boards
    return replace(draw, boards=(replace(one, black=other.black), *rest))


def repeated_match(draw: Draw) -> Draw:
    known = {team.id: team for board in draw.boards for team in (board.white, board.black)}
    known |= {team.id: team for team in draw.free}
    match = replace(draw.boards[0], white=known["A"], black=known["B"])  # type: ignore[index]
    return replace(draw, boards=(match,))


def other_line_up(draw: Draw) -> Draw:
    (team, line_up), *rest = draw.line_ups
    wrong = LineUp(round=line_up.round, players=tuple(reversed(line_up.players)))
    return replace(draw, line_ups=((team, wrong), *rest))


def test_a_draw_of_matches_is_in_order() -> None:
    assert judge_teams(event(), pair(event(), round=2)) == []


@pytest.mark.parametrize(
    ("rule", "spoil"),
    [
        ("colours", first(turned)),
        ("handicap", first(lambda board: replace(board, handicap=2))),
        ("komi", first(lambda board: replace(board, komi=0.5))),
        ("table", first(lambda board: replace(board, table=99))),
        ("board", lambda draw: replace(draw, boards=draw.boards[1:])),
        ("board", swapped_opponents),
        ("plays_twice", lambda draw: replace(draw, boards=(*draw.boards, turned(draw.boards[0])))),
        ("own_team", teammates),
        ("line_up", other_line_up),
        ("line_ups", lambda draw: replace(draw, line_ups=draw.line_ups[1:])),
        ("no_matches", lambda draw: replace(draw, teams=None)),
        ("rematch", in_matches(repeated_match)),
        ("seated_twice", in_matches(lambda teams: replace(teams, boards=(teams.boards[0], *teams.boards)))),
        ("left_out", in_matches(lambda teams: replace(teams, boards=teams.boards[1:]))),
        ("no_bye", in_matches(lambda teams: replace(teams, bye=None))),
        ("colour", in_matches(lambda teams: replace(teams, boards=tuple(map(turned, teams.boards))))),
    ],
)
def test_what_is_spoilt_is_found(rule: str, spoil: Callable[[Draw], Draw]) -> None:
    before = event()
    found = {violation.rule for violation in judge_teams(before, spoil(pair(before, round=2)))}
    assert rule in found


def test_a_second_rest_is_found() -> None:
    before = event()
    draw = pair(before, round=2)
    assert draw.teams is not None
    rested = next(
        team for board in draw.teams.boards for team in (board.white, board.black) if team.id == "E"
    )
    wrong = replace(draw, teams=replace(draw.teams, bye=rested))
    assert "second_bye" in {violation.rule for violation in judge_teams(before, wrong)}
