"""The audit: who signed in, who got which role, and what else concerns the access to a server.

Lines are written once and never changed. Those older than 400 days are removed when another one is written.
"""

import secrets
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from miai.features.accounts.roles import MEMBER_ROLE_NAMES, MemberRole
from miai.messages import Message, mark
from miai.store.accounts.accounts_protocol import AuditLine
from miai.store.protocol import Store

KEPT_DAYS = 400
_LONGEST = 120


class AuditCode(StrEnum):
    """What can stand in the audit; the values of each are the places of its sentence."""

    SIGNED_IN = "signed_in"
    SIGNED_IN_WITH_ROLE = "signed_in_with_role"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGN_IN_OF_DISABLED = "sign_in_of_disabled"
    ROLE_SIGN_IN_FAILED = "role_sign_in_failed"
    SIGNED_OUT = "signed_out"
    SIGN_IN_ENDED = "sign_in_ended"
    ACCOUNT_ADDED = "account_added"
    ACCOUNT_RENAMED = "account_renamed"
    ACCOUNT_DISABLED = "account_disabled"
    ACCOUNT_ENABLED = "account_enabled"
    ADMIN_MADE = "admin_made"
    ADMIN_REMOVED = "admin_removed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a code
    ROLE_PASSWORD_SET = "role_password_set"  # noqa: S105
    ROLE_PASSWORD_REMOVED = "role_password_removed"  # noqa: S105
    ROLE_GIVEN = "role_given"
    ROLE_REMOVED = "role_removed"
    INVITATION_MADE = "invitation_made"
    INVITATION_REVOKED = "invitation_revoked"
    INVITATION_USED = "invitation_used"
    TOURNAMENT_CREATED = "tournament_created"
    TOURNAMENT_DELETED = "tournament_deleted"
    TOKEN_MADE = "token_made"  # noqa: S105
    TOKEN_REVOKED = "token_revoked"  # noqa: S105


# Values named "role" are roles and are said in the reader's language.
_SENTENCES = {
    AuditCode.SIGNED_IN: mark("signed in"),
    AuditCode.SIGNED_IN_WITH_ROLE: mark("signed in with the password of a role (%(role)s)"),
    AuditCode.SIGN_IN_FAILED: mark("wrong password for the login “%(login)s”"),
    AuditCode.SIGN_IN_OF_DISABLED: mark("the disabled account “%(login)s” tried to sign in"),
    AuditCode.ROLE_SIGN_IN_FAILED: mark("wrong password of a role"),
    AuditCode.SIGNED_OUT: mark("signed out"),
    AuditCode.SIGN_IN_ENDED: mark("signed out %(name)s"),
    AuditCode.ACCOUNT_ADDED: mark("added the account “%(login)s” (%(name)s)"),
    AuditCode.ACCOUNT_RENAMED: mark("changed the name of the account “%(login)s” to %(name)s"),
    AuditCode.ACCOUNT_DISABLED: mark("disabled the account “%(login)s”"),
    AuditCode.ACCOUNT_ENABLED: mark("enabled the account “%(login)s” again"),
    AuditCode.ADMIN_MADE: mark("made “%(login)s” an administrator"),
    AuditCode.ADMIN_REMOVED: mark("took the administrator’s rights from “%(login)s”"),
    AuditCode.PASSWORD_CHANGED: mark("changed the password of “%(login)s”"),
    AuditCode.ROLE_PASSWORD_SET: mark("set the password of a role (%(role)s)"),
    AuditCode.ROLE_PASSWORD_REMOVED: mark("removed the password of a role (%(role)s)"),
    AuditCode.ROLE_GIVEN: mark("gave “%(login)s” a role (%(role)s)"),
    AuditCode.ROLE_REMOVED: mark("took the role from “%(login)s”"),
    AuditCode.INVITATION_MADE: mark("made an invitation (%(role)s)"),
    AuditCode.INVITATION_REVOKED: mark("revoked an invitation (%(role)s)"),
    AuditCode.INVITATION_USED: mark("accepted an invitation (%(role)s)"),
    AuditCode.TOURNAMENT_CREATED: mark("created the tournament %(name)s"),
    AuditCode.TOURNAMENT_DELETED: mark("deleted the tournament %(name)s"),
    AuditCode.TOKEN_MADE: mark("made the API token “%(name)s” (%(scope)s)"),
    AuditCode.TOKEN_REVOKED: mark("revoked the API token “%(name)s”"),
}


def note(
    store: Store, code: AuditCode, *, who: str, address: str = "", tournament: str = "", **values: str
) -> None:
    """Write a line into the audit."""
    at = datetime.now(UTC)
    line = AuditLine(
        id=secrets.token_hex(12),
        at=_text(at),
        code=code.value,
        who=who[:_LONGEST],
        address=address[:_LONGEST],
        tournament=tournament,
        details={name: value[:_LONGEST] for name, value in values.items()},
    )
    store.audit.add(line, oldest=_text(at - timedelta(days=KEPT_DAYS)))


def audit_message(line: AuditLine) -> Message:
    """What a line says; a code that this Miai does not know stands for itself."""
    try:
        code = AuditCode(line.code)
    except ValueError:
        return Message("%(code)s", code=line.code)
    values: dict[str, Any] = {name: _said(name, value) for name, value in line.details.items()}
    return Message(_SENTENCES[code], **values)


def audit_of(store: Store, tournament: str, *, most: int = 1000) -> tuple[AuditLine, ...]:
    """The lines about a tournament, without those about an earlier one that had the same id."""
    created = next((each.created_at for each in store.tournaments() if each.id == tournament), "")
    # The list of tournaments has whole seconds, and writes the time zone in another way.
    return store.audit.lines(tournament=tournament, since=created.removesuffix("Z"), most=most)


def _said(name: str, value: str) -> Message | str:
    if name == "role" and value in MEMBER_ROLE_NAMES:
        return Message(MEMBER_ROLE_NAMES[MemberRole(value)])
    return value


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
