"""What the players of teams won on their boards."""

from dataclasses import replace

import pytest

from kit.team_events import team_event, with_line_up
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.individuals import IndividualRow, individual_standings
from miai.errors import InputError

EVENT = with_line_up(
    team_event(
        {"A": "a1 a2 a3", "B": "b1 b2"},
        "a1+b1 a2=b2 | b1+a3 a1+b2!",
        "A-B | B-A",
        size=2,
    ),
    "A",
    2,
    ["a3", "a1"],
)


def _rows(event: Tournament) -> dict[str, IndividualRow]:
    return {row.player.surname: row for row in individual_standings(event).rows}


def test_points_games_and_boards_of_every_player() -> None:
    rows = _rows(EVENT)
    assert {name: (plain(row.points), row.games) for name, row in rows.items()} == {
        "a1": (2, 2),
        "a2": (0.5, 1),
        "a3": (0, 1),
        "b1": (1, 2),
        "b2": (0.5, 2),
    }
    assert [turn.text if turn else None for turn in rows["a1"].turns] == ["1+", "2+!"]
    assert [turn.text if turn else None for turn in rows["a2"].turns] == ["2=", None]
    assert {name: row.board for name, row in rows.items()} == {"a1": 1, "a2": 2, "a3": 1, "b1": 1, "b2": 2}


def test_points_then_fewer_games_decide_and_equal_players_share_the_place() -> None:
    assert [(row.place, row.player.surname) for row in individual_standings(EVENT).rows] == [
        (1, "a1"),
        (2, "b1"),
        (3, "a2"),
        (4, "b2"),
        (5, "a3"),
    ]
    before = individual_standings(EVENT, after=0).rows
    assert {row.place for row in before} == {1}


def test_a_game_without_a_result_is_shown_and_not_counted() -> None:
    event = team_event({"A": "a1", "B": "b1"}, "a1?b1", "A-B")
    row = _rows(event)["a1"]
    assert ([turn.text for turn in row.turns if turn], row.games) == (["1?"], 0)


def test_an_empty_seat_gives_its_opponent_the_point() -> None:
    event = team_event({"A": "a1 a2", "B": "b1"}, "a1+b1", "A-B")
    row = _rows(event)["a2"]
    assert ([turn.text for turn in row.turns if turn], plain(row.points)) == (["2+!"], 1)


def test_without_teams_there_is_no_such_table() -> None:
    with pytest.raises(InputError, match="there are no teams"):
        individual_standings(replace(EVENT, teams=()))
