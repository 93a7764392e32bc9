"""Plug-ins: installed packages that add criteria, rules, systems, formats, rating systems and languages.

A package names what it adds by entry points of the groups below (docs/how-to/write-a-plug-in.md). They are
loaded once, and not before somebody looks for what Miai itself does not have. One that cannot be used is left
out with a sentence in the log: Miai goes on without it.
"""

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from miai.errors import InputError, MiaiError
from miai.messages import Message, literal, of_package

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
P = ParamSpec("P")

GROUPS = ("criteria", "rules", "systems", "formats", "rating_systems", "languages")
"""What can be added; the group of entry points is this with "miai." before it."""

SWITCH = "MIAI_PLUGINS"
"""The variable of the environment that leaves all plug-ins out if it is "off"."""

# Keys stand in lists with commas, after a plus sign in presets, in addresses and in files.
_KEY = re.compile(r"[A-Za-z0-9_-]+")
_log = logging.getLogger("miai.plugins")
# A plug-in may look for another one while it is loaded.
_lock = RLock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """One addition of a package; `problem` says why it is not used."""

    group: str
    key: str
    package: str
    version: str
    problem: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """What an entry point leads to, or why it leads to nothing."""

    key: str
    package: str
    version: str
    value: Any = None
    failure: Message | None = None


class TableAt(Mapping[str, T], Generic[T]):
    """A table that a layer above defines, loaded when somebody looks into it: "package.module:NAME".

    So the domain can check keys and show names of what is defined, with its texts, where it is computed.
    """

    def __init__(self, home: str) -> None:
        self._home = home

    def __getitem__(self, key: str) -> T:
        return self._table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    @property
    def _table(self) -> Mapping[str, T]:
        found: Mapping[str, T] = loaded_from(self._home)
        return found


def loaded_from(home: str) -> Any:
    """What a module has under a name: "package.module:NAME"."""
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


@dataclass(frozen=True, slots=True)
class FunctionAt:
    """A function of another module, which is loaded with the first call: "package.module:NAME"."""

    home: str

    def __call__(self, *values: Any) -> Any:
        return loaded_from(self.home)(*values)


class Registry(Mapping[str, T], Generic[T]):
    """What can be chosen by a key: Miai's own first, then what plug-ins add.

    `accept` turns what a plug-in gives into an entry, or says in an `InputError` what is wrong with it.
    `reserved` gives further words that plug-ins cannot have as keys, in whatever case.
    """

    def __init__(
        self,
        group: str,
        own: Mapping[str, T],
        accept: Callable[[str, Any], T],
        *,
        reserved: Callable[[], Iterable[str]] = frozenset,
    ) -> None:
        self.group = group
        self.own = own
        self._reserved = reserved
        self._accept = accept
        self._added: dict[str, T] | None = None
        self._plugins: tuple[Plugin, ...] = ()

    def __getitem__(self, key: str) -> T:
        return self.own[key] if key in self.own else self.added[key]

    def __contains__(self, key: object) -> bool:
        return key in self.own or key in self.added

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self.added

    def __len__(self) -> int:
        return len(self.own) + len(self.added)

    @property
    def added(self) -> Mapping[str, T]:
        """What plug-ins add."""
        with _lock:
            if self._added is None:
                # Empty while plug-ins are loaded, for those that look in here themselves.
                self._added = {}
                self._added, self._plugins = self._load()
        return self._added

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """Every plug-in of this kind, those that cannot be used as well."""
        assert self.added is not None  # noqa: S101 - loads them
        return self._plugins

    def _load(self) -> tuple[dict[str, T], tuple[Plugin, ...]]:
        added: dict[str, T] = {}
        plugins = []
        for each in _loaded(self.group):
            problem = each.failure or self._taken(each.key, added)
            if problem is None:
                try:
                    added[each.key] = self._accept(each.key, each.value)
                except InputError as error:
                    problem = error.problems[0].message
                except Exception as error:
                    problem = _failure(error)
            plugin = Plugin(
                group=self.group, key=each.key, package=each.package, version=each.version, problem=problem
            )
            plugins.append(plugin)
            if problem is not None:
                _tell(plugin)
        return added, tuple(plugins)

    def _taken(self, key: str, added: Mapping[str, T]) -> Message | None:
        if key.lower() in {word.lower() for word in (*self.own, *self._reserved())}:
            return Message("Miai itself has something of that name")
        if not _KEY.fullmatch(key):
            return Message("its name may have letters, digits, hyphens and underscores only")
        return Message("another package has that name already") if key in added else None


