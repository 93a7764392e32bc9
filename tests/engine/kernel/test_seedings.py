"""Every seeding of document 1, 4.2.3, for groups of 2 to 40 players, whoever leaves the group."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.deviations import (
    ADJACENT,
    ANY,
    CROSS,
    DOUBLE_FOLD,
    FOLD,
    SLIP,
    WIDEST_SEEDING,
    fill_seeding,
)
from miai.engine.kernel.matching import solve

SIZES = range(2, 41)

# Written by hand from the document; players count from 1, and N of them stay in the group.
BY_HAND = {
    FOLD: {
        2: ["1-2"],
        4: ["1-4", "2-3"],
        6: ["1-6", "2-5", "3-4"],
        8: ["1-8", "2-7", "3-6", "4-5"],
        10: ["1-10", "2-9", "3-8", "4-7", "5-6"],
    },
    DOUBLE_FOLD: {
        2: ["1-2"],
        4: ["1-2", "3-4"],
        6: ["1-2", "3-4", "5-6"],
        8: ["1-4", "2-3", "5-8", "6-7"],
        10: ["1-4", "2-3", "5-6", "7-10", "8-9"],
        12: ["1-6", "2-5", "3-4", "7-12", "8-11", "9-10"],
        14: ["1-6", "2-5", "3-4", "7-8", "9-14", "10-13", "11-12"],
        16: ["1-8", "2-7", "3-6", "4-5", "9-16", "10-15", "11-14", "12-13"],
    },
    SLIP: {
        2: ["1-2"],
        4: ["1-3", "2-4"],
        6: ["1-4", "2-5", "3-6"],
        8: ["1-5", "2-6", "3-7", "4-8"],
        10: ["1-6", "2-7", "3-8", "4-9", "5-10"],
    },
    ADJACENT: {
        2: ["1-2"],
        4: ["1-2", "3-4"],
        6: ["1-2", "3-4", "5-6"],
        8: ["1-2", "3-4", "5-6", "7-8"],
    },
}


def ideal(method: int, size: int) -> set[tuple[int, int]]:
    """Who meets whom, players counted from 1, by the formulas of 4.2.3."""
    half, quarter = size // 2, size // 4
    if method == FOLD:
        return {(x, size - x + 1) for x in range(1, half + 1)}
    if method == SLIP:
        return {(x, x + half) for x in range(1, half + 1)}
    if method == ADJACENT:
        return {(x, x + 1) for x in range(1, size, 2)}
    upper = {(x, 2 * quarter + 1 - x) for x in range(1, quarter + 1)}
    lower = {(size + 1 - y, size + 1 - x) for x, y in upper}
    # Quarters that do not come out even leave the two in the middle.
    return upper | lower | ({(half, half + 1)} if size % 4 else set())


@pytest.mark.requirement("V40", "V41", "V42")
@pytest.mark.parametrize("method", BY_HAND)
def test_the_formulas_are_the_lists_written_by_hand(method: int) -> None:
    for size, pairs in BY_HAND[method].items():
        assert ideal(method, size) == {(int(a), int(b)) for a, b in (pair.split("-") for pair in pairs)}


@cache
def whole_group(size: int, method: int) -> Ints:
    whole = np.empty((size, size), np.int64)
    fill_seeding(np.zeros(size, np.int64), np.arange(size), np.full(size, size), method, 1, whole)
    return whole


def prices(size: int, staying: list[int], method: int) -> Ints:
    return np.ascontiguousarray(whole_group(size, method)[np.ix_(staying, staying)])


def leavers(size: int) -> Iterator[tuple[int, ...]]:
    """Who leaves so that an even number stays: nobody, anybody, or any two (in large groups of some)."""
    if size % 2:
        yield from ((place,) for place in range(size))
        return
    yield ()
    near_the_middle = {size // 2 - 2, size // 2 - 1, size // 2, size // 2 + 1}
    some = [p for p in range(size) if size <= 12 or p % 7 == 0 or p == size - 1 or p in near_the_middle]
    yield from combinations(some, 2)


def differs(method: int, size: int, gone: tuple[int, ...]) -> bool:
    """Whether those who stay are paired in any other way than the method says."""
    staying = [place for place in range(size) if place not in gone]
    costs = prices(size, staying, method)
    wanted = np.array(sorted(ideal(method, len(staying))), np.int64).reshape(-1, 2) - 1
    # Each wanted pair costs a little more: only if no other pairing is as good, the best still has them all.
    weighed = costs * (size + 1)
    weighed[wanted[:, 0], wanted[:, 1]] += 1
    weighed[wanted[:, 1], wanted[:, 0]] += 1
    least = int(costs[wanted[:, 0], wanted[:, 1]].sum())
    return len(staying) > 0 and solve(weighed).total != least * (size + 1) + len(wanted)


@pytest.mark.requirement("V40", "V42")
@pytest.mark.parametrize("method", [FOLD, SLIP, ADJACENT])
def test_whoever_leaves_the_best_pairing_of_the_others_is_the_one_of_the_document(method: int) -> None:
    wrong = [(size, gone) for size in SIZES for gone in leavers(size) if differs(method, size, gone)]
    assert not wrong


@pytest.mark.requirement("V41")
def test_double_folding_is_right_unless_two_leave_the_same_half() -> None:
    def from_both_halves(size: int, gone: tuple[int, ...]) -> bool:
        return len(gone) < 2 or gone[0] < size // 2 <= gone[1]

    wrong = [
        (size, gone)
        for size in SIZES
        for gone in leavers(size)
        if from_both_halves(size, gone) and differs(DOUBLE_FOLD, size, gone)
    ]
    assert not wrong


@pytest.mark.requirement("V40", "V41", "V42")
@pytest.mark.parametrize("method", BY_HAND)
@pytest.mark.parametrize("size", [41, 60, 97, 240, 401])
def test_large_groups_are_seeded_the_same_way(method: int, size: int) -> None:
    middle = (size // 2,) if size % 2 else (size // 2 - 1, size // 2)
    assert not differs(method, size, middle)
    assert size % 2 or not differs(method, size, ())


@pytest.mark.requirement("V43")
def test_random_between_the_halves_of_those_who_stay_has_no_favourites() -> None:
    for size in SIZES:
        for gone in leavers(size):
            staying = [place for place in range(size) if place not in gone]
            half = len(staying) // 2
            costs = prices(size, staying, CROSS)
            across = costs[:half, half:]
            # All pairings between the halves cost the same where every pair costs what its two players add.
            assert (across == across[:, :1] + across[:1, :] - across[:1, :1]).all()
            # A little off every pair inside a half does not make it worth drawing.
            weighed = costs * (size + 1)
            weighed[:half, :half] -= 1
            weighed[half:, half:] -= 1
            assert not half or solve(weighed).total == (size + 1) * int(np.trace(across))


@pytest.mark.requirement("V43")
def test_random_in_the_whole_group_has_no_favourites_at_all() -> None:
    assert not any(prices(size, list(range(size)), ANY).any() for size in SIZES)


@pytest.mark.parametrize("method", [FOLD, DOUBLE_FOLD, SLIP, ADJACENT, CROSS])
def test_no_deviation_is_wider_than_the_widest(method: int) -> None:
    assert prices(1500, list(range(1500)), method).max() <= WIDEST_SEEDING
