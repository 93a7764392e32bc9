"""The question before a change that moves the past, as pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from miai.features.consequences.choice_words import choice_of, help_of, intro_of, save_of
from miai.features.consequences.confirm import NeedsConfirmation
from miai.features.consequences.titles import title_of
from miai.features.consequences.wording import Line, all_lines
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView:
    """One way to write the change."""

    mark: str
    name: Message
    help: Message
    lines: tuple[Line, ...]


def question(
    asked: NeedsConfirmation | None,
    *,
    action: str,
    fields: Sequence[tuple[str, str]],
    back: str,
    reason: str = "",
) -> dict[str, Any]:
    """The values of the template: the change, the ways to write it, and the form that is sent again.

    A change that moves nothing has no ways to choose from.
    """
    return {
        "what": title_of(asked) if asked else None,
        "save": save_of(asked) if asked else None,
        "intro": intro_of(asked) if asked else None,
        "options": tuple(
            OptionView(mark=way.mark, name=choice_of(way), help=help_of(way), lines=all_lines(way))
            for way in (asked.ways if asked else ())
        ),
        "action": action,
        "again": tuple(fields),
        "back": back,
        "reason": reason,
    }
