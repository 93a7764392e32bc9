"""A whole search: many settings on few fields, the best on more, and the last ones on fields held out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from miai.engine.gpu.playing import CPU
from miai.engine.kernel.arrays import Floats
from miai_lab.probe.points import Point, drawn_point
from miai_lab.search.config import Search
from miai_lab.search.fields import RealFields
from miai_lab.search.findings import (
    HeldOut,
    JudgedSetting,
    KindQualities,
    SearchFindings,
    StageTold,
    Standing,
    ValueReach,
)
from miai_lab.search.halving import close_points, order_points, survivors
from miai_lab.search.judging import Judgement
from miai_lab.search.playing import FieldSpan, PlayedKind, PlayTask, played, preset_points
from miai_lab.task_runner import Place, outcomes

# What is being done, how many settings are done, and how many there are.
Progress = Callable[[str, int, int], None]


class Playground:
    """Fields of all kinds by one seed, and what settings gave on them."""

    def __init__(
        self,
        search: Search,
        kinds: Sequence[PlayedKind],
        *,
        seed: int,
        place: Place,
        device: str,
        progress: Progress,
    ) -> None:
        self.search, self.kinds, self.seed = search, tuple(kinds), seed
        self.place, self.device, self.progress = place, device, progress
        self.found: dict[Point, list[Floats]] = {}
        self.tournaments = 0

    def play(self, points: Sequence[Point], fields: Sequence[int], *, name: str) -> None:
        """Let settings play so many fields of each kind; what they have played before is kept."""
        keys = self.search.keys
        blank = [np.zeros((0, 2, len(keys))) for _ in self.kinds]
        tasks = []
        for point in points:
            before = self.found.get(point, blank)
            spans = tuple(
                FieldSpan(played=kind, begin=len(known), end=max(len(known), wanted))
                for kind, known, wanted in zip(self.kinds, before, fields, strict=True)
            )
            tasks.append(PlayTask(point=point, spans=spans, keys=keys, seed=self.seed, device=self.device))
        done = count(1)
        for number, sums in outcomes(played, tasks, self.place):
            point = points[number]
            before = self.found.get(point, blank)
            self.found[point] = [np.concatenate(parts) for parts in zip(before, sums, strict=True)]
            self.tournaments += sum(
                (span.end - span.begin) * span.played.plays for span in tasks[number].spans
            )
            self.progress(name, next(done), len(tasks))

    def judged(self, points: Sequence[Point], fields: Sequence[int], among: Sequence[int]) -> Judgement:
        """What settings gave on the first fields of each kind."""
        sums = [
            np.stack([self.found[point][at][:wanted] for point in points]) for at, wanted in enumerate(fields)
        ]
        keys = self.search.keys
        priorities = {
            name: [dict(wanted).get(key, 0.0) for key in keys] for name, wanted in self.search.priorities
        }
        return Judgement(sums, keys, priorities, among)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRun:
    """Where and how a search is played."""

    place: Place
    progress: Progress
    device: str = CPU


def run_search(search: Search, run: SearchRun) -> SearchFindings:
    """Search, then judge what is left on fields held out: another seed, and the players of other events."""
    searched, held = _grounds(search, run)
    # What is found becomes a preset, and presets keep the halves of a group apart.
    drawn = [replace(drawn_point(search, number), halves_apart=True) for number in range(search.points)]
    finalists, stages = _halved(search, searched, [*drawn, *order_points(search)])
    cloud = drawn[: search.cloud]
    last = [point for point in finalists if point not in cloud]
    points = [*cloud, *last, *preset_points(), *_compared(search)]
    fields = [each.held_out for each in search.kinds for _ in _sides(search)]
    held.play(points, fields, name="held out")
    judged = held.judged(points, fields, range(len(cloud)))
    verdicts = _Verdicts(search, judged)
    return SearchFindings(
        search=search,
        kinds=tuple(kind.name for kind in held.kinds),
        settings_searched=len(searched.found),
        tournaments_searched=searched.tournaments,
        tournaments_held_out=held.tournaments,
        stages=tuple(stages),
        held_out=HeldOut(
            settings=tuple(
                verdicts.of(at, point, finalist=point in finalists, in_cloud=at < len(cloud))
                for at, point in enumerate(points)
            ),
            differences=judged.differences,
        ),
    )


def _grounds(search: Search, run: SearchRun) -> tuple[Playground, Playground]:
    """The fields to search on and those held out; of real players each has one half."""
    first, second = (None, None) if search.real is None else search.real.halves()
    return (
        _ground(search, run, real=first, seed=search.seed),
        _ground(search, run, real=second, seed=search.held_out_seed),
    )


def _ground(search: Search, run: SearchRun, *, real: RealFields | None, seed: int) -> Playground:
    """Every kind with fields of real players, if there are some, and with made ones."""
    sides = [None] if real is None else [real, None]
    return Playground(
        search,
        [PlayedKind(kind=each.kind, plays=each.plays, real=side) for each in search.kinds for side in sides],
        seed=seed,
        place=run.place,
        device=run.device,
        progress=run.progress,
    )


def _sides(search: Search) -> range:
    """Real fields and made ones, or these alone."""
    return range(1 if search.real is None else 2)


def _halved(search: Search, ground: Playground, points: list[Point]) -> tuple[list[Point], list[StageTold]]:
    """The settings that the last stage leaves, and what every stage played.

    Every stage keeps the best, adds new settings close to them, and measures all of these against each other.
    """
    fields = _fields(search, 1)
    stages = [_played_stage(ground, points, fields, number=1)]
    made = 0
    for number, stage in enumerate(search.stages, 2):
        kept = _best(search, ground, points, fields, stage.keep)
        close = close_points(search, kept, each=stage.near, step=stage.step, first=made)
        made += len(close)
        points, fields = [*kept, *close], _fields(search, stage.times)
        stages.append(_played_stage(ground, points, fields, number=number))
    return _best(search, ground, points, fields, search.stages[-1].keep), stages


def _played_stage(ground: Playground, points: list[Point], fields: list[int], *, number: int) -> StageTold:
    before = ground.tournaments
    ground.play(points, fields, name=f"stage {number}")
    return StageTold(settings=len(points), fields=tuple(fields), tournaments=ground.tournaments - before)


def _fields(search: Search, times: int) -> list[int]:
    return [each.fields * times for each in search.kinds for _ in _sides(search)]


def _best(
    search: Search, ground: Playground, points: list[Point], fields: list[int], keep: int
) -> list[Point]:
    judged = ground.judged(points, fields, range(len(points)))
    names = [name for name, _ in search.priorities]
    kept = survivors([judged.standing(name) for name in names], [judged.scores(name) for name in names], keep)
    return [points[at] for at in kept]


def _compared(search: Search) -> list[Point]:
    return [
        Point(
            role="named",
            number=number,
            label=each.name,
            psi=each.psi,
            weights=each.weights,
            halves_apart=True,
        )
        for number, each in enumerate(search.compared)
    ]


class _Verdicts:
    """Every setting with its qualities, its standing for each set of priorities, and what dominates it."""

    def __init__(self, search: Search, judged: Judgement) -> None:
        self._judged = judged
        self._names = [name for name, _ in search.priorities]
        self._standing = {name: judged.standing(name) for name in self._names}
        self._bounds = {name: judged.standing_intervals(name, search.held_out_seed) for name in self._names}
        self._scores = {name: judged.scores(name) for name in self._names}
        self._reaches = [judged.reach(kind) for kind in judged.kinds]
        self._dominates = judged.dominates

    def of(self, at: int, point: Point, *, finalist: bool, in_cloud: bool) -> JudgedSetting:
        """The verdict on one setting."""
        return JudgedSetting(
            point=point,
            finalist=finalist,
            in_cloud=in_cloud,
            faults=_figures(self._judged.faults[at], self._judged.mean_reach[at]),
            kinds=tuple(self._qualities(kind, at) for kind in range(len(self._judged.kinds))),
            standings={name: self._standing_of(name, at) for name in self._names},
            dominated_by=tuple(np.flatnonzero(self._dominates[:, at]).tolist()),
        )

    def _qualities(self, kind: int, at: int) -> KindQualities:
        return KindQualities(
            values=_figures(self._judged.kinds[kind].values[at], self._reaches[kind][at]),
            scores={name: float(self._scores[name][kind, at]) for name in self._names},
        )

    def _standing_of(self, name: str, at: int) -> Standing:
        low, high = self._bounds[name]
        return Standing(value=float(self._standing[name][at]), low=float(low[at]), high=float(high[at]))


def _figures(values: Floats, reaches: Floats) -> tuple[ValueReach, ...]:
    return tuple(
        ValueReach(value=float(value), reach=float(reach))
        for value, reach in zip(values, reaches, strict=True)
    )
