"""The AGA's order of alternatives inside a score group: split and shift, then transpositions, then switches.

A group of 2m players, the strongest first, is ideally paired i against i + m. Of all pairings that the rules
allow, the one is taken with the fewest clubmates or compatriots, then the fewest switches (pairs within one
half, two of which make a switch), then the fewest transpositions (exchanges needed beyond the switches), then
the one whose first changed board comes latest, and of two changes the one that touches lower players.

Groups of up to ten are compared whole. In larger ones the number of changed boards stands for the number of
transpositions, and boards are settled from the first down, each by asking the exact matching whether the rest
can still be as good: polynomial, whatever has been played.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from miai.kernel.matching import ABSENT, solve
from miai.pairing.plan import Pair
from miai.pairing.protocol import Flags, Ints

_SMALL = 10


def best_pairing(allowed: Flags, area: Ints) -> list[Pair] | None:
    """The best pairing of a group by the AGA's order, or None; `area` prices what pairs have in common."""
    n = len(allowed)
    if n == 0:
        return []
    if n <= _SMALL:
        return min(_pairings(list(range(n)), allowed), key=lambda pairs: rank(pairs, area), default=None)
    return _settled(allowed, area)


def rank(pairs: Sequence[Pair], area: Ints) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    """What a pairing is compared by; lower is better."""
    half = len(pairs)
    mates = {i: j for pair in pairs for i, j in (pair, pair[::-1])}
    shared = sum(int(area[pair]) for pair in pairs)
    switches = sum((i < half) == (j < half) for i, j in pairs) // 2
    transpositions = half - _cycles(mates, half) - switches
    changed = [board for board in range(half) if mates[board] != board + half]
    return (
        shared,
        switches,
        transpositions,
        # A later first change is better, then a later second one.
        tuple(-board for board in changed),
        tuple(abs(mates[board] - board - half) for board in changed),
    )


def _cycles(mates: dict[int, int], half: int) -> int:
    """The cycles of the pairing laid over the ideal one; each exchange of two players parts or joins two."""
    seen: set[int] = set()
    count = 0
    for start in range(2 * half):
        if start not in seen:
            count += 1
            player = start
            while player not in seen:
                seen.add(player)
                seen.add(mates[player])
                player = (mates[player] + half) % (2 * half)
    return count


def _pairings(players: list[int], allowed: Flags) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if allowed[first, other]:
            rest = [player for player in others if player != other]
            for pairs in _pairings(rest, allowed):
                yield [(first, other), *pairs]


def _settled(allowed: Flags, area: Ints) -> list[Pair] | None:
    """Settle board after board, keeping what is best for the rest."""
    half = len(allowed) // 2
    costs = _costs(allowed, area)
    best = solve(costs)
    if not best.perfect:
        return None
    left = best.total
    free = list(range(len(allowed)))
    pairs: list[Pair] = []
    for board in range(half):
        if board not in free:
            continue
        for other in _in_order(board, free, half):
            if costs[board, other] == ABSENT:
                continue
            rest = [player for player in free if player not in (board, other)]
            found = solve(np.ascontiguousarray(costs[np.ix_(rest, rest)])) if rest else None
            total = 0 if found is None else found.total
            if (found is None or found.perfect) and costs[board, other] + total == left:
                pairs.append((board, other))
                free, left = rest, total
                break
    return pairs + _rest_of(costs, free)


def _in_order(board: int, free: Sequence[int], half: int) -> list[int]:
    """The ideal opponent first, then the nearest to it, the lower of two."""
    others = [player for player in free if player != board]
    return sorted(others, key=lambda player: (abs(player - board - half), -player))


def _rest_of(costs: Ints, free: Sequence[int]) -> list[Pair]:
    """The pairs among players of the lower half who are left."""
    if not free:
        return []
    found = solve(np.ascontiguousarray(costs[np.ix_(free, free)]))
    return [(free[i], free[int(j)]) for i, j in enumerate(found.mate) if i < j]


def _costs(allowed: Flags, area: Ints) -> Ints:
    n = len(allowed)
    half = n // 2
    index = np.arange(n)
    same_half = (index[:, None] < half) == (index[None, :] < half)
    ideal = np.abs(index[:, None] - index[None, :]) == half
    one = n + 1
    costs: Ints = np.where(ideal, 0, np.where(same_half, 1 + one, 1)) + area * (one * one)
    costs[~allowed] = ABSENT
    np.fill_diagonal(costs, ABSENT)
    return np.ascontiguousarray(costs, np.int64)
