"""What is told of accounts, and of what was done about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from miai.answers import Answer, Field, Shape, column, many
from miai.features.accounts.audit import audit_message
from miai.store.accounts.accounts_protocol import Account, AuditLine


@dataclass(frozen=True, slots=True)
class CountedAccount:
    """An account, and in how many tournaments it has a role."""

    account: Account
    tournaments: int


_ACCOUNT: Shape[CountedAccount] = Shape(
    "Account",
    "An account; `tournaments` is in how many it has a role.",
    (
        Field("login", str, lambda each: each.account.login, column("Login")),
        Field("name", str, lambda each: each.account.name, column("Name")),
        Field(
            "admin",
            bool,
            lambda each: each.account.is_admin,
            column("Administrator"),
            lambda each: "yes" if each.account.is_admin else "",
        ),
        Field("tournaments", int, columns=column("Tournaments")),
        Field(
            "created_at",
            str,
            lambda each: each.account.created_at,
            column("Since"),
            lambda each: each.account.created_at[:10],
        ),
        Field(
            "disabled_at",
            str | None,
            lambda each: each.account.disabled_at,
            column("Disabled"),
            lambda each: (each.account.disabled_at or "")[:10],
        ),
    ),
)
_ACCOUNTS: Shape[Sequence[CountedAccount]] = Shape(
    "Accounts", "All accounts.", (Field("accounts", many(_ACCOUNT), lambda accounts: accounts),)
)
ACCOUNTS = Answer(question="account-list", whole=_ACCOUNTS, lines="accounts", title=lambda _: ("Accounts",))

_LINE: Shape[AuditLine] = Shape(
    "AuditLine",
    "What somebody did about accounts and roles; `text` says it in words.",
    (
        Field("at", str, columns=column("When (UTC)"), text=lambda line: f"{line.at[:19]}Z"),
        Field("who", str, columns=column("Who")),
        Field("code", str),
        Field("values", dict[str, Any], lambda line: line.details),
        Field("text", str, audit_message, column("What")),
        Field("tournament", str | None, columns=column("Tournament")),
        Field("tournament_id", str | None, lambda line: line.tournament),
        Field("address", str, columns=column("Address")),
    ),
)
_AUDIT: Shape[Sequence[AuditLine]] = Shape(
    "Audit",
    "Who signed in and who got which role.",
    (Field("lines", many(_LINE), lambda lines: lines),),
)
AUDIT = Answer(question="audit", whole=_AUDIT, lines="lines", title=lambda _: ("Audit",))
