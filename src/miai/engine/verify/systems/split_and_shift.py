"""The AGA's order of alternatives inside a score group: split and shift, then transpositions and switches.

A pairing of 2m players, the strongest first, is better if it breaks fewer criteria and wishes, then if fewer
games are inside a half, then if fewer exchanges lead to it, then if the first board that it changes comes
later, and so on, then if opponents are nearer to the ideal ones from the top, and of two as near weaker.

Up to ten players all pairings are compared. In larger groups the drawn one is compared with bounds for its
price and its games inside a half, and with all pairings that need as few exchanges.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from miai.engine.verify.alternating_paths import augment
from miai.engine.verify.systems.before import NotDerived, Pair
from miai.engine.verify.verdicts import Why

# The price of each pair that is allowed, by places in the group, the lower one first.
Prices = Mapping[Pair, int]
Pairs = tuple[Pair, ...]
_MOST_COMPARED = 10
_MOST_STEPS = 400_000


def best_pairing(count: int, prices: Prices, drawn: Pairs | None) -> Pairs:
    """The best pairing of a group; `drawn` is that of the log, None if it is not one of the group."""
    ideal = tuple((board, board + count // 2) for board in range(count // 2))
    if all(prices.get(pair) == 0 for pair in ideal):
        return ideal
    if count <= _MOST_COMPARED:
        found = all_pairings(tuple(range(count)), prices)
        return min(found, key=lambda pairs: _rank(count, pairs, prices))
    if drawn is None or any(pair not in prices for pair in drawn):
        return ideal
    return _Comparison(count, prices, drawn).best()


def all_pairings(left: tuple[int, ...], prices: Prices) -> Iterator[Pairs]:
    """All pairings of some players."""
    if not left:
        yield ()
        return
    first, *others = left
    for other in others:
        if (first, other) in prices:
            rest = tuple(each for each in others if each != other)
            for pairs in all_pairings(rest, prices):
                yield ((first, other), *pairs)


def least_price(count: int, prices: Prices) -> int:
    """What no pairing of a group undercuts: so many pairs have to cost more than each price there is."""
    levels = sorted(set(prices.values()))
    if not levels:
        return 0
    found = levels[0] * (count // 2)
    for level, following in pairwise(levels):
        left = _unpaired(count, [pair for pair, price in prices.items() if price <= level])
        if not left:
            break
        found += (left + 1) // 2 * (following - level)
    return found


def _unpaired(count: int, pairs: Sequence[Pair]) -> int:
    """How many players no pairing by these pairs alone can include."""
    graph: dict[int, set[int]] = {each: set() for each in range(count)}
    for one, other in pairs:
        graph[one].add(other)
        graph[other].add(one)
    mates: dict[int, int] = {}
    for each in graph:
        if each not in mates:
            augment(each, mates, graph)
    return count - len(mates)


def _rank(count: int, pairs: Pairs, prices: Prices) -> tuple[object, ...]:
    half = count // 2
    inside = sum(_is_inside(pair, half) for pair in pairs)
    return sum(prices[pair] for pair in pairs), inside, _exchanges(count, pairs), *_affected(count, pairs)


def _is_inside(pair: Pair, half: int) -> bool:
    return (pair[0] < half) == (pair[1] < half)


def _exchanges(count: int, pairs: Pairs) -> int:
    """Games wanted and games found form rings; an exchange splits off one ring at most."""
    half, mate = count // 2, _mates(pairs)
    left, rings = set(range(count)), 0
    while left:
        rings += 1
        at = min(left)
        while at in left:
            left -= {at, mate[at]}
            at = (mate[at] + half) % count
    return half - rings


def _affected(count: int, pairs: Pairs) -> tuple[object, ...]:
    """The boards that are changed, from the top, and how far opponents are from the ideal ones."""
    half, mate = count // 2, _mates(pairs)
    changed = tuple(mate[board] != board + half for board in range(half))
    far = tuple((abs(mate[at] - (at + half) % count), -mate[at]) for at in range(count))
    return changed, far


def _mates(pairs: Pairs) -> dict[int, int]:
    return {**dict(pairs), **{other: one for one, other in pairs}}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chains:
    """Some pairs of a group; `ends` are who meets whom of the others without a further exchange."""

    free: frozenset[int]
    ends: tuple[int, ...]
    pairs: Pairs = ()
    price: int = 0
    inside: int = 0

    def joined(self, pair: Pair, price: int, *, inside: bool) -> "_Chains":
        """The same with one more pair, which closes a chain or joins two."""
        one, other = pair
        ends = list(self.ends)
        ends[self.ends[one]], ends[self.ends[other]] = self.ends[other], self.ends[one]
        return replace(
            self,
            free=self.free - {one, other},
            ends=tuple(ends),
            pairs=(*self.pairs, pair),
            price=self.price + price,
            inside=self.inside + inside,
        )


class _Comparison:
    """A drawn pairing of a large group beside all that could be better."""

    def __init__(self, count: int, prices: Prices, drawn: Pairs) -> None:
        self._count, self._half, self._prices, self._drawn = count, count // 2, prices, drawn
        self._price = sum(prices[pair] for pair in drawn)
        self._inside = sum(_is_inside(pair, self._half) for pair in drawn)
        self._least = min(prices.values())
        self._steps = _MOST_STEPS

    def best(self) -> Pairs:
        """The best of all pairings that cost as little and have as few games inside a half."""
        if self._price > least_price(self._count, self._prices) or self._inside > self._least_inside():
            raise NotDerived(Why.LARGE_GROUP)
        limit = _exchanges(self._count, self._drawn)
        for exchanges in range(limit + 1):
            ends = tuple((at + self._half) % self._count for at in range(self._count))
            chains = _Chains(free=frozenset(range(self._count)), ends=ends)
            found = list(self._pairings(chains, exchanges))
            if found:
                return min(found, key=lambda pairs: _affected(self._count, pairs))
        raise NotDerived(Why.LARGE_GROUP)

    def _least_inside(self) -> int:
        """The players of the upper half for whom there is nobody below, and as many of the lower one."""
        dearest = self._least + self._price - self._half * self._least
        across = [
            pair
            for pair, price in self._prices.items()
            if price <= dearest and not _is_inside(pair, self._half)
        ]
        left = _unpaired(self._count, across) // 2
        return left + left % 2

    def _pairings(self, chains: _Chains, exchanges: int) -> Iterator[Pairs]:
        """All completions with exactly so many exchanges."""
        self._steps -= 1
        if self._steps < 0:
            raise NotDerived(Why.LARGE_GROUP)
        price = chains.price + self._least * (len(chains.free) // 2)
        if price > self._price or chains.inside > self._inside or 2 * exchanges < self._broken(chains):
            return
        if not chains.free:
            if (exchanges, price, chains.inside) == (0, self._price, self._inside):
                yield chains.pairs
            return
        one = min(chains.free)
        for other in sorted(chains.free) if exchanges else [chains.ends[one]]:
            if (one, other) in self._prices:
                closed = chains.ends[one] == other
                longer = chains.joined(
                    (one, other), self._prices[one, other], inside=_is_inside((one, other), self._half)
                )
                yield from self._pairings(longer, exchanges - (not closed))

    def _broken(self, chains: _Chains) -> int:
        """How many of the games that are wanted now may not be played: an exchange mends two at most."""
        ends = chains.ends
        wanted = {(min(each, ends[each]), max(each, ends[each])) for each in chains.free}
        spare = self._price - self._half * self._least
        return sum(self._prices.get(pair, spare + self._least + 1) > spare + self._least for pair in wanted)
