"""The roles that an account can have in a tournament."""

from enum import StrEnum

from miai.errors import InputError, unknown_word
from miai.messages import Message, mark


class MemberRole(StrEnum):
    """A role in a tournament, as it is stored."""

    OWNER = "OWNER"
    DIRECTOR = "DIRECTOR"
    DESK = "DESK"
    VIEWER = "VIEWER"


MEMBER_ROLE_NAMES = {
    MemberRole.OWNER: mark("owner"),
    MemberRole.DIRECTOR: mark("director"),
    MemberRole.DESK: mark("result desk"),
    MemberRole.VIEWER: mark("viewer"),
}


def member_role(typed: str) -> MemberRole:
    """The role that a form or a command names."""
    try:
        return MemberRole(typed.upper())
    except ValueError:
        known = (role.value.lower() for role in MemberRole)
        raise InputError(
            unknown_word(Message("“%(role)s” is not a role", role=typed), typed, known)
        ) from None
