"""The tables of the accounts, their roles in tournaments, and the invitations."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from miai.errors import InputError
from miai.messages import Message
from miai.store.accounts.accounts_protocol import Account, Invitation, Membership
from miai.store.log_reading import rows_by
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.schema import accounts, invitations, memberships

_Connect = Callable[[], AbstractContextManager[Connection]]


class AccountTable:
    """Reads and writes the tables by the connections of a database; `upsert` is its own kind of insert.

    A row that is not what was written counts as none: nobody gets a right by it.
    """

    def __init__(self, reading: _Connect, writing: _Connect, upsert: Callable[..., Any]) -> None:
        self._reading, self._writing, self._upsert = reading, writing, upsert

    def add(self, account: Account) -> None:
        """Store a new account; raises where its login is taken."""
        try:
            with self._writing() as connection:
                connection.execute(insert(accounts).values(sealed(asdict(account))))
        except IntegrityError as error:
            raise InputError(
                Message("there is an account with the login “%(login)s” already", login=account.login)
            ) from error

    def get(self, id: str) -> Account | None:  # noqa: A002 - its name
        """An account by its id."""
        return self._account(select(accounts).where(accounts.c.id == id))

    def by_login(self, login: str) -> Account | None:
        """An account by the name it signs in with."""
        return self._account(select(accounts).where(accounts.c.login == login))

    def all(self) -> tuple[Account, ...]:
        """All accounts by their names."""
        with self._reading() as connection:
            rows = _intact(connection, select(accounts))
        return tuple(sorted((Account(**row) for row in rows), key=lambda each: (each.name, each.login)))

    def change(self, account: Account) -> None:
        """Store an account in place of the one with its id."""
        row = sealed(asdict(account))
        with self._writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account.id).values(row))

    def members(self, tournament: str) -> tuple[Membership, ...]:
        """The accounts with a role in a tournament, the earliest first."""
        asked = select(memberships).where(memberships.c.tournament == tournament)
        with self._reading() as connection:
            rows = _intact(connection, asked.order_by(memberships.c.since, memberships.c.account))
        return tuple(Membership(**row) for row in rows)

    def roles_of(self, account: str) -> dict[str, str]:
        """The roles of an account by tournament."""
        asked = select(memberships).where(memberships.c.account == account)
        with self._reading() as connection:
            return {row["tournament"]: row["role"] for row in _intact(connection, asked)}

    def give_role(self, membership: Membership) -> None:
        """Give an account a role, in place of the one it has in that tournament."""
        with self._writing() as connection:
            self._give_role(connection, membership)

    def remove_role(self, tournament: str, account: str) -> None:
        """Take away the role of an account."""
        table = memberships
        with self._writing() as connection:
            connection.execute(
                delete(table).where(table.c.tournament == tournament, table.c.account == account)
            )

    def invite(self, invitation: Invitation) -> None:
        """Store a new invitation."""
        with self._writing() as connection:
            connection.execute(insert(invitations).values(sealed(asdict(invitation))))

    def invitations(self, tournament: str) -> tuple[Invitation, ...]:
        """The invitations to a tournament, the latest first."""
        table = invitations
        asked = select(table).where(table.c.tournament == tournament)
        with self._reading() as connection:
            rows = _intact(connection, asked.order_by(table.c.made_at.desc(), table.c.id))
        return tuple(Invitation(**row) for row in rows)

    def invitation(self, token_hash: str) -> Invitation | None:
        """The invitation of a link."""
        with self._reading() as connection:
            rows = _intact(connection, select(invitations).where(invitations.c.token_hash == token_hash))
        return Invitation(**rows[0]) if rows else None

    def use(self, invitation: str, membership: Membership, *, at: str) -> bool:
        """Give the role of an invitation, once for each use; False where it can no longer be used."""
        asked = select(invitations).where(invitations.c.id == invitation).with_for_update()
        with self._writing() as connection:
            for row in _intact(connection, asked):
                if row["revoked_at"] is None and row["uses"] < row["most_uses"] and at < row["expires_at"]:
                    _change(connection, invitations, row, uses=row["uses"] + 1)
                    self._give_role(connection, membership)
                    return True
        return False

    def revoke(self, invitation: str, *, at: str) -> None:
        """Let an invitation end."""
        table = invitations
        asked = select(table).where(table.c.id == invitation, table.c.revoked_at.is_(None))
        with self._writing() as connection:
            for row in _intact(connection, asked):
                _change(connection, table, row, revoked_at=at)

    def _account(self, asked: Select[Any]) -> Account | None:
        with self._reading() as connection:
            rows = _intact(connection, asked)
        return Account(**rows[0]) if rows else None

    def _give_role(self, connection: Connection, membership: Membership) -> None:
        row = sealed(asdict(membership))
        step = self._upsert(memberships).values(row)
        connection.execute(step.on_conflict_do_update(index_elements=["tournament", "account"], set_=row))


def _intact(connection: Connection, asked: Select[Any]) -> list[dict[str, Any]]:
    """The rows that are what was written, without their seals."""
    rows = [row for row in rows_by(connection, asked) if is_intact(row)]
    return [{name: value for name, value in row.items() if name != "seal"} for row in rows]


def _change(connection: Connection, table: Table, row: Mapping[str, Any], **changed: Any) -> None:
    step = update(table).where(table.c.id == row["id"])
    connection.execute(step.values(**changed, seal=seal_of({**row, **changed})))
