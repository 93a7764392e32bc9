"""The words that options take: in the help, for the shell's completion, and for commands that nobody knows.

They come from the registries, which are loaded only when somebody asks for them.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from enum import Enum
from importlib import import_module
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from miai.messages import listed

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

# Where the words of each kind stand: a registry or an enumeration.
_HOMES = {
    "brackets": "miai.engine.pairing.registry:SCHEDULES",
    "classes": "miai.domain.settings.egf_class:WEIGHTS",
    "criteria": "miai.domain.settings.criterion_names:CRITERION_NAMES",
    "devices": "miai.engine.gpu.playing:DEVICES",
    "federations": "miai.features.uploads.check_upload:FEDERATIONS",
    "formats": "miai.formats.registry:WRITTEN",
    "languages": "miai.domain.languages:LANGUAGES",
    "lists": "miai.domain.people.rating_list_entry:ListSource",
    "models": "miai.engine.rating.win_models:MODELS",
    "presets": "miai.engine.pairing.presets:PRESETS",
    "ratings": "miai.engine.rating:SYSTEMS",
    "roles": "miai.features.accounts.roles:MemberRole",
    "scopes": "miai.features.programs.tokens:Scope",
    "systems": "miai.engine.pairing.registry:ALL_SYSTEMS",
    "unplayed": "miai.domain.settings.scoring_rules:Unplayed",
}
_KIND = re.compile(r"\{(\w+)\}")


def words_of(kind: str) -> tuple[str, ...]:
    """The words of a kind, in their order."""
    module, _, name = _HOMES[kind].partition(":")
    known = getattr(import_module(module), name)
    return tuple(str(each.value).lower() if isinstance(each, Enum) else each for each in known)


def completing(kind: str) -> Callable[[str], list[str]]:
    """What the shell offers for an option: the words that begin like what is typed, after the last comma."""

    def offered(incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        return [f"{before}{comma}{word}" for word in words_of(kind) if word.lower().startswith(begun.lower())]

    return offered


def with_words(help_text: str) -> str:
    """A help text that names the possible words, each kind written as its name in braces."""
    return _KIND.sub(lambda found: listed(list(words_of(found[1])), "or"), help_text)


class Command(TyperCommand):
    """A command whose help names the words that its options take."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options."""
        for parameter in self.params:
            text = getattr(parameter, "help", None)
            if text:
                parameter.help = with_words(text)  # type: ignore[attr-defined] # it has just been read
        super().format_options(ctx, formatter)


class Group(TyperGroup):
    """Commands; a word that is none of them is answered with those that may be meant, in groups too."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that was typed."""
        try:
            return super().resolve_command(ctx, args)
        except Exception as error:
            if hasattr(error, "message") and args and not args[0].startswith("-"):
                error.message = f"No such command '{args[0]}'. {self._instead(ctx, args[0])}"
            raise

    def _instead(self, ctx: Any, typed: str) -> str:
        """What a word may stand for: that command in a group, or one that is alike; else where all are."""
        known = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        inside = [
            f"{name} {typed}"
            for name, command in known.items()
            if isinstance(command, Group) and typed in command.list_commands(ctx)
        ]
        near = inside or get_close_matches(typed, known)
        if not near:
            return f"'{ctx.command_path} --help' lists all commands."
        return "Did you mean " + listed([f"'{ctx.command_path} {name}'" for name in near], "or") + "?"


class Commands(typer.Typer):
    """An application or group whose commands say which words their options take."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(
            cls=Group,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            # Inherited by all commands.
            context_settings={"help_option_names": ["-h", "--help"]},
            **choices,
        )

    def command(self, name: str | None = None, **choices: Any) -> Callable[[Decorated], Decorated]:
        """Register a command."""
        return super().command(name, cls=Command, **choices)
