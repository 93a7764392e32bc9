"""Play weekends by informed McMahon and by the usual presets, and compare what came of them."""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from miai.engine.forecast.intervals import Estimate, difference, mean
from miai.engine.kernel.arrays import Floats
from miai.errors import InputError, unknown_word
from miai.features.forecast.draw_as_set import draw_as_set
from miai.messages import Message
from miai_lab.informed_report import Compared, InformedResult, WayResult
from miai_lab.informed_study import MEASURES, WAYS, InformedOutcome, InformedTask, play_weekend
from miai_lab.task_runner import Place, in_order

MARGIN = 0.005
"""A tau-b that is lower by less than this counts as the same; settled before anything was played."""

# Measures of another order of the players are compared with the standings too.
_STANDINGS = {
    "strongest_by_tiebreak": "strongest_wins",
    "strongest_by_belief": "strongest_wins",
    "tau_b_by_tiebreak": "tau_b",
    "tau_b_by_belief": "tau_b",
}


def study_informed(
    *,
    seed: int,
    weekends: int,
    ways: Sequence[str] = (),
    place: Place | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> InformedResult:
    """Every way of pairing on the same weekends; the first of all ways is always played."""
    chosen = tuple(way for way in WAYS if way in (WAYS[0], *ways) or not ways)
    for way in ways:
        if way not in WAYS:
            raise InputError(unknown_word(Message("'%(way)s' is not a way of pairing", way=way), way, WAYS))
    tasks = [InformedTask(way=way, seed=seed, number=number) for number in range(weekends) for way in chosen]
    outcomes = in_order(
        play_task,
        tasks,
        place,
        progress=None if progress is None else lambda done: progress(done, len(tasks)),
    )
    by_way: dict[str, list[InformedOutcome]] = defaultdict(list)
    for task, outcome in zip(tasks, outcomes, strict=True):
        by_way[task.way].append(outcome)
    sizes = [outcome.players for outcome in outcomes]
    last = max(outcomes[0].measures)
    reference = _values(by_way[chosen[0]], last)
    return InformedResult(
        seed=seed,
        weekends=weekends,
        rounds=last,
        fewest_players=min(sizes),
        most_players=max(sizes),
        margin=MARGIN,
        titles=dict(MEASURES),
        ways=tuple(
            _way(way, rounds, _values(by_way[way], rounds), reference, fewer=rounds < last)
            for rounds in sorted(outcomes[0].measures, reverse=True)
            for way in chosen
        ),
    )


def play_task(task: InformedTask) -> InformedOutcome:
    """One weekend by one way of pairing."""
    return play_weekend(task, draw_as_set)


def _values(outcomes: Sequence[InformedOutcome], rounds: int) -> dict[str, Floats]:
    return {key: np.array([each.measures[rounds][key] for each in outcomes]) for key in MEASURES}


def _way(
    way: str, rounds: int, values: dict[str, Floats], reference: dict[str, Floats], *, fewer: bool
) -> WayResult:
    measures = {}
    for key in MEASURES:
        yes_or_no = key.startswith("strongest")
        beside = _STANDINGS.get(key)
        measures[key] = Compared(
            value=_known(mean(values[key], yes_or_no=yes_or_no)),
            difference=_known(difference(values[key], reference[key], yes_or_no=yes_or_no)),
            to_standings=difference(values[key], reference[beside], yes_or_no=yes_or_no) if beside else None,
        )
    least = measures["tau_b"].difference.low if fewer else measures["strongest_wins"].difference.low
    return WayResult(
        way=way,
        rounds=rounds,
        measures=measures,
        gains=least is not None and least > (-MARGIN if fewer else 0.0),
    )


def _known(found: Estimate | None) -> Estimate:
    if found is None:
        raise InputError(Message("no weekend is to be played"))
    return found
