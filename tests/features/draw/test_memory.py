"""What stays in memory after a draw: nothing that grows with the square of the players."""

import gc
import time
import weakref
from typing import Any

import numpy as np
import pytest

from kit.builders import crosstable
from miai.engine.kernel.arrays import kind_for
from miai.engine.pairing.pricing.price_matrix import PairCosts, compact
from miai.features.draw.evaluation import LastAnalysis
from miai.features.draw.pair import analyse, pair, round_of


@pytest.mark.parametrize("preset", ["miai", "gotha", "kaniuk", "aga"])
def test_an_evaluation_keeps_reasons_but_no_matrix(preset: str) -> None:
    event = crosstable("A+B C+D E+F G+H | A+C B+D E+G F+H")
    drawn = round_of(pair(event, round=3, preset=preset))
    analysis: Any = analyse(event, round=3, preset=preset)
    kept = analysis.explain(drawn)
    costs = {board.board.table: board.total for board in kept.boards}
    matrix = weakref.ref(analysis.prices.costs)
    del analysis
    gc.collect()
    assert matrix() is None
    assert all(board.reasons for board in kept.boards)
    assert {board.board.table: sum(each.cost for each in board.reasons) for board in kept.boards} == costs


class Question:
    """A question whose answer has a field of so many players."""

    def __init__(self, players: int) -> None:
        self.view = [None] * players
        self.asked = 0

    def analyse(self) -> "Question":
        """Answer it."""
        self.asked += 1
        return self


def test_the_analysis_of_a_large_field_is_released_after_a_while() -> None:
    last: Any = LastAnalysis(large=10, seconds=0.0)
    last.find(Question(11))
    until = time.monotonic() + 60
    while not last.is_empty and time.monotonic() < until:
        time.sleep(0.01)
    assert last.is_empty


def test_that_of_a_small_field_answers_again() -> None:
    last: Any = LastAnalysis(large=10, seconds=0.0)
    small, other = Question(10), Question(10)
    for question in (small, small, other):
        last.find(question)
    assert (small.asked, other.asked, last.is_empty) == (1, 1, False)


@pytest.mark.parametrize(
    ("widest", "size"), [(0, 1), (127, 1), (128, 2), (2**15 - 1, 2), (2**15, 8), (10**12, 8)]
)
def test_numbers_are_kept_in_as_few_bytes_as_they_need(widest: int, size: int) -> None:
    matrix = np.array([[0, widest], [widest, 0]], np.int64)
    small = compact(matrix)
    assert small.dtype.itemsize == np.dtype(kind_for(widest)).itemsize == size
    assert (small == matrix).all()
    costs = PairCosts(small, lambda deviation: deviation * 1000)
    assert int(costs[0, 1]) == 1000 * widest
    assert np.asarray(costs).tolist() == (1000 * matrix).tolist()