@cache
def _tell(plugin: Plugin) -> None:
    """Say once that a plug-in is not used."""
    _log.warning("%s", unused(plugin))


def unused(plugin: Plugin) -> Message:
    """That a plug-in is not used, and why."""
    return Message(
        "the plug-in '%(key)s' (%(group)s) of the package '%(package)s' is not used: %(reason)s",
        key=plugin.key,
        group=plugin.group,
        package=plugin.package,
        reason=plugin.problem,
    )


def package_of(group: str, key: str) -> str:
    """The package that adds something."""
    return next((each.package for each in _loaded(group) if each.key == key), "")


def guarded(group: str, key: str, function: Callable[P, T]) -> Callable[P, T]:
    """A function of a plug-in; what goes wrong in it becomes an `InputError` that names its package."""

    def call(*values: P.args, **named: P.kwargs) -> T:
        try:
            return function(*values, **named)
        except MiaiError:
            raise
        except Exception as error:
            raise InputError(
                Message(
                    "the plug-in '%(key)s' (%(group)s) of the package '%(package)s' failed: %(reason)s",
                    key=key,
                    group=group,
                    package=package_of(group, key),
                    reason=_failure(error),
                )
            ) from error

    return call


def plugged_class(group: str, key: str, kind: type[T], methods: tuple[str, ...]) -> type[T]:
    """A class of a plug-in, some of whose methods name its package when they fail."""
    inside = {name: guarded(group, key, getattr(kind, name)) for name in methods}
    return type(kind.__name__, (kind,), {"__doc__": kind.__doc__, "__slots__": (), **inside})


def message_of(text: Any) -> Message:
    """A text of a plug-in as a message; a language may know it, else it is shown as it is."""
    if isinstance(text, Message):
        return text
    if not isinstance(text, str) or not text.strip():
        raise InputError(Message("a text is missing, or is no text"))
    return of_package(text)


def demand_parts(value: Any, parts: tuple[str, ...]) -> None:
    """Refuse what a plug-in gives if it lacks something."""
    missing = tuple(part for part in parts if not hasattr(value, part))
    if missing:
        raise InputError(Message("it lacks %(parts)s", parts=missing))


@cache
def _loaded(group: str) -> tuple[_Loaded, ...]:
    return tuple(map(_load, _entry_points(group)))


def _load(point: "EntryPoint") -> _Loaded:
    package = point.dist.name if point.dist else ""
    version = point.dist.version if point.dist else ""
    try:
        value = point.load()
    except Exception as error:
        return _Loaded(key=point.name, package=package, version=version, failure=_failure(error))
    return _Loaded(key=point.name, package=package, version=version, value=value)


def _failure(error: Exception) -> Message:
    said = " ".join(str(error).split())
    return literal(f"{type(error).__name__}: {said}" if said else type(error).__name__)


def _entry_points(group: str) -> list["EntryPoint"]:
    if os.environ.get(SWITCH, "").lower() == "off":
        return []
    # Takes longer than all of `import miai`.
    from importlib.metadata import entry_points  # noqa: PLC0415 - with MIAI_PLUGINS=off it is not needed

    found = entry_points(group=f"miai.{group}")
    # Once for each path on which a package is found.
    single = {(point.name, point.value): point for point in found}
    return sorted(single.values(), key=lambda point: (point.dist.name if point.dist else "", point.name))
