"""Lists of commands whose modules are imported when one of their commands is asked for."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from miai.terminal.words import Group


class Entry:
    """A command or a group of commands: the first sentence of its help, and the modules that register it."""

    def __init__(self, summary: str, *modules: str) -> None:
        self.summary, self.modules = summary, modules


def listed_group(listed: Mapping[str, Entry], application: Typer) -> type[Group]:
    """The class of a group that lists commands without importing any."""

    class Listed(Group):
        """Commands that are imported when they are asked for."""

        entries = listed

        def list_commands(self, ctx: Any) -> list[str]:
            """The names of all."""
            del ctx
            return list(listed)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            """A command with its options."""
            if cmd_name in listed and cmd_name not in self.commands:
                import_listed(listed, [cmd_name])
                found = get_command(application)
                self.commands.update(found.commands if isinstance(found, TyperGroup) else {})
            return super().get_command(ctx, cmd_name)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            """Write the list of all."""
            lines = [TyperCommand(name=name, help=entry.summary) for name, entry in listed.items()]
            TyperGroup(commands=lines).format_commands(ctx, formatter)

    return Listed


def import_listed(listed: Mapping[str, Entry], names: Iterable[str]) -> None:
    """Import the modules of some commands: this registers them with their application."""
    for name in names:
        for module in listed[name].modules:
            import_module(module)
