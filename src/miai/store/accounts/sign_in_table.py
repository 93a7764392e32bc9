"""The table of the browsers that signed in."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from miai.store.log_reading import rows_by
from miai.store.log_rows import Row
from miai.store.protocol import SignIn
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.schema import sign_ins as table

_Connect = Callable[[], AbstractContextManager[Connection]]


class SignInTable:
    """Reads and writes the table by the connections of a database.

    A row that is not what was written counts as none: whoever it was for signs in again.
    """

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def add(self, sign_in: SignIn) -> None:
        """Store a new one."""
        with self._writing() as connection:
            connection.execute(insert(table).values(sealed(asdict(sign_in))))

    def get(self, id: str) -> SignIn | None:  # noqa: A002 - its name
        """One by its id, whether it has ended or not."""
        with self._reading() as connection:
            rows = _intact(connection, select(table).where(table.c.id == id))
        return _sign_in(rows[0]) if rows else None

    def all(self) -> tuple[SignIn, ...]:
        """All of them, the latest first."""
        asked = select(table).order_by(table.c.signed_in_at.desc(), table.c.id)
        with self._reading() as connection:
            return tuple(_sign_in(row) for row in _intact(connection, asked))

    def end(self, ids: Collection[str], *, at: str) -> None:
        """Mark some as ended; those that ended before stay as they are."""
        asked = select(table).where(table.c.id.in_(list(ids)), table.c.ended_at.is_(None))
        with self._writing() as connection:
            for row in _intact(connection, asked):
                _change(connection, row, ended_at=at)

    def renew(self, id: str, *, proof: str) -> None:  # noqa: A002
        """Keep one signed in under a new password."""
        with self._writing() as connection:
            for row in _intact(connection, select(table).where(table.c.id == id)):
                _change(connection, row, proof=proof)


def _intact(connection: Connection, asked: Select[Any]) -> list[Row]:
    return [row for row in rows_by(connection, asked) if is_intact(row)]


def _change(connection: Connection, row: Row, **changed: Any) -> None:
    step = update(table).where(table.c.id == row["id"])
    connection.execute(step.values(**changed, seal=seal_of({**row, **changed})))


def _sign_in(row: Row) -> SignIn:
    return SignIn(**{name: value for name, value in row.items() if name != "seal"})
