"""Who may do what."""

from enum import IntEnum


class Role(IntEnum):
    """Each may do all that those before may."""

    PUBLIC = 0
    DESK = 1
    DIRECTOR = 2
