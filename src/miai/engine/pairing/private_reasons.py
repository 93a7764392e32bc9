"""Sentences about wishes and families: the director reads them, players do not."""

from typing import Any

from miai.messages import AnyOf, Clauses, Message, counted, mark

FAMILY = mark("%(a)s and %(b)s are family")
FORBIDDEN = mark("the director forbade %(a)s against %(b)s")
WANTED_GAME = mark("the director wants this game")
WANTED_IN_ROUND = mark("the director wants this game in this round")
CHOSEN_BYE = mark("the director chose this bye")
WANTED_BYE = mark("%(name)s sits out as the director wants")
VOLUNTEERED = mark("%(name)s volunteered to sit out")


def others_volunteered(names: tuple[str, ...]) -> Message:
    """Who would have sat out of their own will."""
    return counted("%(names)s volunteered", "%(names)s volunteered", len(names), names=names)


PERSONAL = frozenset(
    (
        FAMILY,
        FORBIDDEN,
        WANTED_GAME,
        WANTED_IN_ROUND,
        CHOSEN_BYE,
        WANTED_BYE,
        VOLUNTEERED,
        others_volunteered(()).template,
    )
)


def is_personal(value: Any) -> bool:
    """Whether a message says something personal, itself or in one of its values."""
    match value:
        case Message(template=template, values=values):
            return template in PERSONAL or any(map(is_personal, values.values()))
        case AnyOf(items=items) | Clauses(items=items):
            return any(map(is_personal, items))
        case tuple():
            return any(map(is_personal, value))
    return False
