"""When qualities are alike: a margin stated in the configuration, and two-sided bounds of what is measured.

Differences are counted in margins, so that 1 is the most by which two qualities differ that are alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai.engine.kernel.arrays import Floats, Ints
from miai_lab.probe.config import StudyConfig
from miai_lab.probe.scale import FaultCounts, Scale
from miai_lab.probe.statistics import RegressionEstimate, exact_share, standard_error, sure_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The largest of several differences in margins, and between what it lies 95 times in 100."""

    value: float
    low: float
    high: float

    @property
    def alike(self) -> bool:
        """Whether what was measured is within the margin."""
        return self.value <= 1

    @property
    def surely_alike(self) -> bool:
        """Whether all of the interval is within the margin."""
        return self.high <= 1

    @property
    def surely_unlike(self) -> bool:
        """Whether none of the interval is within the margin."""
        return self.low > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeCount:
    """How many of some cases are alike as measured, how many surely are, and how many surely are not."""

    cases: int
    alike: RegressionEstimate
    surely_alike: int
    surely_unlike: int


def count_alike(bounds: Sequence[Bounds]) -> AlikeCount:
    """Cases by what is known of them; the interval of the share is exact."""
    return AlikeCount(
        cases=len(bounds),
        alike=exact_share(sum(each.alike for each in bounds), len(bounds)),
        surely_alike=sum(each.surely_alike for each in bounds),
        surely_unlike=sum(each.surely_unlike for each in bounds),
    )


def margins(scale: Scale, study: StudyConfig) -> Floats:
    """The most by which each quality differs between points that are alike."""
    return np.asarray(np.maximum(study.alike * (scale.worst - scale.best), study.least))


def alike_pairs(
    whole: Floats, margin: Floats, shares: Floats, psi: Sequence[str], unlike: float
) -> tuple[list[tuple[int, int]], int]:
    """Pairs of points with unlike weights, one psi and every quality alike, and how many were looked at."""
    shapes = np.array(psi)
    found: list[tuple[int, int]] = []
    looked = 0
    for a in range(1, len(whole)):
        apart = np.sqrt(np.mean((shares[:a] - shares[a]) ** 2, axis=1))
        others = np.flatnonzero((apart >= unlike) & (shapes[:a] == shapes[a]))
        within = (np.abs(whole[others] - whole[a]) <= margin).all(axis=1)
        looked += len(others)
        found += [(a, int(b)) for b in others[within]]
    return found, looked


def differences(faults: FaultCounts, margin: Floats, pairs: Ints) -> list[Bounds]:
    """By how much the points of each pair differ in the quality in which they differ most."""
    a, b = pairs
    apart = np.abs(faults.whole[a] - faults.whole[b]) / margin
    reach = _reach(faults.parts[a] - faults.parts[b], margin, comparisons=apart.shape[1])
    return [
        Bounds(value=float(each.max()), low=max(0.0, float((each - r).max())), high=float((each + r).max()))
        for each, r in zip(apart, reach, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """What happens between two ends, in the quality and at the point where it is largest.

    `better` and `worse` are beyond both ends; `from_an_end` is the distance from the farther of the two.
    """

    better: Bounds
    worse: Bounds
    from_an_end: Bounds

    @property
    def beyond(self) -> Bounds:
        """The larger of both ways."""
        ways = (self.better, self.worse)
        return Bounds(
            value=max(way.value for way in ways),
            low=max(way.low for way in ways),
            high=max(way.high for way in ways),
        )


def deviation(one: FaultCounts, other: FaultCounts, between: FaultCounts, margin: Floats) -> Deviation:
    """How far the points between leave what the ends have; each end is a single point.

    The intervals of all points, qualities and both ends hold together (Bonferroni), and so do those of the
    largest.
    """
    comparisons = 2 * between.whole.size
    worse, reach = [], []
    for end in (one, other):
        worse.append((between.whole - end.whole) / margin)
        reach.append(_reach(between.parts - end.parts, margin, comparisons=comparisons))
    fault, luck = np.array(worse), np.array(reach)
    return Deviation(
        better=_beyond(-fault, luck),
        worse=_beyond(fault, luck),
        from_an_end=_bounds(np.abs(fault), np.abs(fault) - luck, np.abs(fault) + luck),
    )


def _beyond(fault: Floats, luck: Floats) -> Bounds:
    """The most by which something exceeds both ends, which come first in the arrays."""
    return _bounds(fault.min(axis=0), (fault - luck).min(axis=0), (fault + luck).min(axis=0))


def _bounds(value: Floats, low: Floats, high: Floats) -> Bounds:
    """The largest of all; nothing exceeds by less than nothing."""
    most = [max(0.0, float(each.max())) for each in (value, low, high)]
    return Bounds(value=most[0], low=most[1], high=most[2])


def _reach(parts: Floats, margin: Floats, *, comparisons: int) -> Floats:
    """Half the width of the intervals of differences, that hold together for so many comparisons."""
    surely = sure_of(parts.shape[1], comparisons)
    return np.asarray(surely * standard_error(parts / margin, axis=1))
