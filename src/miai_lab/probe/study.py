"""A whole probe: its points, then the points that its own results ask for, and what all of them tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.engine.gpu.playing import CPU
from miai.engine.kernel.arrays import Floats
from miai_lab.probe.analysis import Importance, continuity, importance
from miai_lab.probe.clusters import Clustering, clustered
from miai_lab.probe.config import Probe
from miai_lab.probe.equivalence import alike_pairs, deviation, differences, margins
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.findings import (
    Cloud,
    Control,
    Findings,
    Range,
    Region,
    contenders_of,
    controls_of,
)
from miai_lab.probe.lines import Line, Sensitivity
from miai_lab.probe.played_fields import ProbeTask, measured
from miai_lab.probe.points import (
    NEAR_STEPS,
    Point,
    axes_of,
    drawn_points,
    fresh_points,
    held_out,
    line_points,
    lines_of,
    middle_point,
    named_points,
    near_points,
    order_points,
    shares_of,
)
from miai_lab.probe.region import Box, peel, standings, verified
from miai_lab.probe.scale import FaultCounts, Scale, faults_of, scale_of
from miai_lab.task_runner import Place, outcomes

# How many points are done, and how many there will be.
Progress = Callable[[int, int], None]

OVERALL = "score"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    """What the probe's own points gave on the same tournaments, by kind of event.

    `scores` go by kind and point; the scale is always that of the search.
    """

    faults: list[FaultCounts]
    scores: Floats
    standing: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class _Probed:
    """The probe's own points: where they lie, and what they gave, in the search and held out."""

    points: list[Point]
    shares: Floats
    scales: list[Scale]
    margins: list[Floats]
    search: _Played
    held_out: _Played

    @property
    def psi(self) -> list[str]:
        return [point.psi for point in self.points]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lines:
    """Lines on one kind of event: the ends by number, the points between line by line.

    Of the pairs that were looked at, so many were alike.
    """

    looked: int
    alike: int
    ends: list[tuple[int, int]]
    points: list[Point]


