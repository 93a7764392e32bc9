"""A player who leaves a round that is drawn leaves a game there, which every answer names."""

from dataclasses import replace
from typing import Any

import pytest

from kit.api_program import Program
from kit.console import Console, console
from kit.web_site import Site
from miai.domain.log import events
from miai.domain.log.replay import apply
from miai.domain.people.player import PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.features.consequences.compare import consequences
from miai.features.consequences.wording import lines_of
from miai.features.players.left_games import LeftGame, left_games
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import publish_round


@pytest.fixture
def hall() -> Console:
    """Round 1 is published, and the game at table 1 is over."""
    opened = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k, Eva 2k, Fay 3k")
    opened.draw(1)
    publish_round(*opened.at, round=1, by="Anneke")
    opened.result(1, 1, Result.WHITE_WINS)
    return opened


def _seat(hall: Console, table: int, number: int = 1) -> tuple[PlayerId, str]:
    player = hall.event.board_at(number, table).white
    return player, hall.event.name_of(player)


def _left(hall: Console, event: events.Change) -> list[LeftGame]:
    return list(left_games(hall.event, apply(hall.event, event)))


def test_each_way_to_leave_leaves_the_game_that_players_see(hall: Console) -> None:
    gone, name = _seat(hall, 2)
    player = hall.event.player(gone)
    for event in (
        events.PlayerWithdrew(player=gone, from_round=1),
        events.PlayerChanged(player=replace(player, absent_rounds=frozenset((1,)))),
        events.PlayerChanged(player=replace(player, registration=Registration.PRELIMINARY)),
    ):
        assert _left(hall, event) == [LeftGame(round=1, table=2, name=name, published=True)]


def test_a_game_that_is_over_and_one_that_was_left_before_are_not_news(hall: Console) -> None:
    over, gone = _seat(hall, 1)[0], _seat(hall, 2)[0]
    assert _left(hall, events.PlayerWithdrew(player=over, from_round=1)) == []
    first = apply(hall.event, events.PlayerWithdrew(player=gone, from_round=1))
    again = apply(first, events.PlayerWithdrew(player=gone, from_round=1))
    assert list(left_games(first, again)) == []


def test_a_draft_still_has_the_game(hall: Console) -> None:
    hall.play(1)
    hall.draw(2)
    gone, name = _seat(hall, 2, 2)
    left = _left(hall, events.PlayerWithdrew(player=gone, from_round=2))
    assert left == [LeftGame(round=2, table=2, name=name, published=False)]


def test_the_consequences_of_a_withdrawal_have_it(hall: Console) -> None:
    """It alone is no question: players leave in every round."""
    gone, name = _seat(hall, 2)
    found = consequences(hall.event, apply(hall.event, events.PlayerWithdrew(player=gone, from_round=1)))
    said = {str(line.label): str(line.text) for line in lines_of(found)}
    assert said["Round 1"] == (
        f"players still see {name} at table 2; change the draw and publish it again, or enter a result"
    )
    assert not found


@pytest.mark.parametrize("path", ["withdraw", "attendance", "check-in", "several"])
def test_pages_say_it(hall: Console, path: str) -> None:
    gone, name = _seat(hall, 2)
    own = f"/t/{hall.id}/players"
    ways: dict[str, tuple[str, dict[str, Any]]] = {
        "withdraw": (f"{own}/{gone}/withdraw", {"from_round": "1"}),
        "attendance": (f"{own}/{gone}/attendance", {"misses": "1"}),
        "check-in": (f"{own}/check-in", {"away": gone}),
        "several": (f"{own}/check-in-several", {"away": "ticked", "who": gone}),
    }
    address, fields = ways[path]
    answer = Site(hall.desk).post(address, page=own, enhanced=True, **fields)
    assert answer.status_code == 200
    assert f"Round 1: players still see {name} at table 2" in answer.text


@pytest.mark.parametrize("path", ["withdraw", "attendance"])
def test_the_api_answers_with_it(hall: Console, path: str) -> None:
    gone, name = _seat(hall, 2)
    program = Program(hall.desk, Scope.DIRECT, hall.id)
    method, rest, body = {
        "withdraw": ("POST", "withdraw", {"from_round": 1}),
        "attendance": ("PUT", "attendance/1", {"plays": False}),
    }[path]
    answer = program.ask(method, f"/tournaments/{hall.id}/players/{gone}/{rest}", body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["left"] == [{"round": 1, "table": 2, "name": name, "published": True}]
