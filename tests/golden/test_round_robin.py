"""Document 1's table 3.1: a round robin for ten players."""

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Colour
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import RoundRobin

TEN = tuple(
    Player(id=PlayerId(str(number)), surname=str(number), grade=Grade.parse("1d"), rating=2200 - number)
    for number in range(1, 11)
)
PRINTED = {
    1: ("1 2 3 4 5", "6 7 8 9 10"),
    2: ("1 6 2 3 4", "7 8 9 10 5"),
    3: ("1 7 6 2 3", "8 9 10 5 4"),
    4: ("1 8 7 6 2", "9 10 5 4 3"),
}


@pytest.mark.requirement("V18")
@pytest.mark.parametrize("number", PRINTED)
def test_the_four_printed_rounds_sit_as_printed(number: int) -> None:
    matches = RoundRobin().plan(TEN, 0).of_round(number)
    rows = zip(*([player.surname for player in match.players] for match in matches), strict=True)
    assert tuple(" ".join(row) for row in rows) == PRINTED[number]
    assert [match.table for match in matches] == [1, 2, 3, 4, 5]


@pytest.mark.requirement("V18")
@pytest.mark.parametrize("number", PRINTED)
def test_the_printed_rounds_are_drawn_board_by_board(number: int) -> None:
    draw = RoundRobin().draw(Tournament(players=TEN), round=number, seed=0)
    boards = [{board.white.surname, board.black.surname} for board in draw.boards]
    upper, lower = (row.split() for row in PRINTED[number])
    assert boards == [{one, other} for one, other in zip(upper, lower, strict=True)]
    assert [board.table for board in draw.boards] == [1, 2, 3, 4, 5]


@pytest.mark.requirement("V19")
def test_the_upper_row_plays_the_first_round_with_black() -> None:
    draw = RoundRobin().draw(Tournament(players=TEN), round=1, seed=0)
    assert " ".join(board.black.surname for board in draw.boards) == PRINTED[1][0]


@pytest.mark.requirement("V19")
def test_colours_alternate_from_round_to_round_but_where_they_are_turned_to_balance_them() -> None:
    matches = RoundRobin().plan(TEN, 0).matches
    alternating = {1: Colour.BLACK, 0: Colour.WHITE}
    turned = [match for match in matches if match.upper_colour is not alternating[match.round % 2]]
    # The rows' alternation alone would give players 3 and 5 three blacks more than whites.
    assert len(turned) == 2
