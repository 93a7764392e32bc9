"""Who may do what."""

from enum import IntEnum
from functools import cache

from miai.messages import mark
from miai.web.words.translation import gettext, in_all_languages


class Role(IntEnum):
    """Each may do all that those before may."""

    PUBLIC = 0
    DESK = 1
    DIRECTOR = 2


# What the history notes for somebody who has given no name.
DEFAULT_NAMES = {
    Role.DIRECTOR: mark("director"),
    Role.DESK: mark("result desk"),
    Role.PUBLIC: mark("visitor"),
}


def role_name(role: Role) -> str:
    """A role in the reader's language."""
    return gettext(DEFAULT_NAMES[role])


def has_name(by: str) -> bool:
    """Whether the author of an entry gave a name."""
    return by not in DEFAULT_NAMES.values()


def other_author(by: str) -> str:
    """Who made an entry, said to somebody else at this moment: a name, or that it was another desk."""
    return by if by and has_name(by) else gettext("another desk")


@cache
def role_words(role: Role) -> frozenset[str]:
    """The names of a role in all languages."""
    return frozenset(in_all_languages(DEFAULT_NAMES[role]))


def author(by: str) -> str:
    """Who made an entry: a name, or a role in the reader's language."""
    return by if has_name(by) else gettext(by)
