"""The JSON of `miai account list` and `miai audit`."""

from collections.abc import Iterable
from typing import Any

from typing_extensions import TypedDict

from miai.app.accounts.audit import audit_message
from miai.store.accounts_protocol import Account, AuditLine


class AccountJson(TypedDict):
    """An account; `tournaments` is in how many it has a role."""

    login: str
    name: str
    admin: bool
    created_at: str
    disabled_at: str | None
    tournaments: int


class AccountsJson(TypedDict):
    """All accounts."""

    accounts: list[AccountJson]


class AuditLineJson(TypedDict):
    """What somebody did about accounts and roles; `text` says it in words."""

    at: str
    who: str
    code: str
    values: dict[str, Any]
    tournament: str | None
    address: str
    text: str


class AuditJson(TypedDict):
    """Who signed in and who got which role."""

    lines: list[AuditLineJson]


def accounts_json(found: Iterable[tuple[Account, int]]) -> AccountsJson:
    """The accounts, each with the number of its tournaments."""
    return {
        "accounts": [
            {
                "login": each.login,
                "name": each.name,
                "admin": each.is_admin,
                "created_at": each.created_at,
                "disabled_at": each.disabled_at,
                "tournaments": tournaments,
            }
            for each, tournaments in found
        ]
    }


def audit_json(lines: Iterable[AuditLine]) -> AuditJson:
    """The lines of the audit."""
    return {
        "lines": [
            {
                "at": each.at,
                "who": each.who,
                "code": each.code,
                "values": dict(each.details),
                "tournament": each.tournament,
                "address": each.address,
                "text": str(audit_message(each)),
            }
            for each in lines
        ]
    }
