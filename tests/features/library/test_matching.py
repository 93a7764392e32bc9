"""`miai.match`: the least total of any symmetric matrix, what it refuses, and a certificate that can fail."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import miai

SQUARE = np.array([[0, 3, 1, 4], [3, 0, 5, 1], [1, 5, 0, 2], [4, 1, 2, 0]])


def pairings(left: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """Every way to pair them."""
    if not left:
        return [[]]
    first, *others = left
    return [
        [(first, other), *rest]
        for other in others
        for rest in pairings(tuple(each for each in others if each != other))
    ]


def symmetric(n: int, low: int, high: int, seed: int) -> Any:
    drawn = np.random.default_rng(seed).integers(low, high, (n, n), endpoint=True)
    return np.triu(drawn, 1) + np.triu(drawn, 1).T


@given(st.sampled_from((2, 4, 6)), st.integers(0, 9), st.integers(0, 99))
def test_no_pairing_costs_less(n: int, low: int, seed: int) -> None:
    costs = symmetric(n, -low, 9, seed)
    found = miai.match(costs)
    assert found.total == min(sum(costs[i, j] for i, j in each) for each in pairings(tuple(range(n))))
    assert sorted(itertools.chain(*found.pairs)) == list(range(n))
    assert found.total == sum(costs[i, j] for i, j in found.pairs) == found.certificate.bound
    assert found.certificate.verify()


@given(st.integers(0, 99))
def test_of_an_odd_number_the_one_stays_alone_who_makes_it_cheapest(seed: int) -> None:
    costs, prices = symmetric(5, 0, 9, seed), np.random.default_rng(seed).integers(0, 9, 5)
    ways = [
        prices[one] + sum(costs[i, j] for i, j in each)
        for one in range(5)
        for each in pairings(tuple(k for k in range(5) if k != one))
    ]
    found = miai.match(costs, alone=prices)
    assert found.alone is not None
    assert found.total == min(ways) == prices[found.alone] + sum(costs[i, j] for i, j in found.pairs)
    assert found.certificate.verify()


@pytest.mark.parametrize(
    "costs",
    [
        SQUARE.astype(np.int32),
        SQUARE.astype(np.uint8),
        SQUARE.tolist(),
        np.asfortranarray(SQUARE),
        np.repeat(np.repeat(SQUARE, 2, axis=0), 2, axis=1)[::2, ::2],
    ],
    ids=["int32", "uint8", "lists", "columns first", "view"],
)
def test_whole_numbers_of_every_kind_are_matched_and_left_as_they_are(costs: Any) -> None:
    before = np.array(costs)
    assert miai.match(costs).pairs == ((0, 2), (1, 3))
    assert (np.array(costs) == before).all()


def test_floats_are_counted_as_finely_as_was_asked_for() -> None:
    found = miai.match(SQUARE / 8, scale=1000)
    assert (found.pairs, found.total, found.cost) == (((0, 2), (1, 3)), 250, 0.25)


def test_infinite_costs_and_forbidden_pairs_are_avoided() -> None:
    costs = SQUARE.astype(float)
    costs[0, 2] = costs[2, 0] = np.inf
    assert miai.match(costs, scale=1).pairs == ((0, 1), (2, 3))
    forbidden = np.zeros((4, 4), bool)
    forbidden[0, 2] = True
    assert miai.match(SQUARE, forbidden=forbidden).pairs == ((0, 1), (2, 3))


def test_where_forbidden_pairs_leave_no_pairing_it_says_so() -> None:
    only_with_the_first = np.ones((4, 4), bool)
    only_with_the_first[0] = only_with_the_first[:, 0] = False
    with pytest.raises(miai.NoPairingError, match="without 1 of them, the others fall into 3 groups"):
        miai.match(SQUARE, forbidden=only_with_the_first)
    with pytest.raises(miai.NoPairingError, match="4 groups of odd size, and no pair between them"):
        miai.match(SQUARE, forbidden=np.ones((4, 4), bool))


def changed(i: int, j: int, value: float) -> Any:
    costs = SQUARE.astype(float)
    costs[i, j] = value
    return costs


@pytest.mark.parametrize(
    ("costs", "options", "sentence"),
    [
        (
            SQUARE.astype(float),
            {},
            "the costs are not whole numbers: give scale=1000 to count in thousandths",
        ),
        (changed(1, 2, np.nan), {"scale": 1}, r"costs\[1, 2\] is nan"),
        (changed(1, 2, -np.inf), {"scale": 1}, r"costs\[1, 2\] is -inf"),
        (changed(1, 2, 9), {"scale": 1}, r"the same both ways: costs\[1, 2\] and costs\[2, 1\] differ"),
        (changed(1, 2, np.inf), {"scale": 1}, r"the same both ways: costs\[1, 2\] and costs\[2, 1\] differ"),
        (SQUARE, {"scale": 0}, "the scale must be a number above 0"),
        (SQUARE.astype(float), {"scale": 1e30}, "the costs are too large for exact sums of 4"),
        (SQUARE * 2**61, {}, "the costs are too large for exact sums of 4"),
        (np.full((2, 2), 2**64 - 1, np.uint64), {}, "the costs are too large for exact sums of 2"),
        (SQUARE[:3, :3], {}, "3 cannot all be matched in pairs: give alone=0"),
        (SQUARE[:3], {}, "the costs must be a square matrix, not 3 × 4"),
        ([1, 2], {}, "the costs must be a square matrix, not 2"),
        ([[0, 1], [1]], {}, "the costs must be a square matrix: its rows have different lengths"),
        ([["a", "b"], ["c", "d"]], {}, "the costs must be numbers of at most 64 bits"),
        ([[0, 2**70], [2**70, 0]], {}, "the costs must be numbers of at most 64 bits"),
        (SQUARE[:3, :3], {"alone": [1, 2]}, "alone must be one number, or one for each of the 3"),
        (SQUARE[:3, :3], {"alone": 0.5}, "alone is not a whole number: give a scale"),
        (SQUARE, {"forbidden": SQUARE}, "forbidden pairs must be a matrix of 4 × 4 truth values"),
    ],
)
def test_what_cannot_be_matched_exactly_is_refused_in_one_sentence(
    costs: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(miai.InputError, match=sentence) as refused:
        miai.match(costs, **options)
    assert len(refused.value.problems) == 1


def test_a_certificate_that_was_changed_proves_nothing() -> None:
    certificate = miai.match(symmetric(8, 0, 99, 3)).certificate
    assert certificate.verify()
    lower = (certificate.duals[0] - 1, *certificate.duals[1:])
    assert not replace(certificate, duals=lower).verify()


def test_nobody_is_matched_for_nothing() -> None:
    found = miai.match(np.zeros((0, 0), int))
    assert (found.pairs, found.total, found.certificate.verify()) == ((), 0, True)
