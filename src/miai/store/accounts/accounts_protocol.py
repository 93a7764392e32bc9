"""What a store keeps of the people with accounts on a server: roles, invitations, and what they did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who may sign in; `disabled_at` says since when they may not."""

    id: str
    login: str
    name: str
    password_hash: str
    created_at: str
    is_admin: bool = False
    disabled_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """The role of an account in a tournament."""

    tournament: str
    account: str
    role: str
    since: str
    given_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link that gives a role in a tournament to those who follow it, `most_uses` of them."""

    id: str
    tournament: str
    token_hash: str
    role: str
    made_by: str
    made_at: str
    expires_at: str
    most_uses: int
    uses: int = 0
    revoked_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """Something noted in the audit: a code, and the values of its sentence."""

    id: str
    at: str
    code: str
    who: str
    address: str
    tournament: str
    details: Mapping[str, str]


class Accounts(Protocol):
    """The accounts, their roles in tournaments, and the invitations."""

    def add(self, account: Account) -> None:
        """Store a new account; raises where its login is taken."""
        ...

    def get(self, id: str) -> Account | None:  # noqa: A002 - its name
        """An account by its id."""
        ...

    def by_login(self, login: str) -> Account | None:
        """An account by the name it signs in with."""
        ...

    def all(self) -> tuple[Account, ...]:
        """All accounts by their names."""
        ...

    def change(self, account: Account) -> None:
        """Store an account in place of the one with its id."""
        ...

    def members(self, tournament: str) -> tuple[Membership, ...]:
        """The accounts with a role in a tournament, the earliest first."""
        ...

    def roles_of(self, account: str) -> dict[str, str]:
        """The roles of an account by tournament."""
        ...

    def give_role(self, membership: Membership) -> None:
        """Give an account a role, in place of the one it has in that tournament."""
        ...

    def remove_role(self, tournament: str, account: str) -> None:
        """Take away the role of an account."""
        ...

    def invite(self, invitation: Invitation) -> None:
        """Store a new invitation."""
        ...

    def invitations(self, tournament: str) -> tuple[Invitation, ...]:
        """The invitations to a tournament, the latest first."""
        ...

    def invitation(self, token_hash: str) -> Invitation | None:
        """The invitation of a link."""
        ...

    def use(self, invitation: str, membership: Membership, *, at: str) -> bool:
        """Give the role of an invitation, once for each use; False where it can no longer be used."""
        ...

    def revoke(self, invitation: str, *, at: str) -> None:
        """Let an invitation end."""
        ...


class Audit(Protocol):
    """Who signed in and who got which role; lines are never changed."""

    def add(self, line: AuditLine, *, oldest: str) -> None:
        """Write a line, and remove those that were written before a time."""
        ...

    def lines(
        self, *, tournament: str | None = None, since: str = "", most: int = 1000
    ) -> tuple[AuditLine, ...]:
        """The latest lines first, all of them or those of a tournament."""
        ...
