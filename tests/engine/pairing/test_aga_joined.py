"""Who floats in joined score groups, against a comparison of all pairings."""

from collections.abc import Iterator

import numpy as np
import pytest

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.aga.joined_groups import fewest_breaches, sections_of
from miai.engine.pairing.protocol import Ints

Pairs = list[tuple[int, int]]


def pairings(players: list[int], prices: Ints) -> Iterator[Pairs]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if prices[first, other] != ABSENT:
            for rest in pairings([player for player in others if player != other], prices):
                yield [(first, other), *rest]


def floats(pairs: Pairs, scores: Ints) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who floats up and who floats down, by number from the strongest."""
    apart = [(i, j) for i, j in pairs if scores[i] != scores[j]]
    return tuple(sorted(j for _, j in apart)), tuple(sorted(i for i, _ in apart))


def rank(pairs: Pairs, scores: Ints, prices: Ints) -> tuple[object, ...]:
    """The strongest float up, the lowest float down."""
    gaps = [abs(int(scores[i] - scores[j])) for i, j in pairs]
    broken = sum(int(prices[pair]) for pair in pairs)
    up, down = floats(pairs, scores)
    return broken, sum(gaps), sum(gap > 0 for gap in gaps), up, tuple(-player for player in down)


@pytest.mark.requirement("A38")
@pytest.mark.parametrize("seed", range(60))
def test_the_floats_are_those_of_the_best_of_all_pairings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = (4, 6, 8)[seed % 3]
    scores = -np.sort(-4 * rng.integers(0, (2, 3, 4)[seed % 3 - 1], n))
    price = np.triu((rng.random((n, n)) < 0.2).astype(np.int64), 1)
    may = np.triu(rng.random((n, n)) < (0.5, 0.8)[seed % 2], 1)
    prices = np.where(may | may.T, price + price.T, ABSENT)
    everything = list(pairings(list(range(n)), prices))
    if not everything:
        assert fewest_breaches(prices) is None
        return
    best = min(everything, key=lambda pairs: rank(pairs, scores, prices))
    assert fewest_breaches(prices) == rank(best, scores, prices)[0]
    up, down = floats(best, scores)
    sections = sections_of(scores, prices)
    floating = [section.players for section in sections if section.floating]
    assert floating == ([(*down, *up)] if up else [])
    stay = [section.players for section in sections if not section.floating]
    assert sorted(player for each in stay for player in each) == sorted(set(range(n)) - {*up, *down})
    assert all(len(set(scores[list(each)])) == 1 for each in stay)
