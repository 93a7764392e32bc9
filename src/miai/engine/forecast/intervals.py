"""Means and differences with the interval in which they lie 95 times in 100."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from miai.engine.kernel.arrays import Floats

INTERVAL = 0.95
"""How often the intervals hold what they are of."""

_WIDE = 1.96
_TAIL = (1 + INTERVAL) / 2
_NO_SIZE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number and its interval, which a single event does not have."""

    value: float
    low: float | None
    high: float | None
    events: int


def wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's interval for a share of so many trials."""
    spread = _WIDE * _WIDE / count
    middle = share + spread / 2
    reach = _WIDE * sqrt(max(0.0, share * (1 - share)) / count + spread / (4 * count))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def with_spread(share: float, count: int, spread: float) -> tuple[float, float]:
    """The interval of a share of so many simulations whose model has an error of its own."""
    low, high = wilson(share, count)
    return (
        max(0.0, share - sqrt((share - low) ** 2 + (_WIDE * spread) ** 2)),
        min(1.0, share + sqrt((high - share) ** 2 + (_WIDE * spread) ** 2)),
    )


def explained_spread(values: Floats, causes: Floats) -> Floats:
    """How far the means of values, by column, are spread by causes that differ from line to line.

    The straight line through the causes explains a part of the variance; what chance alone would explain is
    taken off.
    """
    count = len(values)
    away = causes - causes.mean(axis=0)
    # Causes of one line in another's combination, or without any difference, explain nothing more.
    axes, sizes, _ = np.linalg.svd(away, full_matrices=False) if causes.size else (away, np.empty(0), None)
    axes = axes[:, sizes > _NO_SIZE]
    if not axes.shape[1] or count <= axes.shape[1] + 1:
        return np.zeros(values.shape[1:])
    off = values - values.mean(axis=0)
    explained = ((axes.T @ off) ** 2).sum(axis=0)
    left = ((off**2).sum(axis=0) - explained) / (count - axes.shape[1] - 1)
    return np.asarray(np.sqrt(np.maximum(0.0, explained - axes.shape[1] * left) / count))


def mean(values: Floats, *, yes_or_no: bool) -> Estimate | None:
    """The mean over events; what is not a number was not measured. `yes_or_no` is one answer an event."""
    known = values[~np.isnan(values)]
    if yes_or_no and len(known):
        low, high = wilson(float(known.mean()), len(known))
        return Estimate(value=float(known.mean()), low=low, high=high, events=len(known))
    return _by_student(known)


def difference(values: Floats, others: Floats, *, yes_or_no: bool) -> Estimate | None:
    """By how much the first exceed the others, event by event: they had the same players and luck."""
    apart = values - others
    known = apart[~np.isnan(apart)]
    if not (yes_or_no and len(known)):
        return _by_student(known)
    # Bonett and Price: one event more each way, or few events without a difference would seem to prove none.
    around = _by_student(np.append(known, (1.0, -1.0)))
    if around is None or around.low is None or around.high is None:
        return around
    low, high = max(-1.0, around.low), min(1.0, around.high)
    return Estimate(value=float(known.mean()), low=low, high=high, events=len(known))


def _by_student(known: Floats) -> Estimate | None:
    return by_student(known) if len(known) else None


def by_student(known: Floats) -> Estimate:
    """The mean of one number or more, with Student's interval."""
    n = len(known)
    value = float(known.mean())
    if n == 1:
        return Estimate(value=value, low=None, high=None, events=1)
    reach = float(stdtrit(n - 1, _TAIL)) * float(known.std(ddof=1)) / sqrt(n)
    return Estimate(value=value, low=value - reach, high=value + reach, events=n)