class ProbeStudy:
    """Plays what is missing in a probe's file, and reads the answers from it."""

    def __init__(
        self, probe: Probe, file: ProbeFile, place: Place, progress: Progress, device: str = CPU
    ) -> None:
        self.probe, self.file, self.place, self.progress = probe, file, place, progress
        self.device = device
        self.keys = [key for key, _ in probe.priorities]
        self.expected = 1 if probe.system == "random" else _expected(probe)

    def control(self) -> tuple[Control, ...]:
        """Random pairing: every measure, tournament by tournament."""
        points = drawn_points(self.probe)
        self._play(points)
        return controls_of(self.file, points[0])

    def run(self) -> Findings:
        """Everything, from the first point to the answers."""
        probe = self.probe
        probed, near = drawn_points(probe), held_out(near_points(probe))
        orders, named = held_out(order_points(probe)), held_out(named_points(probe))
        self._play([*probed, *held_out(probed), *near, *orders, *named])
        cloud = self._cloud(probed)
        lines = [self._lines(cloud, at) for at in range(len(probe.kinds))]
        box = peel(cloud.shares, cloud.psi, cloud.search.standing)
        fresh = held_out(fresh_points(probe, box.low, box.high, box.psi))
        (middle,) = held_out([middle_point(probe, box.low, box.high, _usual_psi(box, cloud))])
        between = [point for each in lines for point in each.points]
        self._play([*between, *fresh, middle])
        # There may have been fewer lines than wished for.
        self.progress(len(self.file), len(self.file))
        scores, places = cloud.held_out.scores, shares_of(probe, [*probed, *near])
        return Findings(
            margins={
                each.kind: dict(zip(self.keys, margin.tolist(), strict=True))
                for each, margin in zip(cloud.search.faults, cloud.margins, strict=True)
            },
            continuity=tuple(
                continuity(*kind, shares=places, companions=_companions(near, probed), probed=len(probed))
                for kind in zip(
                    faults_of(self.file, [*held_out(probed), *near], self.keys),
                    cloud.scales,
                    cloud.margins,
                    strict=True,
                )
            ),
            sensitivity=tuple(self._sensitivity(cloud, at, each) for at, each in enumerate(lines)),
            clusters=tuple(self._clusters(cloud, at) for at in range(len(probe.kinds))),
            importance=self._importance(cloud, cloud.search),
            importance_held_out=self._importance(cloud, cloud.held_out),
            region=self._region(cloud, box, fresh),
            contenders=contenders_of(self.file, [*named, middle], self.keys, cloud.scales, scores),
            orders=contenders_of(self.file, orders, self.keys, cloud.scales, scores),
            cloud=Cloud(
                axes=tuple(axis.name for axis in axes_of(probe)),
                shares=cloud.shares,
                scores={each.kind: line for each, line in zip(cloud.held_out.faults, scores, strict=True)},
                good=cloud.held_out.standing >= 1 - probe.study.top,
            ),
        )

    def _play(self, points: Sequence[Point]) -> None:
        """Play the points that the file lacks; each is kept as soon as it is there."""
        missing = [point for point in points if point not in self.file]
        tasks = [ProbeTask(probe=self.probe, point=point, device=self.device) for point in missing]
        self.progress(len(self.file), self.expected)
        for number, batches in outcomes(measured, tasks, self.place):
            self.file.add(missing[number], batches)
            self.progress(len(self.file), self.expected)

    def _cloud(self, probed: list[Point]) -> _Probed:
        faults = faults_of(self.file, probed, self.keys)
        priorities = [priority for _, priority in self.probe.priorities]
        scales = [scale_of(each.whole, priorities) for each in faults]
        return _Probed(
            points=probed,
            shares=shares_of(self.probe, probed),
            scales=scales,
            margins=[margins(scale, self.probe.study) for scale in scales],
            search=_played(faults, scales),
            held_out=_played(faults_of(self.file, held_out(probed), self.keys), scales),
        )

    def _lines(self, cloud: _Probed, at: int) -> _Lines:
        """The lines of one kind of event, between points that are alike on the tournaments of the search."""
        probe, kind = self.probe, self.probe.kinds[at].name
        whole, margin = cloud.search.faults[at].whole, cloud.margins[at]
        pairs, looked = alike_pairs(whole, margin, cloud.shares, cloud.psi, probe.study.unlike)
        ends = lines_of(probe, pairs, kind)
        points = line_points(probe, [(cloud.points[a], cloud.points[b]) for a, b in ends], kind)
        return _Lines(looked=looked, alike=len(pairs), ends=ends, points=points)

    def _sensitivity(self, cloud: _Probed, at: int, lines: _Lines) -> Sensitivity:
        """What lies between the ends of lines on one kind of event, on tournaments that are held out."""
        steps = self.probe.study.steps
        held, margin = cloud.held_out.faults[at], cloud.margins[at]
        between = faults_of(self.file, lines.points, self.keys) if lines.points else []
        found = [
            Line(
                one=a,
                other=b,
                distance=float(np.sqrt(np.mean((cloud.shares[a] - cloud.shares[b]) ** 2))),
                ends=differences(held, margin, np.array([[a], [b]]))[0],
                way=deviation(
                    held.only([a]),
                    held.only([b]),
                    between[0].only(range(line * steps, (line + 1) * steps)),
                    margin,
                ),
            )
            for line, (a, b) in enumerate(lines.ends)
        ]
        return Sensitivity(kind=held.kind, pairs=lines.looked, alike=lines.alike, lines=tuple(found))

    def _clusters(self, cloud: _Probed, at: int) -> Clustering:
        margin, scale = cloud.margins[at], cloud.scales[at]
        found, again = (played.faults[at].whole for played in (cloud.search, cloud.held_out))
        return clustered(
            cloud.search.faults[at].kind,
            found / margin,
            again / margin,
            marks=scale.marks(again),
            qualities=self.keys,
            axes=[axis.name for axis in axes_of(self.probe)],
            shares=cloud.shares,
            psi=cloud.psi,
        )

    def _importance(self, cloud: _Probed, played: _Played) -> dict[str, tuple[Importance, ...]]:
        axes = [axis.name for axis in axes_of(self.probe)]
        shares = cloud.shares
        if len(self.probe.psi) > 1:
            axes.append("psi")
            shapes = [self.probe.psi.index(shape) for shape in cloud.psi]
            shares = np.column_stack([shares, shapes])
        found = {}
        for each, scores in zip(played.faults, played.scores, strict=True):
            marks = np.column_stack([-each.whole, scores])
            found[each.kind] = importance(axes, [*self.keys, OVERALL], shares, marks)
        return found

    def _region(self, cloud: _Probed, box: Box, fresh: list[Point]) -> Region:
        fresh_scores = _scores(faults_of(self.file, fresh, self.keys), cloud.scales)
        ranges = [
            Range(
                axis=axis.name,
                low=axis.value(float(low)),
                high=axis.value(float(high)),
                probed_low=axis.low,
                probed_high=axis.high,
            )
            for axis, low, high in zip(axes_of(self.probe), box.low, box.high, strict=True)
        ]
        judged = verified(
            standing=cloud.held_out.standing,
            inside=box.holds(cloud.shares, cloud.psi),
            fresh=standings(fresh_scores, cloud.held_out.scores),
            top=self.probe.study.top,
        )
        return Region(ranges=tuple(ranges), psi=box.psi, verified=judged)


def _expected(probe: Probe) -> int:
    """How many points there will be, if there are lines enough; the probe's own are played twice."""
    study = probe.study
    known = len(near_points(probe)) + len(order_points(probe)) + len(named_points(probe)) + 1
    return 2 * probe.points + known + len(probe.kinds) * study.lines * study.steps + study.fresh


def _played(faults: list[FaultCounts], scales: Sequence[Scale]) -> _Played:
    scores = _scores(faults, scales)
    return _Played(faults=faults, scores=scores, standing=standings(scores, scores))


def _companions(near: Sequence[Point], probed: Sequence[Point]) -> list[tuple[int, int, float]]:
    """Each point with a companion, as places in the arrays, and how far apart they are."""
    steps = len(NEAR_STEPS)
    return [(at // steps, len(probed) + at, NEAR_STEPS[at % steps]) for at in range(len(near))]


def _scores(faults: Sequence[FaultCounts], scales: Sequence[Scale]) -> Floats:
    """The score of points, by kind and point."""
    return np.array([scale.scores(each.whole) for each, scale in zip(faults, scales, strict=True)])


def _usual_psi(box: Box, cloud: _Probed) -> str:
    """The shape of psi that most points of a box have."""
    inside = np.array(cloud.psi)[box.holds(cloud.shares, cloud.psi)]
    return max(box.psi, key=inside.tolist().count)
