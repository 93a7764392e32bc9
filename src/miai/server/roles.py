"""Who may do what."""

from enum import IntEnum
from functools import cache

from miai.desk.authors import COMMAND_LINE
from miai.features.accounts.accounts import folded_name
from miai.messages import mark
from miai.server.words.translation import gettext, in_all_languages


class Role(IntEnum):
    """Each may do all that those before may, but a viewer may only read, and of more pages than a desk.

    An owner, a director and so on is one of a tournament; an administrator may do everything on the server,
    and so may who knows the director's password or sits at the director's own machine.
    """

    PUBLIC = 0
    VIEWER = 1
    DESK = 2
    DIRECTOR = 3
    OWNER = 4
    ADMIN = 5


# What the history notes for somebody who has given no name.
DEFAULT_NAMES = {
    Role.ADMIN: mark("director"),
    Role.OWNER: mark("owner"),
    Role.DIRECTOR: mark("director"),
    Role.DESK: mark("result desk"),
    Role.VIEWER: mark("viewer"),
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


def is_role_name(name: str, *, but: Role | None = None) -> bool:
    """Whether a name stands for a role or for the command line in some language.

    `but` is a role whose own name does not count.
    """
    own = role_words(but) if but is not None else frozenset[str]()
    taken = {word for role in Role for word in role_words(role)} - own
    return folded_name(name) in {folded_name(word) for word in (*taken, *in_all_languages(COMMAND_LINE))}


@cache
def role_words(role: Role) -> frozenset[str]:
    """The names of a role in all languages."""
    return frozenset(in_all_languages(DEFAULT_NAMES[role]))


def author(by: str) -> str:
    """Who made an entry: a name, or a role or the command line in the reader's language."""
    return by if has_name(by) and by != COMMAND_LINE else gettext(by)
