"""A region of weights that is good for all kinds of event: a box, found by peeling off its worst sides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai.engine.kernel.arrays import Flags, Floats
from miai_lab.probe.statistics import RegressionEstimate, exact_share

# A side is peeled off in slices of a tenth of the points inside, while that gains more than a standard error.
_SLICE = 0.1
_FEWEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Ranges of the axes, as shares from 0 to 1, and the shapes of psi that are in."""

    low: Floats
    high: Floats
    psi: tuple[str, ...]

    def holds(self, shares: Floats, psi: Sequence[str]) -> Flags:
        """Which points are inside."""
        inside = ((shares >= self.low) & (shares <= self.high)).all(axis=1)
        return np.asarray(inside & np.isin(psi, self.psi))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """How many points inside the box are good for all kinds: those it was found from, and fresh ones.

    `everywhere` is the same of all points of the probe. A standing is the share of all points that one beats
    on the kind that likes it least. All are of tournaments that are held out.
    """

    everywhere: RegressionEstimate
    found: RegressionEstimate
    fresh: RegressionEstimate
    mean_standing: float
    fresh_mean_standing: float
    fresh_least_standing: float


def standings(scores: Floats, among: Floats) -> Floats:
    """The share of other points that points beat on the kind that likes them least; scores go by kind."""
    beaten = [
        np.searchsorted(np.sort(others), own) / len(others) for own, others in zip(scores, among, strict=True)
    ]
    return np.asarray(np.min(beaten, axis=0))


def peel(shares: Floats, psi: Sequence[str], standing: Floats) -> Box:
    """The box left when slices whose points stand surely lower than the rest are cut off one by one."""
    axes = shares.shape[1]
    box = Box(low=np.zeros(axes), high=np.ones(axes), psi=tuple(dict.fromkeys(sorted(psi))))
    while True:
        inside = box.holds(shares, psi)
        found = [
            (gain, smaller)
            for smaller in _smaller(box, shares[inside])
            if (gain := _gain(standing, inside, smaller.holds(shares, psi))) is not None
        ]
        if not found:
            return box
        box = max(found, key=lambda each: each[0])[1]


def _smaller(box: Box, inside: Floats) -> list[Box]:
    """The box less one slice of one side, or less one shape of psi."""
    boxes = []
    for axis in range(len(box.low)):
        low, high = box.low.copy(), box.high.copy()
        low[axis], high[axis] = np.quantile(inside[:, axis], (_SLICE, 1 - _SLICE))
        boxes += [
            Box(low=low, high=box.high, psi=box.psi),
            Box(low=box.low, high=high, psi=box.psi),
        ]
    if len(box.psi) > 1:
        boxes += [
            Box(low=box.low, high=box.high, psi=tuple(each for each in box.psi if each != shape))
            for shape in box.psi
        ]
    return boxes


def _gain(standing: Floats, inside: Flags, kept: Flags) -> float | None:
    """How much lower the points of a slice stand than the rest, if beyond a standard error."""
    cut = inside & ~kept
    if kept.sum() < _FEWEST or cut.sum() < 2:
        return None
    difference = standing[kept].mean() - standing[cut].mean()
    error = np.sqrt(standing[kept].var(ddof=1) / kept.sum() + standing[cut].var(ddof=1) / cut.sum())
    return float(difference) if difference > error else None


def verified(*, standing: Floats, inside: Flags, fresh: Floats, top: float) -> Verified:
    """Judge a box by the standing of its own points and of fresh ones; good ones are in the top share."""

    def good(some: Floats) -> RegressionEstimate:
        return exact_share(int((some >= 1 - top).sum()), len(some))

    return Verified(
        everywhere=good(standing),
        found=good(standing[inside]),
        fresh=good(fresh),
        mean_standing=float(standing.mean()),
        fresh_mean_standing=float(fresh.mean()),
        fresh_least_standing=float(fresh.min()),
    )
