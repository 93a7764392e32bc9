"""Let every system play the same events."""

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import cycle, islice
from pathlib import Path

from miai.engine.gpu.playing import GPU, check_device
from miai.errors import InputError, Problem
from miai.features.forecast.draw_as_set import draw_as_set
from miai.messages import Message, counted
from miai.version import __version__
from miai_lab.entries import Event, drawn, real, usual_bar, with_strengths
from miai_lab.event_files import read_events
from miai_lab.league.config import Contestant, League, Series
from miai_lab.league.file import LeagueFile
from miai_lab.league.played_events import (
    ExportedGame,
    LeagueOutcome,
    LeagueTask,
    is_simulated,
    play,
    weighs,
    why_not,
)
from miai_lab.parquet import demand_parquet, parquet_bytes
from miai_lab.task_runner import Place, outcomes

GAME_FILES = (".parquet", ".csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """The events of a series, who plays them, and why the others do not.

    `simulated` are those whom the compiled simulation plays. In a series of files `fields` is how many there
    are, and events with the same field come back after so many. `notes` say what was left out.
    """

    series: Series
    events: tuple[Event, ...]
    contestants: tuple[Contestant, ...]
    absent: tuple[tuple[Contestant, Message], ...]
    simulated: frozenset[Contestant]
    fields: int = 0
    notes: tuple[Message, ...] = ()

    def events_of(self, contestant: Contestant) -> tuple[Event, ...]:
        """The events that a contestant plays."""
        return self.events if contestant in self.simulated else self.events[: self.series.events]


def fixtures(league: League, folder: Path, *, lenient: bool = False) -> tuple[Fixture, ...]:
    """Every series with its events, none if its folder is missing; files are relative to the folder."""
    return tuple(_fixture(league, series, folder, lenient=lenient) for series in league.played)


def _fixture(league: League, series: Series, folder: Path, *, lenient: bool) -> Fixture:
    seed = league.seed if series.seed is None else series.seed
    if series.kind is not None:
        events = tuple(drawn(series.kind, seed=seed, number=number) for number in range(series.simulated))
        return _among(league, series, events)
    if series.folder and not (folder / series.folder).is_dir():
        note = Message("is left out, because the folder '%(name)s' is missing", name=series.folder)
        return Fixture(
            series=series, events=(), contestants=(), absent=(), simulated=frozenset(), notes=(note,)
        )
    paths = [folder / name for name in ((series.folder,) if series.folder else series.files)]
    real_fields, small = _real_fields(paths, lenient=lenient)
    if not real_fields:
        raise InputError([Problem(what=Message("no field is large enough"), where=series.name)])
    events = tuple(
        with_strengths(field, series.noise, seed=seed, number=number)
        for number, field in enumerate(islice(cycle(real_fields), series.simulated))
    )
    found = _among(league, series, events)
    notes = () if not small else (_too_small(small),)
    return replace(found, fields=len(real_fields), notes=notes)


def _real_fields(paths: Sequence[Path], *, lenient: bool) -> tuple[list[Event], int]:
    """The fields of files, and how many are too small for as many rounds without playing somebody twice."""
    found, small = [], 0
    for file in read_events(paths, lenient=lenient).events:
        try:
            field = real(file.tournament)
        except InputError:
            small += 1
            continue
        if len(field.entry) < 2 * field.rounds:
            small += 1
            continue
        if max(field.entry.grades) < field.bar:
            field = replace(field, bar=usual_bar(field.entry.grades, field.rounds))
        found.append(field)
    return found, small


def _too_small(number: int) -> Message:
    return counted(
        "%(num)s field is left out: it has fewer than two players for each round",
        "%(num)s fields are left out: they have fewer than two players for each round",
        number,
    )


def _among(league: League, series: Series, events: tuple[Event, ...]) -> Fixture:
    """Who plays these events."""
    playing, absent = [], []
    for contestant in league.everybody_in(series):
        reason = next((why for event in events if (why := why_not(event, contestant))), None)
        if reason is None:
            playing.append(contestant)
        else:
            absent.append((contestant, reason))
    if not playing:
        raise InputError([Problem(what=Message("no contestant can play these events"), where=series.name)])
    return Fixture(
        series=series,
        events=events,
        contestants=tuple(playing),
        absent=tuple(absent),
        simulated=frozenset(each for each in playing if is_simulated(events[0], each)),
    )


def tasks_of(league: League, playing: Iterable[Fixture], *, keep_games: bool = False) -> list[LeagueTask]:
    """Every contestant on every event under every model, those of one event one after the other."""
    return [
        LeagueTask(
            series=fixture.series.name,
            number=number,
            event=event,
            model=model,
            contestant=contestant,
            seed=league.seed if fixture.series.seed is None else fixture.series.seed,
            handicaps=fixture.series.handicaps,
            replays=number < fixture.series.replays * len(fixture.events_of(contestant)),
            keep_games=keep_games,
        )
        for fixture in playing
        for model in fixture.series.models or league.models
        for number, event in enumerate(fixture.events)
        for contestant in fixture.contestants
        if number < len(fixture.events_of(contestant))
    ]


def played_before(path: Path, tasks: Sequence[LeagueTask]) -> LeagueFile:
    """What an earlier run has played of this league or of a part of it, and where this one writes it."""
    digests: dict[int, bytes] = {}
    keys = []
    for task in tasks:
        event = task.event
        if id(event) not in digests:
            facts = repr((event.entry, event.rounds, event.bar)).encode() + event.present.tobytes()
            digests[id(event)] = hashlib.sha256(facts).digest()
        # The event has a digest of its own; here it only leaves its place.
        name = repr((__version__, replace(task, event=None), weighs(task.contestant)))  # type: ignore[arg-type]
        keys.append(hashlib.sha256(digests[id(event)] + name.encode()).hexdigest()[:32])
    return LeagueFile(path, keys=keys)


def play_all(
    tasks: Sequence[LeagueTask],
    place: Place,
    *,
    kept: LeagueFile | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[LeagueOutcome]:
    """The outcomes of all tasks, the same wherever they run; what is kept already is not played again."""
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


def check_league_device(device: str) -> None:
    """Every event of a league has players of its own and is played once, by any system: no GPU does that."""
    if device == GPU:
        reason = Message("a league plays every event once, with players of its own: no GPU does that")
        raise InputError(reason)
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
