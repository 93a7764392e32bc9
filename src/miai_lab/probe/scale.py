"""How good a point is: every quality on a scale between bad and good points, and one mark by priorities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai_lab.probe.config import MEASURED
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.played_fields import ratio
from miai_lab.probe.points import Point

_TWENTIETHS = (5, 95)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCounts:
    """How far from ideal the qualities of points are on one kind of event.

    `whole` goes by point and quality, `parts` by point, batch of tournaments and quality.
    """

    kind: str
    whole: Floats
    parts: Floats

    def only(self, points: Sequence[int]) -> "FaultCounts":
        """Some of the points."""
        return replace(self, whole=self.whole[list(points)], parts=self.parts[list(points)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Where the best and the worst twentieth of the points begin, by quality, and the priorities."""

    best: Floats
    worst: Floats
    priorities: Floats

    @property
    def span(self) -> Floats:
        """What lies between; 1 where all points are alike."""
        width = self.worst - self.best
        return np.asarray(np.where(width > 0, width, 1.0))

    def marks(self, whole: Floats) -> Floats:
        """1 from the best twentieth on, 0 from the worst, by quality."""
        return np.asarray(np.clip((self.worst - whole) / self.span, 0.0, 1.0))

    def scores(self, whole: Floats) -> Floats:
        """The marks averaged by the director's priorities, of all qualities in which points differ."""
        weights = self.priorities * (self.worst > self.best)
        return np.asarray(self.marks(whole) @ weights / max(float(weights.sum()), 1e-9))


def faults_of(file: ProbeFile, points: Sequence[Point], keys: Sequence[str]) -> list[FaultCounts]:
    """What points gave, kind by kind; nothing counted is no fault."""
    ideals = np.array([MEASURED[key].ideal for key in keys])

    def faults(above: Floats, below: Floats) -> Floats:
        return np.asarray(np.nan_to_num(np.abs(_values(above, below, keys) - ideals)))

    return [
        FaultCounts(kind=kind, whole=faults(above.sum(axis=1), below.sum(axis=1)), parts=faults(above, below))
        for kind, above, below in _sums(file, points, keys)
    ]


def values_of(file: ProbeFile, points: Sequence[Point], keys: Sequence[str]) -> dict[str, Floats]:
    """The measures themselves, kind by kind: by point, batch and measure."""
    return {kind: _values(above, below, keys) for kind, above, below in _sums(file, points, keys)}


def _sums(
    file: ProbeFile, points: Sequence[Point], keys: Sequence[str]
) -> Iterator[tuple[str, Floats, Floats]]:
    """Each kind with the sums above and below the fraction line, by point, batch and measure."""
    above, below = (file.figures(points, keys, name) for name in ("sum", "of"))
    kinds = file.kinds(points[0])
    for kind in dict.fromkeys(kinds):
        lines = [at for at, each in enumerate(kinds) if each == kind]
        yield kind, above[:, lines], below[:, lines]


def _values(above: Floats, below: Floats, keys: Sequence[str]) -> Floats:
    columns = [
        ratio(above[..., at], below[..., at], rooted=MEASURED[key].rooted) for at, key in enumerate(keys)
    ]
    return np.stack(columns, axis=-1)


def scale_of(whole: Floats, priorities: Sequence[float]) -> Scale:
    """The scale that the faults of a probe's points give."""
    best, worst = np.percentile(whole, _TWENTIETHS, axis=0)
    return Scale(best=best, worst=worst, priorities=np.array(priorities))
