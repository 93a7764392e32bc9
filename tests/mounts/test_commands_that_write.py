"""Every command that writes an event asks before it moves the past, as the pages do."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from miai.mounts.commands import whole_application

# The calls by which a command gets at a file or a store to write to.
_WRITERS = frozenset(
    (
        "write_changed", "settled_changes", "save", "store_desk", "open_store", "Desk",
        "write_bytes", "write_text", "write_history",
    )
)  # fmt: skip
# Every other command, and the reason that it asks nothing: a new one has to ask or to be put here.
_DOES_NOT_ASK = {
    "it reads and prints": (
        "bracket", "check", "explain", "forecast", "formats", "hosting-file", "list check", "list date",
        "list published", "list search", "list show", "pairings", "plugins", "quality", "rate", "show",
        "stage list", "standings", "teams", "validate", "verify", "weights", "fees",
    ),
    "it changes rating lists": ("list delete", "list import", "list use"),
    "it writes the same event in another format": ("convert",),
    "it sets the old files aside": ("restore",),
}  # fmt: skip
# Those that call what writes, but change no event.
_CHANGES_NO_EVENT = {
    "it changes accounts": (
        "account add", "account disable", "account enable", "account limits", "account list",
        "account password", "account role", "password",
    ),
    "it changes the tokens of programs": ("token add", "token list", "token revoke"),
    "it changes links, which are not in the log": ("links",),
    "it reads, and writes a table or a figure": (
        "audit", "backup", "bar", "congress clashes", "congress fees", "congress timetable", "public-log",
        "publish",
    ),
    "it makes a new event": ("congress create", "new"),
    "it copies what was decided elsewhere": ("follow",),
    "its pages ask": ("serve",),
}  # fmt: skip


def _names(table: dict[str, tuple[str, ...]]) -> frozenset[str]:
    return frozenset(name for names in table.values() for name in names)


def _leaves(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All commands with their names."""
    for key, inside in getattr(command, "commands", {}).items():
        yield from _leaves(inside, f"{name} {key}".strip())
    if not getattr(command, "commands", {}):
        yield name, command


@cache
def _functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _called(module: ModuleType, name: str, known: set[str]) -> Iterator[str]:
    """The names that a function of a module uses, with those of the functions there that it calls."""
    if name in known:
        return
    known.add(name)
    for node in ast.walk(_functions(module)[name]):
        if isinstance(node, ast.Name | ast.Attribute):
            used = node.id if isinstance(node, ast.Name) else node.attr
            yield used
            if used in _functions(module):
                yield from _called(module, used, known)


def _writes(command: Any) -> bool:
    """True if a command calls what writes an event, or a function of its module does."""
    callback = inspect.unwrap(command.callback)
    module = inspect.getmodule(callback)
    assert module
    return bool(_WRITERS & set(_called(module, callback.__name__, set())))


# The laboratory writes events and files of its own making.
COMMANDS = {name: each for name, each in _leaves(whole_application()) if not name.startswith("lab ")}


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - _names(_DOES_NOT_ASK) - _names(_CHANGES_NO_EVENT)))
def test_a_command_that_writes_an_event_asks(name: str) -> None:
    options = {option for each in COMMANDS[name].params for option in each.opts}
    assert "--force" in options, "it writes without a question; see terminal/asking.py"
    assert _writes(COMMANDS[name])


@pytest.mark.parametrize("name", sorted(_names(_DOES_NOT_ASK)))
def test_a_command_without_a_question_writes_no_event(name: str) -> None:
    assert not _writes(COMMANDS[name])


def test_exceptions_are_commands_that_exist() -> None:
    assert not (_names(_DOES_NOT_ASK) | _names(_CHANGES_NO_EVENT)) - COMMANDS.keys()
    assert all(_writes(COMMANDS[name]) for name in _names(_CHANGES_NO_EVENT))
