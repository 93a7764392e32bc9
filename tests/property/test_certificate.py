"""No change of a proof goes unnoticed."""

from dataclasses import replace

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from kit.matching_cases import certified, random_costs, verdict_on

SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS, place=st.integers(0, 10**6), by=st.integers(-(10**9), 10**9).filter(bool))
def test_a_changed_dual_never_passes(seed: int, place: int, by: int) -> None:
    costs = random_costs(seed, largest=30)
    matching = certified(costs)
    assume(matching.perfect)
    duals = matching.vertex_duals.copy()
    duals[place % len(duals)] += by
    assert not verdict_on(costs, replace(matching, vertex_duals=duals)).optimal


@given(seed=SEEDS, first=st.integers(0, 10**6), second=st.integers(0, 10**6))
def test_two_boards_that_swap_opponents_pass_only_if_the_total_stays(
    seed: int, first: int, second: int
) -> None:
    costs = random_costs(seed, largest=30)
    matching = certified(costs)
    n = len(costs)
    a, b = first % n, second % n
    assume(matching.perfect and a != b and matching.mate[a] != b)
    mate = matching.mate.copy()
    c, d = mate[a], mate[b]
    mate[[a, c, b, d]] = [b, d, a, c]
    total = costs[np.arange(n), mate].astype(object).sum() // 2
    verdict = verdict_on(costs, replace(matching, mate=mate))
    assert verdict.optimal == (total == matching.total)


@given(seed=SEEDS, board=st.integers(0, 10**6), by=st.integers(1, 10**9))
def test_a_matrix_in_which_a_board_has_become_dearer_or_cheaper_is_another_one(
    seed: int, board: int, by: int
) -> None:
    costs = random_costs(seed, largest=30)
    matching = certified(costs)
    assume(matching.perfect)
    i = board % len(costs)
    j = matching.mate[i]
    for change in (by, -by):
        other = costs.copy()
        other[i, j] = other[j, i] = costs[i, j] + change
        assert not verdict_on(other, matching).optimal
