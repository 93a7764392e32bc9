"""A whole search: many settings on few fields, the best on more, and the last ones on fields held out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from miai.gpu.playing import CPU
from miai.kernel.arrays import Floats
from miai.lab.probe_points import Point, drawn_point
from miai.lab.run import Place, outcomes
from miai.lab.search.config import Search, SearchedKind
from miai.lab.search.findings import (
    HeldOut,
    JudgedSetting,
    KindQualities,
    SearchFindings,
    StageTold,
    Standing,
    ValueReach,
)
from miai.lab.search.halving import close_points, order_points, survivors
from miai.lab.search.judging import Judgement
from miai.lab.search.playing import FieldSpan, PlayedKind, PlayTask, played, preset_points

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
    halves = (None, None) if search.real is None else search.real.halves()
    searched, held = (
        Playground(
            search,
            [
                PlayedKind(kind=each.kind, plays=each.plays, real=real)
                for each in search.kinds
                for real in ([half, None] if half is not None else [None])
            ],
            seed=seed,
            place=run.place,
            device=run.device,
            progress=run.progress,
        )
        for half, seed in zip(halves, (search.seed, search.held_out_seed), strict=True)
    )
    # What is found becomes a preset, and presets keep the halves of a group apart.
    drawn = [replace(drawn_point(search, number), halves_apart=True) for number in range(search.points)]
    orders = order_points(search)
    named = [*preset_points(), *_compared(search)]
    finalists, stages = _halved(search, searched, [*drawn, *orders])
    cloud = drawn[: search.cloud]
    last = [point for point in finalists if point not in cloud]
    points = [*cloud, *last, *named]
    fields = [each.held_out for each in search.kinds for _ in _sides(search)]
    held.play(points, fields, name="held out")
    judged = held.judged(points, fields, range(len(cloud)))
    return SearchFindings(
        search=search,
        kinds=tuple(kind.name for kind in held.kinds),
        settings_searched=len(searched.found),
        tournaments_searched=searched.tournaments,
        tournaments_held_out=held.tournaments,
        stages=tuple(stages),
        held_out=_told(search, judged, points, len(cloud), set(finalists)),
    )


def _sides(search: Search) -> range:
    """Real fields and made ones, or these alone."""
    return range(1 if search.real is None else 2)


def _halved(search: Search, ground: Playground, points: list[Point]) -> tuple[list[Point], list[StageTold]]:
    """The settings that the last stage leaves, and what every stage played."""
    scale_from = range(len(points))
    fields = _fields(search, search.kinds, 1)
    ground.play(points, fields, name="stage 1")
    stages = [StageTold(settings=len(points), fields=tuple(fields), tournaments=ground.tournaments)]
    made = 0
    for number, stage in enumerate(search.stages, 2):
        kept = _best(search, ground.judged(points, fields, scale_from), points, stage.keep)
        close = close_points(search, kept, each=stage.near, step=stage.step, first=made)
        made += len(close)
        points = [*kept, *close]
        # From here on settings are measured against each other.
        scale_from = range(len(points))
        fields = _fields(search, search.kinds, stage.times)
        before = ground.tournaments
        ground.play(points, fields, name=f"stage {number}")
        stages.append(
            StageTold(settings=len(points), fields=tuple(fields), tournaments=ground.tournaments - before)
        )
    final = search.stages[-1].keep
    return _best(search, ground.judged(points, fields, scale_from), points, final), stages


def _fields(search: Search, kinds: Sequence[SearchedKind], times: int) -> list[int]:
    return [each.fields * times for each in kinds for _ in _sides(search)]


def _best(search: Search, judged: Judgement, points: list[Point], keep: int) -> list[Point]:
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


def _told(
    search: Search, judged: Judgement, points: list[Point], cloud: int, finalists: set[Point]
) -> HeldOut:
    """Every setting with its qualities, its standing for each set of priorities, and what dominates it."""
    names = [name for name, _ in search.priorities]
    standing = {name: judged.standing(name) for name in names}
    bounds = {name: judged.standing_intervals(name, search.held_out_seed) for name in names}
    scores = {name: judged.scores(name) for name in names}
    reaches = [judged.reach(kind) for kind in judged.kinds]
    dominated = judged.dominates
    settings = []
    for at, point in enumerate(points):
        settings.append(
            JudgedSetting(
                point=point,
                finalist=point in finalists,
                in_cloud=at < cloud,
                faults=_figures(judged.faults[at], judged.mean_reach[at]),
                kinds=tuple(
                    KindQualities(
                        values=_figures(kind.values[at], reach[at]),
                        scores={name: float(scores[name][number, at]) for name in names},
                    )
                    for number, (kind, reach) in enumerate(zip(judged.kinds, reaches, strict=True))
                ),
                standings={
                    name: Standing(
                        value=float(standing[name][at]),
                        low=float(bounds[name][0][at]),
                        high=float(bounds[name][1][at]),
                    )
                    for name in names
                },
                dominated_by=tuple(np.flatnonzero(dominated[:, at]).tolist()),
            )
        )
    return HeldOut(settings=tuple(settings), differences=judged.differences)


def _figures(values: Floats, reaches: Floats) -> tuple[ValueReach, ...]:
    return tuple(
        ValueReach(value=float(value), reach=float(reach))
        for value, reach in zip(values, reaches, strict=True)
    )
