"""What the matching kernel takes, refuses and returns."""

import os
import subprocess
import sys

import numpy as np
import pytest

from kit.matching_cases import (
    Ints,
    assert_equal_to_rustworkx,
    by_trying_all,
    certified,
    matrix,
    nested_blossoms,
    odd_cycles,
    random_costs,
    triangles_in_a_ring,
)
from kit.places import TESTS
from miai.engine.kernel.matching import ABSENT, RANGE_BUDGET, TOTAL_BUDGET, CostsTooLarge, solve, solve_many


def test_nobody_is_matched_at_no_cost() -> None:
    matching = solve(np.zeros((0, 0), np.int64))
    assert matching.perfect
    assert matching.total == 0
    assert matching.mate.tolist() == []


def test_two_are_matched_whatever_it_costs() -> None:
    matching = certified(matrix(2, {(0, 1): -7}))
    assert matching.mate.tolist() == [1, 0]
    assert matching.total == -7


def test_the_cheaper_of_two_ways_is_taken() -> None:
    matching = certified(matrix(4, {(0, 1): 1, (2, 3): 9, (0, 2): 4, (1, 3): 4}))
    assert matching.mate.tolist() == [2, 3, 0, 1]
    assert matching.total == 8


def test_the_diagonal_is_not_looked_at() -> None:
    costs = matrix(4, {(0, 1): 5, (2, 3): 5, (0, 2): 6, (1, 3): 6})
    np.fill_diagonal(costs, -(10**15))
    assert solve(costs).total == 10


def test_an_absent_pair_is_not_used_even_if_nothing_else_is_left() -> None:
    matching = certified(matrix(4, {(0, 1): 1, (0, 2): 1, (0, 3): 1}))
    assert not matching.perfect
    assert (matching.mate >= 0).sum() == 2
    assert matching.odd.tolist() == [0]
    assert matching.even.tolist() == [1, 2, 3]


def test_two_triangles_apart_leave_two_alone() -> None:
    triangle = {(0, 1): 1, (1, 2): 1, (0, 2): 1}
    matching = certified(matrix(6, triangle | {(i + 3, j + 3): 1 for i, j in triangle}))
    assert (matching.mate < 0).sum() == 2
    assert matching.odd.tolist() == []


def test_a_blossom_with_its_dual_is_returned_where_odd_groups_must_be_left() -> None:
    costs = np.full((6, 6), 1000, np.int64)
    costs[:3, :3] = costs[3:, 3:] = 1
    matching = certified(costs)
    assert matching.total == 1002
    assert matching.blossom_starts.tolist()[0] == 0
    assert len(matching.blossom_duals) >= 1
    assert {3, 5} >= set(np.diff(matching.blossom_starts).tolist())


@pytest.mark.parametrize(
    "costs",
    [
        pytest.param(triangles_in_a_ring(8), id="triangles in a ring"),
        pytest.param(odd_cycles(9, 4), id="long odd cycles"),
        pytest.param(odd_cycles(31, 2), id="longer odd cycles"),
        pytest.param(nested_blossoms(3), id="nested blossoms"),
        pytest.param(np.full((60, 60), 5, np.int64), id="all equal"),
        pytest.param(np.full((40, 40), -5, np.int64), id="all equal and negative"),
    ],
)
def test_adversarial_families_cost_what_rustworkx_finds(costs: Ints) -> None:
    assert_equal_to_rustworkx(costs)


