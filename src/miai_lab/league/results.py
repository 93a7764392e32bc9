"""What the events of a league say: measures with intervals, differences, and what is decided."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from miai.engine.forecast.intervals import difference, mean
from miai.engine.kernel.arrays import Floats
from miai_lab.league.config import League
from miai_lab.league.hypotheses import Differences, Hypothesis, Judged, judged
from miai_lab.league.measures import TOLD
from miai_lab.league.played_events import LeagueOutcome, LeagueTask
from miai_lab.league.report import ContestantResult, KindResult, LeagueResult, MeasuredValue, ModelResult
from miai_lab.league.run_league import Fixture

Found = dict[tuple[str, str, str], list[LeagueOutcome]]


def league_result(
    league: League, playing: Sequence[Fixture], tasks: Sequence[LeagueTask], outcomes: Sequence[LeagueOutcome]
) -> LeagueResult:
    """Every measure of every contestant, its difference to the first one, and all hypotheses judged."""
    found: Found = defaultdict(list)
    for task, outcome in zip(tasks, outcomes, strict=True):
        found[task.series, task.model, task.contestant.key].append(outcome)
    return LeagueResult(
        seed=league.seed,
        held_out=league.held_out,
        models=tuple(league.models),
        measures=tuple(TOLD.values()),
        kinds=tuple(
            _kind(fixture, fixture.series.models or league.models, found)
            for fixture in playing
            if not fixture.series.held_out
        ),
        hypotheses=_judged(league, playing, found),
    )


def _kind(fixture: Fixture, models: Sequence[str], found: Found) -> KindResult:
    series = fixture.series
    sizes = [len(event.entry) for event in fixture.events] or [0]
    return KindResult(
        kind=series.name,
        events=series.events if fixture.events else 0,
        simulated=series.simulated if fixture.simulated else 0,
        fields=fixture.fields,
        handicaps=series.handicaps,
        fewest_players=min(sizes),
        most_players=max(sizes),
        rounds=tuple(sorted({event.rounds for event in fixture.events})),
        absent=tuple((each.key, reason) for each, reason in fixture.absent),
        notes=fixture.notes,
        models=tuple(_model(fixture, model, found) for model in models if fixture.events),
    )


def _model(fixture: Fixture, model: str, found: Found) -> ModelResult:
    name, first = fixture.series.name, fixture.contestants[0].key
    return ModelResult(
        model=model,
        contestants=tuple(
            _contestant(fixture, each.key, found[name, model, each.key], found[name, model, first])
            for each in fixture.contestants
        ),
    )


def _contestant(
    fixture: Fixture, key: str, outcomes: Sequence[LeagueOutcome], first: Sequence[LeagueOutcome]
) -> ContestantResult:
    both = min(len(outcomes), len(first))
    measures = {}
    for measure in TOLD.values():
        # Means over the events of one field are no single answers any more.
        single = measure.yes_or_no and not fixture.fields
        value = mean(_values(fixture, outcomes, measure.key), yes_or_no=single)
        if value is not None:
            mine, theirs = (_values(fixture, each[:both], measure.key) for each in (outcomes, first))
            apart = difference(mine, theirs, yes_or_no=single)
            measures[measure.key] = MeasuredValue(value=value, difference=apart)
    return ContestantResult(contestant=key, measures=measures)


def _values(fixture: Fixture, outcomes: Sequence[LeagueOutcome], key: str) -> Floats:
    """The values by event; events with the same real field are one, for they are not independent."""
    values = np.array([outcome.values.get(key, np.nan) for outcome in outcomes])
    if not fixture.fields:
        return values
    groups = [values[at :: fixture.fields] for at in range(min(fixture.fields, len(values)))]
    known = [group[~np.isnan(group)] for group in groups]
    return np.array([group.mean() if len(group) else np.nan for group in known])


def _judged(league: League, playing: Iterable[Fixture], found: Found) -> tuple[Judged, ...]:
    """Hypotheses about series whose files are missing are not judged."""
    by_name = {fixture.series.name: fixture for fixture in playing if fixture.events}
    fresh = {fixture.series.held_out: fixture for fixture in by_name.values() if fixture.series.held_out}

    def differences(fixture: Fixture, hypothesis: Hypothesis) -> Floats:
        model = (fixture.series.models or league.models)[0]
        mine, theirs = (
            found[fixture.series.name, model, key] for key in (hypothesis.contestant, hypothesis.beside)
        )
        both = min(len(mine), len(theirs))
        one, other = (_values(fixture, each[:both], hypothesis.measure) for each in (mine, theirs))
        apart = one - other
        return np.asarray(apart[~np.isnan(apart)])

    known = [
        Differences(
            hypothesis=each,
            known=differences(by_name[each.kind], each),
            held_out=differences(fresh[each.kind], each) if each.kind in fresh else None,
        )
        for each in league.hypotheses
        if each.kind in by_name
    ]
    return judged([each for each in known if len(each.known) > 1])
