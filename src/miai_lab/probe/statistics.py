"""The few statistics that a probe's analysis needs, each with its interval of 95 in 100."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest, rankdata, t

from miai.engine.kernel.arrays import Floats, Ints

_RESAMPLES = 400
_TAILS = (2.5, 97.5)
# Cases are cut into so many groups, or fewer if a group would be smaller than this.
_GROUPS, _FEWEST = 8, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class RegressionEstimate:
    """A number and the interval that it lies in, 95 times in 100."""

    value: float
    low: float
    high: float


def exact_share(count: int, of: int) -> RegressionEstimate:
    """How often something is so, with the exact interval of Clopper and Pearson."""
    if of == 0:
        return RegressionEstimate(value=0.0, low=0.0, high=1.0)
    interval = binomtest(count, of).proportion_ci(0.95, method="exact")
    return RegressionEstimate(value=count / of, low=float(interval.low), high=float(interval.high))


def mean_of(parts: Floats) -> RegressionEstimate:
    """The mean of a few independent parts, by Student's law."""
    mean = float(np.mean(parts))
    half = float(t.ppf(0.975, len(parts) - 1)) * float(standard_error(parts[:, None])[0])
    return RegressionEstimate(value=mean, low=mean - half, high=mean + half)


def standard_error(parts: Floats, axis: int = 0) -> Floats:
    """The standard error of the mean of independent parts."""
    return np.asarray(parts.std(axis=axis, ddof=1) / np.sqrt(parts.shape[axis]))


def sure_of(parts: int, comparisons: int) -> float:
    """How many standard errors a difference must have to be sure among so many comparisons (Bonferroni)."""
    return float(t.ppf(1 - 0.025 / max(1, comparisons), parts - 1))


def resampled(statistic: Callable[[Ints], Floats], size: int) -> tuple[Floats, Floats, Floats]:
    """A statistic of all cases and its bootstrap interval; it is given the numbers of the cases to use."""
    whole = statistic(np.arange(size))
    dice = np.random.default_rng(0)
    again = np.array([statistic(dice.integers(0, size, size)) for _ in range(_RESAMPLES)])
    # Resampled cases come twice and look alike; the interval is put around what all cases say.
    low, high = np.percentile(again - (np.nanmean(again, axis=0) - whole), _TAILS, axis=0)
    return whole, low, high


def rank_correlations(x: Floats, y: Floats) -> Floats:
    """Spearman's correlation of each column of x with each of y; 0 where a column never changes."""
    return _correlations(rankdata(x, axis=0), rankdata(y, axis=0))


def _correlations(x: Floats, y: Floats) -> Floats:
    a, b = x - x.mean(axis=0), y - y.mean(axis=0)
    size = np.sqrt((a * a).sum(axis=0))[:, None] * np.sqrt((b * b).sum(axis=0))[None, :]
    return np.where(size > 0, a.T @ b / np.where(size > 0, size, 1.0), 0.0)


def variance_shares(x: Floats, y: Floats) -> Floats:
    """How much of the variance of each column of y each column of x explains, less what luck would."""
    return np.array([_explained(_grouped(column), y) for column in x.T]).reshape(x.shape[1], y.shape[1])


def _grouped(column: Floats) -> Ints:
    """Few different values are groups of their own; many are cut into even groups."""
    values, codes = np.unique(column, return_inverse=True)
    groups = min(_GROUPS, max(2, len(column) // _FEWEST))
    if len(values) <= groups:
        return np.asarray(codes, np.int64)
    return np.asarray(rankdata(column, method="ordinal") - 1, np.int64) * groups // len(column)


def _explained(codes: Ints, y: Floats) -> Floats:
    centred = y - y.mean(axis=0)
    total = (centred * centred).sum(axis=0)
    groups = int(codes.max()) + 1
    sizes = np.bincount(codes, minlength=groups).astype(np.float64)
    sums = np.array([np.bincount(codes, column, groups) for column in centred.T]).T
    between = (sums * sums / np.maximum(1.0, sizes)[:, None]).sum(axis=0)
    within = (total - between) / max(1, len(y) - groups)
    explained: Floats = between - (groups - 1) * within
    return np.where(total > 0, explained / np.where(total > 0, total, 1.0), 0.0)
