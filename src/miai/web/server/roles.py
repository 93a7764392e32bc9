"""Who may do what."""

from enum import IntEnum

from miai.messages import mark
from miai.web.words.translation import gettext


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


def author(by: str) -> str:
    """Who made an entry: a name, or a role in the reader's language."""
    return gettext(by) if by in DEFAULT_NAMES.values() else by
