"""The answers of a probe as values, and points that people know by name beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai.engine.kernel.arrays import Flags, Floats
from miai_lab.probe.analysis import Continuity, Importance
from miai_lab.probe.clusters import Clustering
from miai_lab.probe.config import MEASURED
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.lines import Sensitivity
from miai_lab.probe.points import Point
from miai_lab.probe.region import Verified, standings
from miai_lab.probe.scale import Scale, faults_of, values_of
from miai_lab.probe.statistics import RegressionEstimate, mean_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """What the region leaves of one axis."""

    axis: str
    low: float
    high: float
    probed_low: float
    probed_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """The ranges that are good for all kinds of event, and how that was verified."""

    ranges: tuple[Range, ...]
    psi: tuple[str, ...]
    verified: Verified


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A point with a name: its score, its measures and what these gain on the first contender, by kind.

    A gain is paired: the same tournaments under both. The standing is the share of the probe's points that it
    beats on the kind that likes it least.
    """

    label: str
    standing: float
    scores: dict[str, float]
    values: dict[str, dict[str, RegressionEstimate]]
    gains: dict[str, dict[str, RegressionEstimate]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloud:
    """The probe's points for pictures: where they lie, by axis, and what they score, by kind."""

    axes: tuple[str, ...]
    shares: Floats
    scores: dict[str, Floats]
    good: Flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The answers to document 4's questions; all but `importance` are of tournaments that are held out.

    `margins` are the most by which alike qualities differ, by kind and quality. What numbers matter is told
    of the search, and again of the held-out tournaments.
    """

    margins: dict[str, dict[str, float]]
    continuity: tuple[Continuity, ...]
    sensitivity: tuple[Sensitivity, ...]
    clusters: tuple[Clustering, ...]
    importance: dict[str, tuple[Importance, ...]]
    importance_held_out: dict[str, tuple[Importance, ...]]
    region: Region
    contenders: tuple[Contender, ...]
    orders: tuple[Contender, ...]
    cloud: Cloud


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A measure under random pairing: its mean over tournaments, and how much single tournaments differ.

    `needed` are the tournaments that put the interval within one of a hundred on either side; `worst` are the
    numbers of those farthest from ideal.
    """

    kind: str
    measure: str
    mean: RegressionEstimate
    deviation: float
    needed: int
    worst: tuple[int, ...]


def contenders_of(
    file: ProbeFile, points: Sequence[Point], keys: Sequence[str], scales: Sequence[Scale], among: Floats
) -> tuple[Contender, ...]:
    """Some points beside each other, among the probe's by their scores; gains are on the first of them."""
    if not points:
        return ()
    faults = faults_of(file, points, keys)
    scores = {each.kind: scale.scores(each.whole) for each, scale in zip(faults, scales, strict=True)}
    standing = standings(np.array(list(scores.values())), among)
    values = values_of(file, points, list(MEASURED))
    return tuple(
        Contender(
            label=point.label,
            standing=float(standing[at]),
            scores={kind: float(line[at]) for kind, line in scores.items()},
            values={kind: _estimates(parts[at]) for kind, parts in values.items()},
            gains={kind: _estimates(parts[at] - parts[0]) for kind, parts in values.items()},
        )
        for at, point in enumerate(points)
    )


def _estimates(parts: Floats) -> dict[str, RegressionEstimate]:
    """The measures of batches with their intervals; only those of which every batch says something."""
    return {key: mean_of(parts[:, at]) for at, key in enumerate(MEASURED) if np.isfinite(parts[:, at]).all()}


def controls_of(file: ProbeFile, point: Point) -> tuple[Control, ...]:
    """Every measure of a random pairing, from tournaments one by one."""
    found = []
    for kind, parts in values_of(file, [point], list(MEASURED)).items():
        for at, (key, measure) in enumerate(MEASURED.items()):
            single = parts[0][:, at]
            told = single[np.isfinite(single)]
            if len(told) < 2:
                continue
            deviation = float(told.std(ddof=1))
            apart = np.abs(np.nan_to_num(single - measure.ideal))
            order = [number for number in np.argsort(-apart, kind="stable") if apart[number] > 0]
            found.append(
                Control(
                    kind=kind,
                    measure=key,
                    mean=mean_of(told),
                    deviation=deviation,
                    needed=int(np.ceil((1.96 * deviation / 0.01) ** 2)),
                    worst=tuple(int(number) for number in order[:3]),
                )
            )
    return tuple(found)
