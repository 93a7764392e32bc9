"""How good settings are on the fields they played: qualities with intervals, scores, and dominance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import stdtrit

from miai.engine.kernel.arrays import Flags, Floats
from miai_lab.probe.config import MEASURED
from miai_lab.probe.played_fields import ratio
from miai_lab.probe.region import standings
from miai_lab.probe.scale import Scale, scale_of

_TAIL = 0.975
# Fields are drawn again with replacement so often for the interval of a standing.
RESAMPLES = 400
_STREAM = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class KindFaults:
    """How far from ideal settings are on one kind of field.

    `values` and `faults` go by setting and quality. `pulls` are what each field moves a fault by, by setting,
    field and quality: their mean is 0, and the spread of their mean is that of the fault.
    """

    values: Floats
    faults: Floats
    pulls: Floats

    @property
    def fields(self) -> int:
        """How many fields were played."""
        return int(self.pulls.shape[1])


def kind_faults(sums: Floats, keys: Sequence[str]) -> KindFaults:
    """From sums by setting, field, side of the fraction line and quality."""
    above, below = sums[:, :, 0], sums[:, :, 1]
    values = _values(above.sum(axis=1), below.sum(axis=1), keys)
    ideals = np.array([MEASURED[key].ideal for key in keys])
    away = np.nan_to_num(values) - ideals
    known = ~np.isnan(values)
    # A fault is a ratio of sums: to first order a field moves it by what it has more than its share.
    mean = np.where(known, below.mean(axis=1), 1.0)[:, None]
    share = np.divide(above.sum(axis=1), below.sum(axis=1), out=np.zeros(values.shape), where=known)
    slopes = np.array([MEASURED[key].rooted for key in keys])
    steep = np.where(slopes & known & (values > 0), 0.5 / np.where(values > 0, values, 1.0), 1.0)
    pulls = (np.sign(away) * steep)[:, None] * (above - share[:, None] * below) / mean
    return KindFaults(values=values, faults=np.abs(away) * known, pulls=pulls * known[:, None])


def _values(above: Floats, below: Floats, keys: Sequence[str]) -> Floats:
    columns = [
        ratio(above[..., at], below[..., at], rooted=MEASURED[key].rooted) for at, key in enumerate(keys)
    ]
    return np.stack(columns, axis=-1)


class Judgement:
    """Settings that played the same fields; `among` are those that make the scale."""

    def __init__(
        self,
        sums: Sequence[Floats],
        keys: Sequence[str],
        priorities: Mapping[str, Sequence[float]],
        among: Sequence[int],
    ) -> None:
        self.sums, self.keys, self.priorities, self.among = sums, keys, priorities, list(among)
        self.kinds = [kind_faults(each, keys) for each in sums]

    @cached_property
    def faults(self) -> Floats:
        """Each quality's distance from the ideal, the mean of all kinds, by setting and quality."""
        return np.asarray(np.mean([kind.faults for kind in self.kinds], axis=0))

    @property
    def sure(self) -> float:
        """How many standard errors a difference must have."""
        return float(stdtrit(min(kind.fields for kind in self.kinds) - 1, _TAIL))

    @cached_property
    def differences(self) -> tuple[Floats, Floats]:
        """What the first of two settings has more of a fault than the second, and how sure that is.

        Both by setting, setting and quality; the second is half of the 95 % interval. The same fields and the
        same luck are compared.
        """
        count = len(self.faults)
        variance = np.zeros((count, count, len(self.keys)))
        for kind in self.kinds:
            for at in range(len(self.keys)):
                pulls = kind.pulls[:, :, at]
                products = pulls @ pulls.T
                own = np.diag(products)
                spread = np.maximum(0.0, own[:, None] + own[None, :] - 2 * products)
                variance[:, :, at] += spread / (kind.fields * (kind.fields - 1))
        error = np.sqrt(variance) / len(self.kinds)
        return self.faults[:, None] - self.faults[None, :], self.sure * error

    @cached_property
    def dominates(self) -> Flags:
        """Whether the first of two settings is surely worse in nothing and surely better in something."""
        return dominance(*self.differences)

    def reach(self, kind: KindFaults) -> Floats:
        """Half of the 95 % interval of every fault on one kind, by setting and quality."""
        error = np.sqrt((kind.pulls**2).sum(axis=1) / (kind.fields * (kind.fields - 1)))
        return np.asarray(float(stdtrit(kind.fields - 1, _TAIL)) * error)

    @cached_property
    def mean_reach(self) -> Floats:
        """Half of the 95 % interval of the mean fault, by setting and quality."""
        squares = [(kind.pulls**2).sum(axis=1) / (kind.fields * (kind.fields - 1)) for kind in self.kinds]
        return np.asarray(self.sure * np.sqrt(np.sum(squares, axis=0)) / len(self.kinds))

    def scores(self, name: str) -> Floats:
        """The score of settings under a set of priorities, by kind and setting."""
        return _scores([kind.faults for kind in self.kinds], self.among, self.priorities[name])

    def standing(self, name: str) -> Floats:
        """The share of the settings in `among` that each beats on the kind that likes it least."""
        scores = self.scores(name)
        return standings(scores, scores[:, self.among])

    def standing_intervals(self, name: str, seed: int) -> tuple[Floats, Floats]:
        """Where standings lie 95 times in 100 if the fields had been others of the same kinds."""
        found = []
        for number in range(RESAMPLES):
            dice = np.random.default_rng((seed, _STREAM, number))
            faults = [self._resampled(each, dice) for each in self.sums]
            scores = _scores(faults, self.among, self.priorities[name])
            found.append(standings(scores, scores[:, self.among]))
        low, high = np.quantile(np.array(found), (1 - _TAIL, _TAIL), axis=0)
        return low, high

    def _resampled(self, sums: Floats, dice: np.random.Generator) -> Floats:
        fields = sums.shape[1]
        often = np.bincount(dice.integers(0, fields, fields), minlength=fields).astype(np.float64)
        above, below = np.einsum("f,sfxq->xsq", often, sums)
        ideals = np.array([MEASURED[key].ideal for key in self.keys])
        return np.asarray(np.nan_to_num(np.abs(_values(above, below, self.keys) - ideals)))


def dominance(differences: Floats, reaches: Floats) -> Flags:
    """Whether the first of two is surely worse in no quality and surely better in one."""
    worse = (differences > reaches).any(axis=-1)
    better = (differences < -reaches).any(axis=-1)
    return np.asarray(better & ~worse)


def _scores(faults: Sequence[Floats], among: Sequence[int], priorities: Sequence[float]) -> Floats:
    scales: list[Scale] = [scale_of(each[among], priorities) for each in faults]
    return np.array([scale.scores(each) for scale, each in zip(scales, faults, strict=True)])
