"""Who floats up in joined score groups, against a comparison of all pairings."""

from collections.abc import Iterator

import numpy as np
import pytest

from miai.kernel.matching import ABSENT
from miai.pairing.aga.joined import blocks_of, fewest_breaches
from miai.pairing.protocol import Ints

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


def floating_up(pairs: Pairs, scores: Ints) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each score from the top: how many float up to it, and who, by number from the strongest."""
    found = []
    for score in sorted(set(scores.tolist()), reverse=True):
        ups = tuple(sorted(j for i, j in pairs if scores[i] == score and scores[j] < score))
        found.append((len(ups), ups))
    return tuple(found)


def rank(pairs: Pairs, scores: Ints, prices: Ints) -> tuple[object, ...]:
    gaps = [abs(int(scores[i] - scores[j])) for i, j in pairs]
    broken = sum(int(prices[pair]) for pair in pairs)
    return broken, sum(gaps), sum(gap > 0 for gap in gaps), floating_up(pairs, scores)


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
    levels = sorted(set(scores.tolist()), reverse=True)
    expected = {level: ups for level, (_, ups) in zip(levels, floating_up(best, scores), strict=True)}
    for block in blocks_of(scores, prices):
        ups = block.players[len(block.players) - block.ups :]
        assert ups == expected.pop(int(scores[block.players[0]]))
    # Scores all of whose players floated up have nobody left to float up to.
    assert all(ups == () for ups in expected.values())
