"""The fewest exchanges of two players that turn one pairing into another one that is allowed.

Boards start as the pairs of an ideal pairing. An exchange joins two boards into a chain, whose two ends can
meet for nothing; a pairing that mixes L boards in one ring needs L - 1 exchanges. To mix boards in as many
rings as possible is hard in general, so this is a search. Two exact matchings bound it: one in which a ring
counts only half of its boards (never too high), and one that allows rings of at most two boards (always a
pairing). Where they agree, and they nearly always do, the answer is proved at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from miai.engine.kernel.matching import ABSENT, solve
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.protocol import Ints

# What an exchange counts. A changed pair counts 1 in the lower bound: a ring of two boards has two of them.
EXCHANGE = 2
# How many steps the search may take in one group; groups of real events need a few dozen.
MOST_STEPS = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Chains:
    """Players who are still to be paired; `other_end` is who each of them meets without an exchange.

    `prices` holds what a pair costs beside exchanges, `ABSENT` where it is forbidden; `paid` is what the
    `pairs` chosen so far cost with their exchanges.
    """

    free: Ints
    other_end: Ints
    prices: Ints
    paid: int = 0
    pairs: tuple[Pair, ...] = ()

    def with_pair(self, i: int, j: int) -> "Chains":
        """The same with a pair chosen: a chain is closed, or two chains are joined by an exchange."""
        ends = self.other_end
        exchange = 0
        if ends[i] != j:
            ends = ends.copy()
            ends[ends[i]], ends[ends[j]] = ends[j], ends[i]
            exchange = EXCHANGE
        return replace(
            self,
            free=self.free[(self.free != i) & (self.free != j)],
            other_end=ends,
            paid=self.paid + int(self.prices[i, j]) + exchange,
            pairs=(*self.pairs, (i, j)),
        )

    def without_pair(self, i: int, j: int) -> "Chains":
        """The same with a pair forbidden."""
        prices = self.prices.copy()
        prices[i, j] = prices[j, i] = ABSENT
        return replace(self, prices=prices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A complete pairing and what it costs."""

    total: int
    pairs: tuple[Pair, ...]


class Search:
    """Looks for the cheapest completion of chains.

    It is `exhausted` once it ran out of steps; `least` is what no completion of the first chains undercuts.
    """

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self._steps = steps
        self.exhausted = False
        self.least = 0

    def best(self, chains: Chains, below: int | None = None) -> Found | None:
        """The cheapest completion, if there is one that costs less than `below`."""
        best: Found | None = None
        limit = ABSENT if below is None else below
        stack = [chains]
        while stack:
            node = stack.pop()
            if self._steps <= 0:
                self.exhausted = True
                break
            self._steps -= 1
            bound = _half_price(node)
            if bound is None or bound.least >= limit:
                continue
            self.least = self.least or bound.least
            for found in (bound.found, *_small_rings(node, above=bound)):
                if found.total < limit:
                    best, limit = found, found.total
            if bound.least < limit:
                i, j = bound.split
                stack += [node.without_pair(i, j), node.with_pair(i, j)]
        return best


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bound:
    """What no completion undercuts, a completion of that matching, and a pair of its largest ring."""

    least: int
    found: Found
    split: Pair


def _half_price(chains: Chains) -> _Bound | None:
    """The matching in which each changed pair counts half an exchange."""
    free = chains.free
    if not len(free):
        return _Bound(least=chains.paid, found=Found(total=chains.paid, pairs=chains.pairs), split=(-1, -1))
    place = np.full(len(chains.prices), -1, np.int64)
    place[free] = np.arange(len(free))
    costs = chains.prices[np.ix_(free, free)]
    costs += costs != ABSENT
    ends = place[chains.other_end[free]]
    index = np.arange(len(free))
    costs[index, ends] -= costs[index, ends] != ABSENT
    solved = solve(costs)
    if not solved.perfect:
        return None
    rings = _rings(solved.mate, ends)
    largest = max(rings, key=len)
    exchanges = sum(len(ring) // 2 - 1 for ring in rings)
    pairs = [(int(free[i]), int(free[j])) for i, j in enumerate(solved.mate) if i < j]
    price = sum(int(chains.prices[pair]) for pair in pairs)
    first = largest[0]
    return _Bound(
        # Every complete pairing costs an even number.
        least=chains.paid + solved.total + (chains.paid + solved.total) % 2,
        found=Found(total=chains.paid + price + EXCHANGE * exchanges, pairs=(*chains.pairs, *pairs)),
        split=(int(free[first]), int(free[solved.mate[first]])),
    )


def _rings(mate: Ints, ends: Ints) -> list[list[int]]:
    """The players of each ring that a pairing makes of the chains."""
    seen = np.zeros(len(mate), np.bool_)
    rings = []
    for start in range(len(mate)):
        if not seen[start]:
            ring: list[int] = []
            player = start
            while not seen[player]:
                other = int(mate[player])
                seen[player] = seen[other] = True
                ring += [player, other]
                player = int(ends[other])
            rings.append(ring)
    return rings


def _small_rings(chains: Chains, *, above: _Bound) -> Iterator[Found]:
    """The cheapest completion in rings of one or two chains; nothing where the bound is reached already."""
    if above.found.total == above.least:
        return
    first = chains.free[chains.free < chains.other_end[chains.free]]
    last = chains.other_end[first]
    straight = _sum_of(chains.prices[np.ix_(first, last)], chains.prices[np.ix_(last, first)])
    turned = _sum_of(chains.prices[np.ix_(first, first)], chains.prices[np.ix_(last, last)])
    joined = np.minimum(straight, turned)
    count = len(first)
    costs = np.full((2 * count, 2 * count), ABSENT, np.int64)
    costs[:count, :count] = np.where(joined == ABSENT, ABSENT, joined + EXCHANGE * (joined != ABSENT))
    alone = chains.prices[first, last]
    index = np.arange(count)
    costs[index, count + index] = costs[count + index, index] = alone
    costs[count:, count:] = 0
    solved = solve(costs)
    if not solved.perfect:
        return
    pairs: list[Pair] = []
    for a, b in enumerate(solved.mate[:count]):
        if b >= count:
            pairs.append((int(first[a]), int(last[a])))
        elif a < b and straight[a, b] <= turned[a, b]:
            pairs += [(int(first[a]), int(last[b])), (int(first[b]), int(last[a]))]
        elif a < b:
            pairs += [(int(first[a]), int(first[b])), (int(last[a]), int(last[b]))]
    yield Found(total=chains.paid + solved.total, pairs=(*chains.pairs, *pairs))


def _sum_of(one: Ints, other: Ints) -> Ints:
    """The sum of two prices, absent where one of them is."""
    absent = (one == ABSENT) | (other == ABSENT)
    return np.where(absent, ABSENT, np.where(absent, 0, one) + np.where(absent, 0, other))
