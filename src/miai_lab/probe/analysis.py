"""What a probe's points tell: is quality continuous, and which weights matter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from miai.engine.kernel.arrays import Floats, Ints
from miai_lab.probe.equivalence import AlikeCount, count_alike, differences
from miai_lab.probe.scale import FaultCounts, Scale
from miai_lab.probe.statistics import (
    RegressionEstimate,
    rank_correlations,
    resampled,
    standard_error,
    variance_shares,
)

# Quality that differs more than half as much as between any two points has forgotten the weights.
_UNRELATED = 0.5
_DISTANCES = (0.15, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
# The pairs of so many points are enough, and fit into memory.
_MOST_PAIRED = 250
_FEWEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """How much quality differs between points so far apart; 1 is as much as between any two points.

    `alike` counts the pairs of companions whose qualities are alike; other pairs share points.
    """

    distance: float
    pairs: int
    difference: RegressionEstimate
    alike: AlikeCount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuity:
    """Quality near and far on one kind of event; `noise` is what luck alone would make of it."""

    kind: str
    near: tuple[Apart, ...]
    far: tuple[Apart, ...]
    noise: float

    @property
    def verdict(self) -> str:
        """In one word, from the closest companions."""
        closest = self.near[0]
        if closest.difference.low > _UNRELATED:
            return "broken"
        return "cliffs" if closest.alike is not None and closest.alike.surely_unlike else "continuous"


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """What one number of the weights does to one quality: the variance explained, and which way it pushes."""

    axis: str
    quality: str
    share: RegressionEstimate
    push: RegressionEstimate


def continuity(
    faults: FaultCounts,
    scale: Scale,
    margin: Floats,
    *,
    shares: Floats,
    companions: Sequence[tuple[int, int, float]],
    probed: int,
) -> Continuity:
    """Compare close companions (point, companion, distance) and all pairs of the first `probed` points.

    Companions are alike that differ by no more than the margin in any quality.
    """
    everybody = np.array(np.triu_indices(min(probed, _MOST_PAIRED), 1), np.int64)
    squares, luck = _square_apart(faults, scale, everybody)
    # In a very small probe luck may explain all differences: then they are measured by that luck.
    typical = max(0.0, float(squares.mean())) or float(luck.mean()) or 1.0
    near = [
        replace(
            _apart(faults, scale, np.array(pairs, np.int64).T, probed=probed, distance=step, typical=typical),
            alike=count_alike(differences(faults, margin, np.array(pairs, np.int64).T)),
        )
        for step in sorted({step for _, _, step in companions})
        if (pairs := [(a, b) for a, b, distance in companions if distance == step])
    ]
    distances = np.sqrt(np.mean((shares[everybody[0]] - shares[everybody[1]]) ** 2, axis=1))
    far = [
        _apart(
            faults,
            scale,
            everybody[:, inside],
            probed=probed,
            distance=float(distances[inside].mean()),
            typical=typical,
        )
        for low, high in pairwise(_DISTANCES)
        if (inside := (distances >= low) & (distances < high)).sum() >= _FEWEST
    ]
    noise = float(np.sqrt(luck.mean() / typical))
    return Continuity(kind=faults.kind, near=tuple(near), far=tuple(far), noise=noise)


def _square_apart(faults: FaultCounts, scale: Scale, pairs: Ints) -> tuple[Floats, Floats]:
    """Squares of quality differences by pair, less what luck adds to them, and that luck; by priorities."""
    a, b = pairs
    weights = scale.priorities / scale.priorities.sum()
    differences = (faults.whole[a] - faults.whole[b]) / scale.span
    errors = standard_error((faults.parts[a] - faults.parts[b]) / scale.span, axis=1)
    luck = (errors**2) @ weights
    return (differences**2) @ weights - luck, luck


def _apart(
    faults: FaultCounts, scale: Scale, pairs: Ints, *, probed: int, distance: float, typical: float
) -> Apart:
    squares, _ = _square_apart(faults, scale, pairs)
    own = np.unique(pairs[pairs < probed])

    def mean(cases: Ints) -> Floats:
        # Points are resampled, not pairs: those that share a point are not independent. A companion goes with
        # its point.
        often = np.append(np.bincount(own[cases], minlength=probed), 1)
        weights = often[np.minimum(pairs, probed)].prod(axis=0)
        return np.asarray((squares * weights).sum() / max(1, weights.sum()))

    value, low, high = (float(np.sqrt(max(0.0, float(each)) / typical)) for each in resampled(mean, len(own)))
    return Apart(
        distance=distance,
        pairs=len(squares),
        difference=RegressionEstimate(value=value, low=low, high=high),
    )


def importance(
    axes: Sequence[str], qualities: Sequence[str], shares: Floats, marks: Floats
) -> tuple[Importance, ...]:
    """What each column of the weights does to each column of marks (higher is better), by point."""

    def both(cases: Ints) -> Floats:
        x, y = shares[cases], marks[cases]
        return np.stack([variance_shares(x, y), rank_correlations(x, y)])

    (shared, pushed), (low, push_low), (high, push_high) = resampled(both, len(shares))
    return tuple(
        Importance(
            axis=axis,
            quality=quality,
            share=RegressionEstimate(
                value=_between(shared[i, j]), low=_between(low[i, j]), high=_between(high[i, j])
            ),
            push=RegressionEstimate(
                value=float(pushed[i, j]), low=float(push_low[i, j]), high=float(push_high[i, j])
            ),
        )
        for i, axis in enumerate(axes)
        for j, quality in enumerate(qualities)
    )


def _between(share: float) -> float:
    return float(min(1.0, max(0.0, share)))