def test_costs_as_large_as_the_budget_are_solved_exactly() -> None:
    n = 10
    most = RANGE_BUDGET
    rng = np.random.default_rng(3)
    for low, high in [(0, most), (-most // 2, most // 2), (-most, 0)]:
        for _ in range(50):
            upper = np.triu(rng.choice([low, low + 1, high - 1, high], (n, n)), 1)
            assert certified(upper + upper.T).total == by_trying_all(upper + upper.T)


def test_large_costs_close_together_are_solved_exactly() -> None:
    base = TOTAL_BUDGET // 4 - 10
    costs = matrix(4, {(0, 1): base + 1, (2, 3): base + 2, (0, 2): base, (1, 3): base + 2, (0, 3): base + 9})
    assert solve(costs).total == 2 * base + 2
    assert solve(matrix(2, {(0, 1): -(TOTAL_BUDGET // 2)})).total == -(TOTAL_BUDGET // 2)


@pytest.mark.parametrize(
    ("low", "high"), [(0, RANGE_BUDGET + 1), (-(RANGE_BUDGET), 1), (0, ABSENT - 1), (-ABSENT - 1, 0)]
)
def test_costs_too_far_apart_are_refused(low: int, high: int) -> None:
    costs = matrix(4, {(0, 1): low, (2, 3): high})
    with pytest.raises(CostsTooLarge, match="4 vertices"):
        solve(costs)


@pytest.mark.parametrize("cost", [TOTAL_BUDGET // 4 + 1, -(TOTAL_BUDGET // 4) - 1, -ABSENT, -ABSENT - 1])
def test_costs_whose_sum_would_not_fit_are_refused(cost: int) -> None:
    with pytest.raises(CostsTooLarge):
        solve(matrix(4, {(0, 1): cost, (2, 3): cost}))


def test_duals_beyond_the_budget_are_noticed() -> None:
    rng = np.random.default_rng(5)
    refused = 0
    for _ in range(200):
        n = 60
        chain = {(v, v + 1): int(rng.choice([0, RANGE_BUDGET])) for v in range(n - 1)}
        chain |= {(int(a), int(a) + 3): RANGE_BUDGET for a in rng.integers(0, n - 3, 20)}
        costs = matrix(n, chain)
        try:
            assert_equal_to_rustworkx(costs)
        except CostsTooLarge:
            refused += 1
    assert refused < 200


def test_a_matrix_without_any_pair_matches_nobody() -> None:
    matching = certified(matrix(4, {}))
    assert matching.mate.tolist() == [-1, -1, -1, -1]
    assert matching.total == 0


@pytest.mark.parametrize(
    ("costs", "reason"),
    [
        (np.zeros((3, 3), np.int64), "odd"),
        (np.zeros((2, 4), np.int64), "square"),
        (np.zeros(4, np.int64), "square"),
        (np.zeros((2, 2), np.int32), "int64"),
        (np.zeros((2, 2), np.float64), "int64"),
        (np.zeros((4, 8), np.int64)[:, ::2], "contiguous"),
        (np.array([[0, 1], [2, 0]], np.int64), "symmetric"),
    ],
)
def test_what_is_not_a_matrix_of_costs_is_refused_with_the_reason(costs: Ints, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        solve(costs)


def test_a_batch_names_the_matrix_that_is_refused() -> None:
    costs = np.zeros((3, 2, 2), np.int64)
    costs[2, 0, 1] = 1
    with pytest.raises(ValueError, match=r"Matrix 2: .*symmetric"):
        solve_many(costs)


def test_the_matrix_is_left_as_it_was_even_if_it_is_read_only() -> None:
    costs = random_costs(11, largest=30)
    before = costs.copy()
    costs.flags.writeable = False
    assert solve(costs).total == solve(before).total
    assert (costs == before).all()


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_a_batch_gives_what_one_at_a_time_gives(threads: int | None) -> None:
    rng = np.random.default_rng(5)
    upper = np.triu(rng.integers(0, 50, (40, 26, 26)), 1)
    costs = upper + upper.transpose(0, 2, 1)
    costs[7, 0, :] = costs[7, :, 0] = ABSENT
    batch = solve_many(costs, threads=threads)
    for k, one in enumerate(solve(single) for single in costs):
        assert batch.mates[k].tolist() == one.mate.tolist()
        assert batch.totals[k] == one.total
        assert batch.perfect[k] == one.perfect


def test_an_empty_batch_is_no_work() -> None:
    batch = solve_many(np.zeros((0, 4, 4), np.int64))
    assert batch.mates.shape == (0, 4)


def test_the_same_matrix_gives_the_same_partners_and_duals() -> None:
    costs = random_costs(23)
    first, second = solve(costs), solve(costs.copy())
    assert first.mate.tolist() == second.mate.tolist()
    assert first.vertex_duals.tolist() == second.vertex_duals.tolist()


UNCOMPILED = """
import numba
from kit.matching_cases import *
assert numba.config.DISABLE_JIT
for seed in range(60):
    costs = random_costs(seed, largest=14)
    matching = certified(costs)
    assert (matching.total if matching.perfect else None) == by_trying_all(costs), seed
assert_equal_to_rustworkx(nested_blossoms(2))
assert_equal_to_rustworkx(triangles_in_a_ring(4))
"""


def test_small_cases_come_out_the_same_uncompiled() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
