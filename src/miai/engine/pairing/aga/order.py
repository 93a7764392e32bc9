"""The AGA's order of alternatives inside a score group: split and shift, then transpositions, then switches.

A group of 2m players, the strongest first, is ideally paired i against i + m. Of all pairings that are
allowed, the one is taken in which the prices of the pairs (broken criteria, clubmates) are lowest, then the
one with the fewest switches (two pairs within one half make a switch), then the fewest transpositions (the
exchanges needed beyond the switches), then the one whose first changed board comes latest, then its second
one, and so on. Of pairings that change the same boards, the opponents from board 1 down are as near as
possible to the ideal ones, and of two equally near the weaker.

All of this is exact whatever the size of the group; only a search that runs out of steps, in groups where
hardly anybody may still meet, ends with the best pairing found so far and says so.
"""

from dataclasses import dataclass

import numpy as np

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.aga.exchanges import EXCHANGE, Chains, Found, Search
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.protocol import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPairing:
    """The pairs of a group, by places in the group, and how many exchanges of two players they need.

    No pairing of the same prices and switches needs fewer than `at_least`. It is `exact` unless the search
    ran out of steps.
    """

    pairs: tuple[Pair, ...]
    exchanges: int = 0
    at_least: int = 0
    exact: bool = True


def best_pairing(prices: Ints, search: Search | None = None) -> GroupPairing | None:
    """The best pairing of a group by the AGA's order, or None; a forbidden pair has the price `ABSENT`."""
    n = len(prices)
    ideal = tuple((board, board + n // 2) for board in range(n // 2))
    if not any(prices[pair] for pair in ideal):
        return GroupPairing(pairs=ideal)
    search = search or Search()
    chains = _chains(prices)
    found = search.best(chains)
    if found is None:
        return None
    proved = not search.exhausted
    pairs = _Settling(search, chains, found).pairs()
    weights = _Weights(players=n)
    made = weights.exchanges(found.total)
    return GroupPairing(
        pairs=tuple(sorted(pairs)),
        exchanges=made,
        at_least=made if proved else weights.least_exchanges(search.least, found.total),
        exact=not search.exhausted,
    )


def _ideal(player: int, half: int) -> int:
    return (player + half) % (2 * half)


def _distance(player: int, other: int, half: int) -> tuple[int, int]:
    """How far an opponent is from the ideal one; of two equally far the weaker comes first."""
    return abs(other - _ideal(player, half)), -other


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weights:
    """Half a switch outweighs all exchanges, which count two each, and a price all switches and exchanges."""

    players: int

    @property
    def half_switch(self) -> int:
        return self.players + 1

    @property
    def price(self) -> int:
        return self.players * (self.half_switch + EXCHANGE)

    def exchanges(self, total: int) -> int:
        """The exchanges in a total, switches included."""
        return total % self.price % self.half_switch // EXCHANGE

    def least_exchanges(self, bound: int, total: int) -> int:
        """The fewest exchanges of all pairings with the prices and switches of a total, by a lower bound."""
        if bound - bound % self.price % self.half_switch == total - total % self.price % self.half_switch:
            return self.exchanges(bound)
        # Each switch is an exchange.
        return total % self.price // self.half_switch // 2


def _chains(prices: Ints) -> Chains:
    """The group with every board as split and shift has it."""
    n = len(prices)
    weights = _Weights(players=n)
    index = np.arange(n)
    same_half = (index[:, None] < n // 2) == (index[None, :] < n // 2)
    absent = prices == ABSENT
    costs = np.where(absent, 0, prices) * weights.price + weights.half_switch * same_half
    costs[absent] = ABSENT
    np.fill_diagonal(costs, ABSENT)
    return Chains(free=index, other_end=(index + n // 2) % n, prices=np.ascontiguousarray(costs, np.int64))


class _Settling:
    """Decides between pairings with equally many exchanges, from board 1 down."""

    def __init__(self, search: Search, chains: Chains, found: Found) -> None:
        self._search = search
        self._chains = chains
        self._limit = found.total + 1
        self._half = len(chains.free) // 2
        self._mates: dict[int, int] = {}
        self._remember(found)

    def pairs(self) -> tuple[Pair, ...]:
        """The pairs, each by the earlier place first."""
        for board in range(self._half):
            if not self._choose(board, board + self._half):
                self._chains = self._chains.without_pair(board, board + self._half)
        for player in range(2 * self._half):
            if player in self._chains.free:
                others = (int(other) for other in self._chains.free if other != player)
                for other in sorted(others, key=lambda other: _distance(player, other, self._half)):
                    if self._choose(player, other):
                        break
        return tuple((min(pair), max(pair)) for pair in self._chains.pairs)

    def _choose(self, i: int, j: int) -> bool:
        """Take a pair if the rest can still be as good."""
        if self._chains.prices[i, j] == ABSENT:
            return False
        chains = self._chains.with_pair(i, j)
        if self._mates[i] != j:
            found = self._search.best(chains, below=self._limit)
            if found is None:
                return False
            self._remember(found)
        self._chains = chains
        return True

    def _remember(self, found: Found) -> None:
        self._mates = {i: j for pair in found.pairs for i, j in (pair, pair[::-1])}
