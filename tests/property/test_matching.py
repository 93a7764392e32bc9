"""The matching kernel beside other ways to match, on thousands of graphs."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.matching_cases import assert_equal_to_rustworkx, by_trying_all, certified, random_costs
from miai.engine.kernel.matching import solve


def test_as_many_pairs_at_the_same_cost_as_rustworkx() -> None:
    for seed in range(1000):
        assert_equal_to_rustworkx(random_costs(seed))


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
def test_as_many_pairs_at_the_same_cost_as_rustworkx_on_ten_thousand_graphs(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        assert_equal_to_rustworkx(random_costs(1_000_000 + seed))


@pytest.mark.requirement("V45")
def test_small_graphs_cost_what_trying_all_finds() -> None:
    for seed in range(300):
        costs = random_costs(seed, largest=10)
        matching = certified(costs)
        assert (matching.total if matching.perfect else None) == by_trying_all(costs)


@pytest.mark.soak
def test_small_graphs_cost_what_trying_all_finds_for_long() -> None:
    for seed in range(10_000):
        costs = random_costs(2_000_000 + seed, largest=10)
        matching = certified(costs)
        assert (matching.total if matching.perfect else None) == by_trying_all(costs)


@pytest.mark.soak
def test_large_fields_are_certified() -> None:
    for seed in range(20):
        certified(random_costs(3_000_000 + seed, largest=1000))


@given(seed=st.integers(0, 2**32), order=st.randoms(use_true_random=False))
def test_the_total_does_not_depend_on_the_order_of_the_players(seed: int, order: Random) -> None:
    costs = random_costs(seed, largest=40)
    places = list(range(len(costs)))
    order.shuffle(places)
    matching = solve(costs)
    shuffled = certified(np.ascontiguousarray(costs[np.ix_(places, places)]))
    assert (matching.mate >= 0).sum() == (shuffled.mate >= 0).sum()
    if matching.perfect:
        assert matching.total == shuffled.total
