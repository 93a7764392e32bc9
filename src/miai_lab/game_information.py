"""What a game between two players is expected to tell, for every two of a field.

Strengths are believed to follow a normal law. A game is worth what its result is expected to add to what is
known: about all strengths, about who is strongest, or about who is stronger of any two.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy.special import ndtr, ndtri, xlogy
from scipy.stats import qmc

from miai.engine.kernel.arrays import Floats
from miai.engine.rating.strengths import Believed, StrengthModel, normal_nodes

Gain = Callable[[StrengthModel, Believed], Floats]

_NODES, _WEIGHTS = normal_nodes(15)
_FEW_NODES, _FEW_WEIGHTS = normal_nodes(7)
# Equally likely numbers of a normal law, for what jumps at nothing.
_QUANTILES = ndtri((np.arange(64) + 0.5) / 64)
# So many strengths as they may be stand for all.
_SAMPLES = 512
# A variance of nothing would divide by nothing.
_TINY = 1e-12


def about_strengths(model: StrengthModel, believed: Believed) -> Floats:
    """The bits by which the result is expected to narrow down the strengths of all."""
    ahead, variance = believed.leads
    chances = model.chances(ahead[..., None] + np.sqrt(variance)[..., None] * _NODES)
    return np.asarray(_entropy(chances @ _WEIGHTS) - _entropy(chances) @ _WEIGHTS)


def about_strongest(model: StrengthModel, believed: Believed) -> Floats:
    """The bits by which the result is expected to narrow down who is strongest, by a sample of strengths."""
    n = len(believed.mean)
    strengths = believed.mean + _spread_points(n) @ believed.root.T
    strongest = strengths.argmax(axis=1)
    order = np.argsort(strongest, kind="stable")
    strengths, strongest = strengths[order], strongest[order]
    begins = np.flatnonzero(np.diff(strongest, prepend=-1))
    i, j = np.triu_indices(n, 1)
    chances = model.chances(strengths[:, i] - strengths[:, j])
    # By who is strongest: how likely that is, alone and together with each result.
    before = np.diff(np.append(begins, _SAMPLES)) / _SAMPLES
    won = np.add.reduceat(chances, begins, axis=0) / _SAMPLES
    lost = before[:, None] - won
    joint = -(_plogp(won) + _plogp(lost)).sum(axis=0)
    gain = np.zeros((n, n))
    gain[i, j] = gain[j, i] = -_plogp(before).sum() + _entropy(won.sum(axis=0)) - joint
    return gain


def about_order(model: StrengthModel, believed: Believed) -> Floats:
    """How many pairs with one of the two players are expected to be put right, if all are put in order.

    Before and after the game everybody is placed so that each pair is more likely right than wrong.
    """
    n = len(believed.mean)
    ahead, variance = believed.leads
    covariance = believed.covariance
    wrong_before = _at_worst(ndtr(ahead / np.sqrt(np.maximum(variance, _TINY))), np.ones((n, n)))
    gain = np.zeros((n, n))
    for i in range(n - 1):
        j = np.arange(i + 1, n)
        rows = np.arange(len(j))
        gain[i, j] = wrong_before[i, j] - _wrong_between(model, ahead[i, j], variance[i, j])
        off = np.sqrt(variance[i, j])[:, None] * _FEW_NODES
        won = model.chances(ahead[i, j][:, None] + off) * _FEW_WEIGHTS
        for one in (np.full(len(j), i), j):
            # How the lead of `one` over everybody else moves with the lead of i over j.
            together = (covariance[one, i] - covariance[one, j])[:, None] - covariance[i] + covariance[j]
            slope = together / np.maximum(variance[i, j], _TINY)[:, None]
            rest = np.sqrt(np.maximum(variance[one] - slope * together, _TINY))
            above = ndtr((ahead[one][..., None] + slope[..., None] * off[:, None]) / rest[..., None])
            wrong = sum(
                _at_worst((above * each[:, None]).sum(axis=2), each.sum(axis=1)[:, None])
                for each in (won, _FEW_WEIGHTS - won)
            )
            right = wrong_before[one] - wrong
            right[:, i] = right[rows, j] = 0.0
            gain[i, j] += right.sum(axis=1)
    return gain + gain.T


GAINS: dict[str, Gain] = {
    "strengths": about_strengths,
    "strongest": about_strongest,
    "order": about_order,
}
"""What a game may be worth, by the name of what it tells about."""


@cache
def _spread_points(count: int) -> Floats:
    """Independent normal numbers, spread more evenly than by chance; always the same ones."""
    even = qmc.Sobol(count, rng=np.random.default_rng(1)).random(_SAMPLES)
    return np.asarray(ndtri(np.clip(even, _TINY, 1 - _TINY)))


def _wrong_between(model: StrengthModel, ahead: Floats, variance: Floats) -> Floats:
    """How likely two players are in the wrong order after their game."""
    leads = ahead[:, None] + np.sqrt(variance)[:, None] * _QUANTILES
    won = model.chances(leads)
    above = leads > 0
    wrong = [_at_worst((above * each).mean(axis=1), each.mean(axis=1)) for each in (won, 1 - won)]
    return np.asarray(wrong[0] + wrong[1])


def _at_worst(above: Floats, whole: Floats) -> Floats:
    """The smaller of the two ways round, which is how likely the likelier order is wrong."""
    return np.asarray(np.minimum(above, whole - above))


def _entropy(chances: Floats) -> Floats:
    """Of a result with these chances, in bits."""
    return np.asarray(-_plogp(chances) - _plogp(1 - chances))


def _plogp(chances: Floats) -> Floats:
    # Rounding can leave a little less than nothing.
    safe = np.maximum(chances, 0.0)
    return np.asarray(xlogy(safe, safe) / np.log(2))
