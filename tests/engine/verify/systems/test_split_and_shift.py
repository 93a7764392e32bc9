"""The best pairing of a score group: the search for large groups finds what a comparison of all finds."""

import random

import pytest

from miai.engine.verify.systems import split_and_shift
from miai.engine.verify.systems.before import NotDerived
from miai.engine.verify.systems.split_and_shift import best_pairing, least_price


def _prices(count: int, dice: random.Random, *, price: int) -> dict[tuple[int, int], int]:
    return {
        (i, j): dice.choice((0, 0, 0, price))
        for i in range(count)
        for j in range(i + 1, count)
        if dice.random() < 0.85
    }


def test_split_and_shift_is_the_ideal() -> None:
    prices = {(i, j): 0 for i in range(6) for j in range(i + 1, 6)}
    assert best_pairing(6, prices, None) == ((0, 3), (1, 4), (2, 5))
    # One exchange with the last board: the second one stays as it is.
    del prices[0, 3]
    assert best_pairing(6, prices, None) == ((0, 5), (1, 4), (2, 3))


@pytest.mark.parametrize("seed", range(60))
def test_the_search_for_large_groups_agrees_with_the_comparison_of_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(seed)
    count = dice.choice((4, 6, 8, 10))
    prices = _prices(count, dice, price=dice.choice((0, 1, 2)))
    try:
        best = best_pairing(count, prices, None)
    except ValueError:
        # Nobody can pair this group.
        return
    assert least_price(count, prices) <= sum(prices[pair] for pair in best)
    monkeypatch.setattr(split_and_shift, "_MOST_COMPARED", 0)
    other = next(iter(split_and_shift.all_pairings(tuple(range(count)), prices)))
    for drawn in (best, other):
        try:
            assert best_pairing(count, prices, drawn) == best
        except NotDerived:
            assert drawn == other or sum(prices[pair] for pair in best) > 0
