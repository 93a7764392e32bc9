"""Who plays in a league, on what events and under which models: read from a TOML file."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from miai.errors import InputError, Problem
from miai.lab.entries import KINDS, EventKind
from miai.lab.kinds_config import own_kind
from miai.lab.toml_tables import TomlTable
from miai.messages import Message, literal
from miai.pairing.presets import PRESETS
from miai.pairing.registry import ALL_SYSTEMS
from miai.rating.win_models import DEFAULT, MODELS

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
        for key, system in ALL_SYSTEMS.items()
        for preset in (PRESETS if system.abilities.by_preset else ("",))
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A number of events of one kind, or with the fields of real files one after the other.

    In the field of a file true strengths are as the fitted model has them, or off the ratings by `noise`.
    """

    name: str
    events: int
    kind: EventKind | None = None
    files: tuple[str, ...] = ()
    noise: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """Everything that decides the numbers of a league; the others are compared with the first contestant."""

    seed: int
    models: tuple[str, ...]
    contestants: tuple[Contestant, ...]
    series: tuple[Series, ...]
    output: str | None


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
    wanted = root.choices("contestants", (EVERYBODY,), (EVERYBODY, *CONTESTANTS))
    league = League(
        seed=root.whole("seed", 1, least=0),
        models=root.choices("models", (DEFAULT,), tuple(MODELS)),
        contestants=tuple(CONTESTANTS[key] for key in (CONTESTANTS if EVERYBODY in wanted else wanted)),
        series=tuple(root.tables("kinds", _series)),
        output=root.text("output") if "output" in root else None,
    )
    root.asked.add("output")
    root.close()
    names = [series.name for series in league.series]
    if len(set(names)) < len(names):
        problems.append(Problem(what=Message("two kinds have the same name"), where="[[kinds]]"))
    if problems:
        raise InputError([Problem(what=literal(str(problem)), where=path.name) for problem in problems])
    return league


def _series(table: TomlTable) -> Series:
    name = table.text("name")
    events = table.whole("events", least=1)
    if "files" in table:
        series = Series(
            name=name,
            events=events,
            files=_files(table),
            noise=table.number("noise", least=0, most=10) if "noise" in table else None,
        )
        table.asked.add("noise")
    elif table.data.keys() <= {"name", "events"}:
        if name and name not in KINDS:
            known = ", ".join(f"'{key}'" for key in KINDS)
            what = Message(
                "'%(name)s' is not one of %(known)s, and has neither 'files' nor 'players'",
                name=name,
                known=literal(known),
            )
            table.complain("name", what)
        series = Series(name=name, events=events, kind=KINDS.get(name))
    else:
        series = Series(name=name, events=events, kind=own_kind(table, name))
    table.close()
    return series


def _files(table: TomlTable) -> tuple[str, ...]:
    table.asked.add("files")
    value = table.data["files"]
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return tuple(value)
    table.complain("files", Message('must be names of files, such as ["spring.xml", "autumn.h9"]'))
    return ()
