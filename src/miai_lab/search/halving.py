"""Successive halving: which settings go on to the next stage, and new ones close to them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai_lab.probe.points import Point, WeightRanges, near, point_at, shares_of

# The stream of a seed that settings close to others are drawn from.
_CLOSE = 25
_DRAWN = ("probe", "close")


def survivors(standings: Sequence[Floats], scores: Sequence[Floats], keep: int) -> list[int]:
    """The best settings of each set of priorities: by standing, of equal ones by the mean score."""
    kept: set[int] = set()
    for standing, score in zip(standings, scores, strict=True):
        best_first = np.lexsort((-score.mean(axis=0), -standing))
        kept.update(best_first[:keep].tolist())
    return sorted(kept)


def close_points(
    ranges: WeightRanges, points: Sequence[Point], *, each: int, step: float, first: int
) -> list[Point]:
    """New settings a step from each that was drawn, numbered from `first`; tiers and presets have none."""
    found: list[Point] = []
    for point in points:
        if point.role not in _DRAWN:
            continue
        start = shares_of(ranges, [point])[0]
        for _ in range(each):
            number = first + len(found)
            dice = np.random.default_rng((ranges.seed, _CLOSE, number))
            close = point_at(ranges, near(start, step, dice), point.psi, role="close", number=number)
            found.append(replace(close, halves_apart=point.halves_apart))
    return found


def order_points(ranges: WeightRanges) -> list[Point]:
    """Tiers in every order of the rules that are weighed."""
    rules = [each.rule for each in ranges.weighed]
    return [
        Point(role="order", number=number, label=" > ".join(order), order=order)
        for number, order in enumerate(permutations(rules))
    ]
