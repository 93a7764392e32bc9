"""Random pairing: every pairing without a rematch is equally likely, and the seed draws one of them.

The lot is numpy's default generator for the seed, the round and 3. Up to 14 players all pairings are counted:
the first player who is left has the opponents in their order, each as often as there are pairings of the
others, and one number decides. In larger fields the order is shuffled until neighbours may meet.
"""

from functools import cache

import numpy as np

from miai.engine.verify.systems.before import BeforeDraw, NotDerived, Pair
from miai.engine.verify.systems.pool import Graph
from miai.engine.verify.systems.seating import OwnDraw, seated
from miai.engine.verify.verdicts import Why

_COUNTED = 14
_TRIES = 4000


def random_draw(before: BeforeDraw) -> OwnDraw:
    """The pairs by lot; in an odd field the phantom is drawn with the others."""
    chance = np.random.default_rng((before.seed % 2**64, before.number, 3))
    pool = before.pool()
    waiting = pool.waiting
    draw = _counted if len(waiting) <= _COUNTED else _shuffled
    pairs, bye = list(pool.pairs), pool.bye
    for one, other in draw(pool.allowed, waiting, pool.phantom, chance):
        if pool.phantom in (one, other):
            bye = one if other == pool.phantom else other
        else:
            pairs.append((one, other))
    return seated(before, pairs, bye, ("rematches", "lot"))


def _counted(
    allowed: Graph, waiting: list[int], _phantom: int | None, chance: np.random.Generator
) -> list[Pair]:
    @cache
    def ways(left: frozenset[int]) -> int:
        if not left:
            return 1
        first = min(left)
        return sum(ways(left - {first, other}) for other in allowed[first] & left)

    pairs: list[Pair] = []
    left = frozenset(waiting)
    while left:
        first = min(left)
        lot = int(chance.integers(ways(left)))
        for other in sorted(allowed[first] & left):
            rest = left - {first, other}
            if lot < ways(rest):
                pairs.append((first, other))
                left = rest
                break
            lot -= ways(rest)
    return pairs


def _shuffled(
    allowed: Graph, waiting: list[int], phantom: int | None, chance: np.random.Generator
) -> list[Pair]:
    for _ in range(_TRIES):
        order = np.array(waiting)
        chance.shuffle(order)
        found = [int(each) for each in order]
        if phantom in waiting:
            bye = int(chance.choice(np.array(sorted(allowed[phantom or 0]))))
            found = [each for each in found if each not in (phantom, bye)] + [phantom or 0, bye]
        pairs = list(zip(found[::2], found[1::2], strict=True))
        if all(other in allowed[one] for one, other in pairs):
            return pairs
    raise NotDerived(Why.FEW_LEFT)
