"""The AGA's order of alternatives in a group, against a comparison of all pairings."""

from collections.abc import Sequence

import numpy as np
import pytest

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.aga.exchanges import Search
from miai.engine.pairing.aga.order import best_pairing
from miai.engine.pairing.protocol import Ints

Pairs = Sequence[tuple[int, int]]


def rank(pairs: Pairs, prices: Ints) -> tuple[object, ...]:
    """What pairings are compared by, lower being better.

    Prices, switches, transpositions, how late the changes come, and how near opponents are to the ideal ones.
    """
    half = len(pairs)
    mates = {i: j for pair in pairs for i, j in (pair, pair[::-1])}
    switches = sum((i < half) == (j < half) for i, j in pairs) // 2
    ideal = [(player + half) % (2 * half) for player in range(2 * half)]
    return (
        sum(int(prices[pair]) for pair in pairs),
        switches,
        half - rings(mates, half) - switches,
        tuple(-board for board in range(half) if mates[board] != board + half),
        tuple((abs(mates[player] - ideal[player]), -mates[player]) for player in range(2 * half)),
    )


def rings(mates: dict[int, int], half: int) -> int:
    """The rings of a pairing laid over the ideal one; each exchange of two players parts or joins two."""
    seen: set[int] = set()
    count = 0
    for start in range(2 * half):
        count += start not in seen
        player = start
        while player not in seen:
            seen |= {player, mates[player]}
            player = (mates[player] + half) % (2 * half)
    return count


def all_pairings(players: list[int]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, *others = players
    return [
        [(first, other), *rest]
        for other in others
        for rest in all_pairings([p for p in others if p != other])
    ]


def random_prices(seed: int, n: int, *, allowed: float, shared: float) -> Ints:
    """Prices of pairs, some forbidden and some with something in common."""
    rng = np.random.default_rng(seed)
    may = np.triu(rng.random((n, n)) < allowed, 1)
    price = np.triu((rng.random((n, n)) < shared).astype(np.int64), 1)
    return np.where(may | may.T, price + price.T, ABSENT)


def best_of_all(prices: Ints) -> Pairs | None:
    pairings = all_pairings(list(range(len(prices))))
    valid = [each for each in pairings if all(prices[pair] != ABSENT for pair in each)]
    return min(valid, key=lambda each: rank(each, prices), default=None)


@pytest.mark.requirement("A33", "A34", "A37")
@pytest.mark.parametrize("seed", range(80))
def test_the_best_of_all_pairings_is_taken(seed: int) -> None:
    n = (2, 4, 6, 8)[seed % 4]
    prices = random_prices(seed, n, allowed=(0.4, 0.6, 0.9)[seed % 3], shared=0.3 * (seed % 2))
    found, best = best_pairing(prices), best_of_all(prices)
    if best is None:
        assert found is None
    else:
        assert found is not None
        assert found.exact
        assert found.pairs == tuple(best)


@pytest.mark.requirement("A33")
@pytest.mark.parametrize("seed", range(4))
def test_transpositions_are_the_fewest_in_groups_of_twelve_too(seed: int) -> None:
    prices = random_prices(seed, 12, allowed=0.45, shared=0.0)
    found, best = best_pairing(prices), best_of_all(prices)
    assert found is not None
    assert best is not None
    assert found.pairs == tuple(best)


@pytest.mark.requirement("A33")
def test_a_search_that_is_too_long_says_what_is_proved() -> None:
    prices = random_prices(1, 40, allowed=0.2, shared=0.0)
    exact, stopped = best_pairing(prices, Search(20_000)), best_pairing(prices, Search(3))
    assert exact is not None
    assert stopped is not None
    assert not stopped.exact
    assert stopped.at_least <= exact.exchanges <= stopped.exchanges
    assert rank(stopped.pairs, prices)[:2] == rank(exact.pairs, prices)[:2]


def test_exchanges_are_counted_as_a_player_would() -> None:
    none = np.zeros((8, 8), np.int64)
    assert rank([(0, 4), (1, 5), (2, 6), (3, 7)], none)[1:3] == (0, 0)
    assert rank([(0, 4), (1, 5), (2, 7), (3, 6)], none)[1:3] == (0, 1)
    assert rank([(0, 5), (1, 4), (2, 7), (3, 6)], none)[1:3] == (0, 2)
    assert rank([(0, 1), (4, 5), (2, 6), (3, 7)], none)[1:3] == (1, 0)
    assert rank([(0, 5), (1, 6), (2, 4), (3, 7)], none)[1:3] == (0, 2)
