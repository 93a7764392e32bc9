"""Seeds from the stage before: winners first, and players of one group far apart in the bracket."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

from miai.engine.pairing.schedules.placement import first_pairs, stages_for

T = TypeVar("T")
# How much worse it is to meet one round earlier.
_A_ROUND_EARLIER = 100


def crossed(levels: Sequence[Sequence[tuple[Hashable, T]]]) -> list[T]:
    """The entrants by seed, the first level first; each is given with the group it comes from.

    The first level keeps its order. In the others players change places with each other, so that those of one
    group meet as late as can be found: with two groups A1 meets B2, and B1 meets A2.
    """
    order = [entry for level in levels for entry in level]
    bounds: list[tuple[int, int]] = []
    first = 0
    for level in levels:
        bounds.append((first, first + len(level)))
        first += len(level)
    best = order
    lowest = _cost(order)
    turns = max((len(level) for level in levels[1:]), default=0)
    for turn in range(turns if lowest else 0):
        start = list(order)
        for low, high in bounds[1:]:
            at = turn % (high - low) if high > low else 0
            start[low:high] = [*order[low + at : high], *order[low : low + at]]
        found = _improved(start, bounds[1:])
        if _cost(found) < lowest:
            best, lowest = found, _cost(found)
    return [entry for _, entry in best]


def _improved(order: list[tuple[Hashable, T]], bounds: Sequence[tuple[int, int]]) -> list[tuple[Hashable, T]]:
    """Change places within a level as long as that helps."""
    lowest = _cost(order)
    improved = True
    while improved and lowest:
        improved = False
        for low, high in bounds:
            for one in range(low, high):
                for other in range(one + 1, high):
                    changed = list(order)
                    changed[one], changed[other] = changed[other], changed[one]
                    cost = _cost(changed)
                    if cost < lowest:
                        order, lowest, improved = changed, cost, True
    return order


def _cost(order: Sequence[tuple[Hashable, T]]) -> int:
    """How early players of one group can meet."""
    places = [seed - 1 for pair in first_pairs(len(order)) for seed in pair]
    position = {seed: at for at, seed in enumerate(places)}
    rounds = stages_for(len(order))
    groups: dict[Hashable, list[int]] = {}
    for seed, (group, _) in enumerate(order):
        groups.setdefault(group, []).append(position[seed])
    return sum(
        _A_ROUND_EARLIER ** (rounds - (one ^ other).bit_length())
        for members in groups.values()
        for at, one in enumerate(members)
        for other in members[at + 1 :]
        if (one ^ other).bit_length() < rounds
    )
