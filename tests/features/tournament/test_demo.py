"""The demo: a director could publish the draw of its last round as it is."""

import pytest

import miai
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.features.draw.pair import pair
from miai.features.tournament.demo import demo


@pytest.fixture(scope="module")
def event() -> Tournament:
    return demo().tournament


@pytest.fixture(scope="module")
def draw(event: Tournament) -> Draw:
    return pair(event, round=event.settings.rounds)


def test_everybody_who_is_there_has_an_opponent_or_the_one_bye(event: Tournament, draw: Draw) -> None:
    there = {player.id for player in event.players if draw.round not in player.absent_rounds}
    seated = [player.id for board in draw.boards for player in (board.white, board.black)]
    free = [draw.bye.id] if draw.bye else []
    assert sorted(seated + free) == sorted(there)
    assert (draw.optimal, draw.problems, draw.also_free, draw.sits_out) == (True, (), (), ())


def test_no_board_is_over_more_than_a_point(event: Tournament, draw: Draw) -> None:
    score = {row.player.id: row.values["mms"] for row in miai.standings(event, criteria="mms").rows}
    assert max(abs(score[board.white.id] - score[board.black.id]) for board in draw.boards) <= 1


def test_no_board_is_more_than_two_grades_apart(draw: Draw) -> None:
    assert max(abs(board.white.grade.number - board.black.grade.number) for board in draw.boards) <= 2


def test_nobody_meets_a_clubmate_or_an_earlier_opponent(event: Tournament, draw: Draw) -> None:
    met = {frozenset((board.white, board.black)) for drawn in event.rounds for board in drawn.boards}
    for board in draw.boards:
        white, black = board.white, board.black
        assert (white.country, white.club) != (black.country, black.club)
        assert frozenset((white.id, black.id)) not in met


def test_nobody_has_a_second_bye(event: Tournament, draw: Draw) -> None:
    earlier = {bye.player for drawn in event.rounds for bye in drawn.byes}
    assert draw.bye is None or draw.bye.id not in earlier
