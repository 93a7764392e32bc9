"""Let every system play the same events, and compare the results."""

import csv
import hashlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np

from miai.app.studies.draw_as_set import draw_as_set
from miai.app.studies.parquet import demand_parquet, parquet_bytes
from miai.errors import InputError, Problem
from miai.formats import read_file
from miai.gpu.playing import GPU, check_device
from miai.kernel.arrays import Floats
from miai.lab.entries import Event, drawn, real, with_strengths
from miai.lab.intervals import difference, mean, median
from miai.lab.league import ExportedGame, LeagueOutcome, LeagueTask, play, why_not
from miai.lab.league_config import Contestant, League, Series
from miai.lab.league_file import LeagueFile
from miai.lab.league_measures import TOLD
from miai.lab.run import Place, outcomes
from miai.messages import Message
from miai.report.league import ContestantResult, KindResult, LeagueResult, MeasuredValue, ModelResult
from miai.version import __version__

GAME_FILES = (".parquet", ".csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """The events of a series, who plays them, and why the others do not."""

    series: Series
    events: tuple[Event, ...]
    contestants: tuple[Contestant, ...]
    absent: tuple[tuple[Contestant, Message], ...]


def fixtures(league: League, folder: Path, *, lenient: bool = False) -> tuple[Fixture, ...]:
    """Every series with its events; files are relative to the folder."""
    return tuple(
        _fixture(series, league, tuple(_events(series, league.seed, folder, lenient=lenient)))
        for series in league.series
    )


def _fixture(series: Series, league: League, events: tuple[Event, ...]) -> Fixture:
    playing, absent = [], []
    for contestant in league.contestants:
        reason = next((why for event in events if (why := why_not(event, contestant))), None)
        if reason is None:
            playing.append(contestant)
        else:
            absent.append((contestant, reason))
    if not playing:
        raise InputError([Problem(what=Message("no contestant can play these events"), where=series.name)])
    return Fixture(series=series, events=events, contestants=tuple(playing), absent=tuple(absent))


def _events(series: Series, seed: int, folder: Path, *, lenient: bool) -> Iterator[Event]:
    if series.kind is not None:
        for number in range(series.events):
            yield drawn(series.kind, seed=seed, number=number)
        return
    fields_of_files = [real(read_file(folder / name, lenient=lenient).tournament) for name in series.files]
    for number in range(series.events):
        event = fields_of_files[number % len(fields_of_files)]
        yield with_strengths(event, series.noise, seed=seed, number=number)


def tasks_of(league: League, playing: Iterable[Fixture], *, keep_games: bool = False) -> list[LeagueTask]:
    """Every contestant on every event under every model."""
    return [
        LeagueTask(
            series=fixture.series.name,
            number=number,
            event=event,
            model=model,
            contestant=contestant,
            seed=league.seed,
            keep_games=keep_games,
        )
        for fixture in playing
        for number, event in enumerate(fixture.events)
        for model in league.models
        for contestant in fixture.contestants
    ]


def played_before(
    path: Path, league: League, playing: Iterable[Fixture], *, keep_games: bool = False
) -> LeagueFile:
    """What an earlier run has played of this very league, and where this one writes it."""
    digest = hashlib.sha256(repr((__version__, replace(league, output=None), keep_games)).encode())
    for fixture in playing:
        for event in fixture.events:
            digest.update(repr((event.entry, event.rounds, event.bar)).encode())
            digest.update(event.present.tobytes())
    return LeagueFile(path, digest=digest.hexdigest())


def play_all(
    tasks: Sequence[LeagueTask],
    place: Place,
    *,
    kept: LeagueFile | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[LeagueOutcome]:
    """The outcomes of all tasks; wherever they run, only their times differ.

    What is kept already is not played again.
    """
    found = {} if kept is None else dict(kept.outcomes)
    left = [number for number in range(len(tasks)) if number not in found]
    for at, outcome in outcomes(play_task, [tasks[number] for number in left], place):
        found[left[at]] = outcome
        if kept is not None:
            kept.add(left[at], outcome)
        if progress is not None:
            progress(len(found))
    return [found[number] for number in range(len(tasks))]


def play_task(task: LeagueTask) -> LeagueOutcome:
    """One event by one contestant, drawn as a director would draw it."""
    return play(task, draw_as_set)


def league_result(
    league: League, playing: Iterable[Fixture], tasks: Sequence[LeagueTask], outcomes: Sequence[LeagueOutcome]
) -> LeagueResult:
    """Every measure of every contestant, and its difference to the first one."""
    found: dict[tuple[str, str, str], list[LeagueOutcome]] = defaultdict(list)
    for task, outcome in zip(tasks, outcomes, strict=True):
        found[task.series, task.model, task.contestant.key].append(outcome)
    return LeagueResult(
        seed=league.seed,
        models=tuple(league.models),
        measures=tuple(TOLD.values()),
        kinds=tuple(_kind(fixture, league.models, found) for fixture in playing),
    )


def _kind(
    fixture: Fixture, models: Sequence[str], found: dict[tuple[str, str, str], list[LeagueOutcome]]
) -> KindResult:
    name = fixture.series.name
    sizes = [len(event.entry) for event in fixture.events]
    first = fixture.contestants[0].key
    return KindResult(
        kind=name,
        events=len(fixture.events),
        fewest_players=min(sizes),
        most_players=max(sizes),
        rounds=tuple(sorted({event.rounds for event in fixture.events})),
        absent=tuple((each.key, reason) for each, reason in fixture.absent),
        models=tuple(
            ModelResult(
                model=model,
                contestants=tuple(
                    _contestant(each.key, found[name, model, each.key], found[name, model, first])
                    for each in fixture.contestants
                ),
            )
            for model in models
        ),
    )


def _contestant(
    key: str, outcomes: Sequence[LeagueOutcome], first: Sequence[LeagueOutcome]
) -> ContestantResult:
    measures = {}
    for measure in TOLD.values():
        mine, theirs = _values(outcomes, measure.key), _values(first, measure.key)
        value = mean(mine, yes_or_no=measure.yes_or_no)
        if value is not None:
            apart = difference(mine, theirs, yes_or_no=measure.yes_or_no)
            measures[measure.key] = MeasuredValue(value=value, difference=apart)
    seconds = median(np.array([each for outcome in outcomes for each in outcome.seconds]))
    return ContestantResult(contestant=key, measures=measures, seconds=seconds)


def _values(outcomes: Sequence[LeagueOutcome], key: str) -> Floats:
    return np.array([outcome.values.get(key, np.nan) for outcome in outcomes])


def check_league_device(device: str) -> None:
    """A league is drawn round by round as a director draws it, by every system: no GPU does that."""
    if device == GPU:
        raise InputError(Message("a league draws every round as a director would: no GPU does that"))
    check_device(device)


def check_game_file(path: Path) -> None:
    """Refuse a file that cannot hold games, before anything is played."""
    if path.suffix.lower() not in GAME_FILES:
        what = Message("games are written to a .parquet or a .csv file")
        raise InputError([Problem(what=what, where=path.name)])
    if path.suffix.lower() == ".parquet":
        demand_parquet()


def game_bytes(outcomes: Iterable[LeagueOutcome], path: Path) -> bytes:
    """All games as a table, Parquet or CSV by the file's ending."""
    games = [game for outcome in outcomes for game in outcome.games]
    names = [field.name for field in fields(ExportedGame)]
    if path.suffix.lower() == ".csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(game) for game in games)
        return text.getvalue().encode()
    return parquet_bytes({name: [getattr(game, name) for game in games] for name in names})
