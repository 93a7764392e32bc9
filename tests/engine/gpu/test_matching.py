"""The GPU's sources find the kernel's matchings, of several equal ones the same."""

import numpy as np
import pytest

from kit.gpu_host import matched
from kit.matching_cases import Ints, nested_blossoms, odd_cycles, random_costs, triangles_in_a_ring
from miai.engine.kernel.matching import ABSENT, solve_many

WIDTHS = pytest.mark.parametrize("wide", [False, True], ids=["narrow", "wide"])


def _assert_the_same(costs: Ints, *, wide: bool, lanes: int = 1) -> None:
    expected = solve_many(costs)
    mates, totals = matched(costs, wide=wide, lanes=lanes)
    assert np.array_equal(mates, expected.mates)
    assert np.array_equal(totals, expected.totals)


def _batch(n: int, count: int, seed: int) -> Ints:
    """Graphs of n vertices: of few or many different costs, from whole to nearly empty."""
    dice = np.random.default_rng((n, seed))
    most = dice.choice([1, 2, 3, 6, 30, 10**6], (count, 1, 1))
    costs = dice.integers(0, most, (count, n, n))
    # Distances on a small board make many blossoms.
    places = dice.integers(0, 9, (count, n, 2))
    on_board = dice.random((count, 1, 1)) < 0.3
    costs = np.where(on_board, abs(places[:, :, None] - places[:, None]).sum(axis=-1), costs)
    absent = dice.random((count, n, n)) < dice.choice([0, 0.1, 0.4, 0.7, 0.9], (count, 1, 1))
    upper = np.triu(np.where(absent, ABSENT, costs), 1)
    return np.ascontiguousarray(upper + upper.transpose(0, 2, 1))


@WIDTHS
@pytest.mark.parametrize("n", range(2, 65, 2))
def test_every_size_is_matched_as_by_the_kernel(n: int, *, wide: bool) -> None:
    _assert_the_same(_batch(n, 120, seed=1), wide=wide)


@WIDTHS
@pytest.mark.parametrize("n", [2, 6, 32, 34, 52, 64])
@pytest.mark.parametrize("order", ["forward", "backward"])
def test_thirty_two_lanes_find_the_same(
    n: int, order: str, monkeypatch: pytest.MonkeyPatch, *, wide: bool
) -> None:
    monkeypatch.setenv("MIAI_LANE_ORDER", order)
    _assert_the_same(_batch(n, 5, seed=2), wide=wide, lanes=32)


def test_costs_of_either_sign_and_of_any_size_are_matched_as_by_the_kernel() -> None:
    for seed in range(300):
        _assert_the_same(random_costs(seed, largest=64)[np.newaxis], wide=True)


@pytest.mark.parametrize(
    "costs",
    [triangles_in_a_ring(20), odd_cycles(7, 8), odd_cycles(21, 2), *(nested_blossoms(k) for k in (1, 2, 3))],
    ids=["ring", "cycles of 7", "cycles of 21", "nested once", "twice", "three times"],
)
def test_graphs_that_are_hard_on_blossoms_are_matched_as_by_the_kernel(costs: Ints) -> None:
    for lanes in (1, 32):
        _assert_the_same(costs[np.newaxis], wide=True, lanes=lanes)
