"""Who plays in a league, on what events and under which models: read from a TOML file."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from miai.engine.pairing.presets import OWN_PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.rating.win_models import DEFAULT, MODELS
from miai.errors import InputError, Problem
from miai.messages import Message, literal
from miai_lab.entries import KINDS, EventKind
from miai_lab.kinds_config import describes_a_kind, own_kind
from miai_lab.league.hypotheses import Hypothesis, read_hypothesis
from miai_lab.toml_tables import TomlTable

EVERYBODY = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A system, and the preset of one that is drawn by presets."""

    system: str
    preset: str = ""

    @property
    def key(self) -> str:
        """Such as "mcmahon/gotha" or "random"."""
        return f"{self.system}/{self.preset}" if self.preset else self.system


CONTESTANTS: dict[str, Contestant] = {
    each.key: each
    for each in (
        Contestant(system=key, preset=preset)
        for key, system in ALL_SYSTEMS.own.items()
        for preset in (OWN_PRESETS if system.abilities.by_preset else ("",))
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A number of events of one kind, or with the fields of real files, or of a folder, one after the other.

    Contestants that the compiled simulation plays may play more events than the others, `simulated`. Without
    contestants or models of its own it has those of the league. A share of the events, `replays`, is played
    again for those who would cheat. In the field of a file true strengths are
    as the fitted model has them, or off the ratings by `noise`. A series that is `held_out` repeats another
    with fresh events.
    """

    name: str
    events: int
    simulated: int
    kind: EventKind | None = None
    files: tuple[str, ...] = ()
    folder: str = ""
    noise: float | None = None
    contestants: tuple[Contestant, ...] = ()
    models: tuple[str, ...] = ()
    handicaps: bool = False
    replays: float = 0.0
    seed: int | None = None
    held_out: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """Everything that decides the numbers of a league; the others are compared with the first contestant.

    `held_out` is the seed of fresh events on which every hypothesis is looked at once more.
    """

    seed: int
    models: tuple[str, ...]
    contestants: tuple[Contestant, ...]
    series: tuple[Series, ...]
    output: str | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    held_out: int | None = None

    def everybody_in(self, series: Series) -> tuple[Contestant, ...]:
        """The contestants of a series."""
        return series.contestants or self.contestants

    @property
    def played(self) -> tuple[Series, ...]:
        """Every series, and with a second seed those that the hypotheses are about."""
        return (*self.series, *(self._held_out(each) for each in self.series if self._is_judged(each)))

    def _is_judged(self, series: Series) -> bool:
        return self.held_out is not None and any(each.kind == series.name for each in self.hypotheses)

    def _held_out(self, series: Series) -> Series:
        keys = dict.fromkeys(
            key
            for each in self.hypotheses
            if each.kind == series.name
            for key in (each.beside, each.contestant)
        )
        return replace(
            series,
            name=f"{series.name}, held out",
            held_out=series.name,
            seed=self.held_out,
            contestants=tuple(CONTESTANTS[key] for key in keys),
            models=self.models[:1],
        )


def read_league(path: Path) -> League:
    """The league of a file; every mistake is reported with its place."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            [Problem(what=Message("cannot be read (%(reason)s)", reason=error.strerror), where=path.name)]
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            [Problem(what=Message("this is not TOML: %(reason)s", reason=str(error)), where=path.name)]
        ) from error
    problems: list[Problem] = []
    root = TomlTable(data, "top of the file", problems)
    league = League(
        seed=root.whole("seed", 1, least=0),
        models=root.choices("models", (DEFAULT,), tuple(MODELS)),
        contestants=_contestants(root),
        series=tuple(root.tables("kinds", _series)),
        output=root.text("output") if "output" in root else None,
        hypotheses=tuple(root.tables("hypotheses", read_hypothesis)) if "hypotheses" in root else (),
        held_out=root.whole("held_out", least=0) if "held_out" in root else None,
    )
    root.asked |= {"output", "hypotheses", "held_out"}
    root.close()
    _check_names(league, problems)
    if problems:
        raise InputError([Problem(what=literal(str(problem)), where=path.name) for problem in problems])
    return league


def _contestants(table: TomlTable) -> tuple[Contestant, ...]:
    wanted = table.choices("contestants", (EVERYBODY,), (EVERYBODY, *CONTESTANTS))
    return tuple(CONTESTANTS[key] for key in (CONTESTANTS if EVERYBODY in wanted else wanted))


def _check_names(league: League, problems: list[Problem]) -> None:
    """Names of kinds differ, hypotheses are about kinds and contestants that there are, and seeds differ."""
    names = [series.name for series in league.series]
    if len(set(names)) < len(names):
        problems.append(Problem(what=Message("two kinds have the same name"), where="[[kinds]]"))
    if league.held_out == league.seed:
        what = Message("held_out must be another seed than seed")
        problems.append(Problem(what=what, where="top of the file"))
    for number, each in enumerate(league.hypotheses, 1):
        series = next((one for one in league.series if one.name == each.kind), None)
        there = () if series is None else [one.key for one in league.everybody_in(series)]
        missing = [key for key in (each.contestant, each.beside) if key not in there]
        if series is None:
            what = Message("there is no kind '%(name)s'", name=each.kind)
        elif missing:
            what = Message("'%(key)s' does not play '%(name)s'", key=missing[0], name=each.kind)
        else:
            continue
        problems.append(Problem(what=what, where=f"[[hypotheses]] number {number}"))


def _series(table: TomlTable) -> Series:
    name = table.text("name")
    events = table.whole("events", least=1)
    series = Series(
        name=name,
        events=events,
        simulated=table.whole("simulated", events, least=events),
        contestants=_contestants(table) if "contestants" in table else (),
        models=table.choices("models", (), tuple(MODELS)) if "models" in table else (),
        handicaps=table.flag("handicaps", default=False),
        replays=table.number("replays", 0, least=0, most=1),
    )
    table.asked |= {"contestants", "models", "files", "folder", "like"}
    if "files" in table or "folder" in table:
        noise = table.number("noise", least=0, most=10) if "noise" in table else None
        table.asked.add("noise")
        files = _files(table) if "files" in table else ()
        series = replace(series, files=files, folder="" if files else table.text("folder"), noise=noise)
    elif "like" in table:
        series = replace(series, kind=KINDS.get(table.choice("like", "", tuple(KINDS))))
    elif not describes_a_kind(table):
        if name and name not in KINDS:
            known = ", ".join(f"'{key}'" for key in KINDS)
            what = Message(
                "'%(name)s' is not one of %(known)s, and has neither 'files' nor 'players'",
                name=name,
                known=literal(known),
            )
            table.complain("name", what)
        series = replace(series, kind=KINDS.get(name))
    else:
        series = replace(series, kind=own_kind(table, name))
    table.close()
    return series


def _files(table: TomlTable) -> tuple[str, ...]:
    value = table.data["files"]
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return tuple(value)
    table.complain("files", Message('must be names of files, such as ["spring.xml", "autumn.h9"]'))
    return ()
