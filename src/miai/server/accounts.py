"""The accounts of the server as requests use them: remembered for a moment, so that most need no database."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from miai.desk.live_state import Desk, event_and_stage
from miai.errors import InputError
from miai.features.accounts.accounts import folded_name
from miai.features.congress.sharing import congresses_with, names_foreign_event
from miai.server.roles import Role
from miai.server.sessions import Session
from miai.store.accounts.accounts_protocol import Account

# How long something is remembered without asking the store, which another process may have changed.
_REMEMBERED = 3.0
_MOST_REMEMBERED = 10_000

_Value = TypeVar("_Value")


class AccountRegister:
    """Finds accounts and their roles; what was changed here counts at once, elsewhere after a moment."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kept: dict[tuple[str, ...], tuple[Any, float]] = {}

    def find(self, account_id: str) -> Account | None:
        """An account that may sign in."""
        found = self._remembered(
            ("account", account_id), lambda: self._desk.store.accounts.get(account_id), None
        )
        return found if found is not None and found.disabled_at is None else None

    def all(self) -> tuple[Account, ...]:
        """All accounts, also those that may not sign in."""
        return self._remembered(("all",), self._desk.store.accounts.all, ())

    @property
    def exist(self) -> bool:
        """Whether anybody has an account here; on a laptop nobody needs one."""
        return bool(self.all())

    @property
    def has_admin(self) -> bool:
        """Whether somebody can sign in as an administrator."""
        return any(each.is_admin and each.disabled_at is None for each in self.all())

    def is_taken(self, name: str) -> bool:
        """Whether a name is that of an account."""
        return any(folded_name(each.name) == folded_name(name) for each in self.all())

    def roles_of(self, account_id: str) -> dict[str, Role]:
        """The roles of an account by tournament, without those that come from a congress."""
        nothing: dict[str, str] = {}
        stored = self._remembered(
            ("roles", account_id), lambda: self._desk.store.accounts.roles_of(account_id), nothing
        )
        return {
            tournament: Role[role]
            for tournament, role in stored.items()
            if role in Role.__members__ and not self._names_foreign_event(tournament)
        }

    def role_in(self, account_id: str, tournament: str) -> Role:
        """The role of an account in a tournament or a stage; outside of tournaments, of the server.

        A role in a congress is the same role in its events.
        """
        account = self.find(account_id)
        if account is None:
            return Role.PUBLIC
        if account.is_admin:
            return Role.ADMIN
        roles = self.roles_of(account_id)
        if not tournament or not roles:
            return Role.PUBLIC
        event, _ = event_and_stage(tournament)
        found = [roles.get(each, Role.PUBLIC) for each in (event, *self._congresses_with(event))]
        return max(found)

    def forget(self) -> None:
        """Ask the store again, after something was changed here."""
        self._kept.clear()

    def _congresses_with(self, event: str) -> tuple[str, ...]:
        nothing: tuple[str, ...] = ()
        return self._remembered(("congress", event), lambda: congresses_with(self._desk, event), nothing)

    def _names_foreign_event(self, tournament: str) -> bool:
        def ask() -> bool:
            return names_foreign_event(self._desk, tournament)

        return self._remembered(("foreign", tournament), ask, otherwise=True)

    def _remembered(self, key: tuple[str, ...], ask: Callable[[], _Value], otherwise: _Value) -> _Value:
        """What the store said a moment ago; if the disk fails, what it said last."""
        found, until = self._kept.get(key, (otherwise, 0.0))
        if time.monotonic() > until:
            if len(self._kept) > _MOST_REMEMBERED:
                self._kept.clear()
            try:
                found = ask()
            except InputError:
                return cast("_Value", found)
            self._kept[key] = (found, time.monotonic() + _REMEMBERED)
        return cast("_Value", found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What the visitor of one request may do; `trusted`: it comes from the director's own machine."""

    session: Session
    accounts: AccountRegister
    trusted: bool

    @property
    def account(self) -> Account | None:
        """The account that the visitor signed in with."""
        return self.accounts.find(self.session.account) if self.session.account else None

    def role_in(self, tournament: str) -> Role:
        """The role in a tournament; without one, on the pages of the server itself."""
        if self.trusted:
            return Role.ADMIN
        if self.session.account:
            return self.accounts.role_in(self.session.account, tournament)
        return Role.ADMIN if self.session.role is Role.DIRECTOR else self.session.role
