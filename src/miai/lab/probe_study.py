"""A whole probe: its points, then the points that its own results ask for, and what all of them tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.gpu.playing import CPU
from miai.kernel.arrays import Floats
from miai.lab.probe import ProbeTask, measured
from miai.lab.probe_analysis import Flatness, Importance, continuity, flatness, importance
from miai.lab.probe_config import Probe
from miai.lab.probe_file import ProbeFile
from miai.lab.probe_findings import (
    Cloud,
    Control,
    Findings,
    Range,
    Region,
    contenders_of,
    controls_of,
)
from miai.lab.probe_points import (
    NEAR_STEPS,
    Point,
    axes_of,
    drawn_points,
    fresh_points,
    line_ends,
    line_points,
    middle_point,
    named_points,
    near_points,
    order_points,
    shares_of,
)
from miai.lab.probe_region import Box, peel, standings, verified
from miai.lab.probe_scale import FaultCounts, Scale, faults_of, scale_of
from miai.lab.run import Place, outcomes

# How many points are done, and how many there will be.
Progress = Callable[[int, int], None]

OVERALL = "score"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Probed:
    """The probe's own points with what they gave; `faults` and `shares` hold their companions behind them."""

    probed: list[Point]
    near: list[Point]
    shares: Floats
    faults: list[FaultCounts]
    scales: list[Scale]
    scores: Floats
    standing: Floats

    @property
    def psi(self) -> list[str]:
        return [point.psi for point in self.probed]

    @property
    def places(self) -> Floats:
        """Where the probe's own points lie."""
        return self.shares[: len(self.probed)]


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
        orders, named = order_points(probe), named_points(probe)
        self._play([*drawn_points(probe), *near_points(probe), *orders, *named])
        cloud = self._cloud()
        good = cloud.standing >= 1 - probe.study.top
        ends = line_ends(probe, [each for each, is_good in zip(cloud.probed, good, strict=True) if is_good])
        lines = line_points(probe, ends)
        box = peel(cloud.places, cloud.psi, cloud.standing)
        fresh = fresh_points(probe, box.low, box.high, box.psi)
        middle = middle_point(probe, box.low, box.high, _usual_psi(box, cloud))
        self._play([*lines, *fresh, middle])
        # There may have been fewer lines than wished for.
        self.progress(len(self.file), len(self.file))
        return Findings(
            continuity=tuple(
                continuity(each, scale, cloud.shares, _companions(cloud), len(cloud.probed))
                for each, scale in zip(cloud.faults, cloud.scales, strict=True)
            ),
            flatness=self._flatness(cloud, ends, lines),
            importance=self._importance(cloud),
            region=self._region(cloud, box, fresh),
            contenders=contenders_of(self.file, [*named, middle], self.keys, cloud.scales, cloud.scores),
            orders=contenders_of(self.file, orders, self.keys, cloud.scales, cloud.scores),
            cloud=Cloud(
                axes=tuple(axis.name for axis in axes_of(probe)),
                shares=cloud.places,
                scores={each.kind: line for each, line in zip(cloud.faults, cloud.scores, strict=True)},
                good=good,
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

    def _cloud(self) -> _Probed:
        probed, near = drawn_points(self.probe), near_points(self.probe)
        faults = faults_of(self.file, [*probed, *near], self.keys)
        priorities = [priority for _, priority in self.probe.priorities]
        scales = [scale_of(each.whole[: len(probed)], priorities) for each in faults]
        scores = _scores(faults, scales)[:, : len(probed)]
        return _Probed(
            probed=probed,
            near=near,
            shares=shares_of(self.probe, [*probed, *near]),
            faults=faults,
            scales=scales,
            scores=scores,
            standing=standings(scores, scores),
        )

    def _flatness(self, cloud: _Probed, ends: list[tuple[Point, Point]], lines: list[Point]) -> Flatness:
        steps, count = self.probe.study.steps, len(cloud.probed)
        faults = faults_of(self.file, [*cloud.probed, *lines], self.keys)
        drawn = [
            (a.number, b.number, range(count + line * steps, count + (line + 1) * steps))
            for line, (a, b) in enumerate(ends)
        ]
        return flatness(faults, cloud.scales, drawn)

    def _importance(self, cloud: _Probed) -> dict[str, tuple[Importance, ...]]:
        axes = [axis.name for axis in axes_of(self.probe)]
        shares = cloud.places
        if len(self.probe.psi) > 1:
            axes.append("psi")
            shapes = [self.probe.psi.index(shape) for shape in cloud.psi]
            shares = np.column_stack([shares, shapes])
        found = {}
        for each, scores in zip(cloud.faults, cloud.scores, strict=True):
            marks = np.column_stack([-each.whole[: len(shares)], scores])
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
            standing=cloud.standing,
            inside=box.holds(cloud.places, cloud.psi),
            fresh=standings(fresh_scores, cloud.scores),
            top=self.probe.study.top,
        )
        return Region(ranges=tuple(ranges), psi=box.psi, verified=judged)


def _expected(probe: Probe) -> int:
    """How many points there will be, if there are lines enough."""
    study = probe.study
    known = len(near_points(probe)) + len(order_points(probe)) + len(named_points(probe)) + 1
    return probe.points + known + study.lines * study.steps + study.fresh


def _companions(cloud: _Probed) -> list[tuple[int, int, float]]:
    """Each point with a companion, as places in the arrays, and how far apart they are."""
    steps = len(NEAR_STEPS)
    return [(at // steps, len(cloud.probed) + at, NEAR_STEPS[at % steps]) for at in range(len(cloud.near))]


def _scores(faults: Sequence[FaultCounts], scales: Sequence[Scale]) -> Floats:
    """The score of points, by kind and point."""
    return np.array([scale.scores(each.whole) for each, scale in zip(faults, scales, strict=True)])


def _usual_psi(box: Box, cloud: _Probed) -> str:
    """The shape of psi that most points of a box have."""
    inside = np.array(cloud.psi)[box.holds(cloud.places, cloud.psi)]
    return max(box.psi, key=inside.tolist().count)
