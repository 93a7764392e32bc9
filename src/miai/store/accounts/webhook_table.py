"""The table of the addresses that are told of new entries."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from miai.store.accounts.programs_protocol import Webhook
from miai.store.log_reading import rows_by
from miai.store.log_rows import Row
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.schema import webhooks as table
from miai.store.tournament_id import TournamentId

_Connect = Callable[[], AbstractContextManager[Connection]]


class WebhookTable:
    """Reads and writes the table by the connections of a database.

    A row that is not what was written counts as none, so that nothing is sent to an address nobody entered.
    """

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def add(self, webhook: Webhook) -> None:
        """Store a new one."""
        with self._writing() as connection:
            connection.execute(insert(table).values(sealed(asdict(webhook))))

    def get(self, id: str) -> Webhook | None:  # noqa: A002 - its name
        """One by its id."""
        found = self._found(select(table).where(table.c.id == id))
        return found[0] if found else None

    def of(self, tournament: TournamentId) -> tuple[Webhook, ...]:
        """Those of a tournament, the oldest first."""
        return self._found(select(table).where(table.c.tournament == tournament))

    def all(self) -> tuple[Webhook, ...]:
        """All of them, the oldest first."""
        return self._found(select(table))

    def remove(self, id: str) -> None:  # noqa: A002
        """Remove one."""
        with self._writing() as connection:
            connection.execute(delete(table).where(table.c.id == id))

    def claim(self, id: str, *, sender: str, now: str, until: str) -> Webhook | None:  # noqa: A002
        """Become the process that tells an address until a moment; None where another one is."""
        with self._writing() as connection:
            for row in _intact(connection, select(table).where(table.c.id == id).with_for_update()):
                if row["sender"] == sender or row["sender_until"] <= now:
                    return _webhook(_change(connection, row, sender=sender, sender_until=until))
        return None

    def note(
        self,
        id: str,  # noqa: A002
        *,
        delivered: int,
        failures: int,
        next_try_at: str,
        problem: str,
        dead: bool,
    ) -> None:
        """Note what became of a delivery."""
        with self._writing() as connection:
            for row in _intact(connection, select(table).where(table.c.id == id).with_for_update()):
                _change(
                    connection,
                    row,
                    delivered=delivered,
                    failures=failures,
                    next_try_at=next_try_at,
                    problem=problem,
                    dead=dead,
                )

    def _found(self, asked: Select[Any]) -> tuple[Webhook, ...]:
        with self._reading() as connection:
            rows = _intact(connection, asked.order_by(table.c.created_at, table.c.id))
        return tuple(_webhook(row) for row in rows)


def _intact(connection: Connection, asked: Select[Any]) -> list[Row]:
    return [row for row in rows_by(connection, asked) if is_intact(row)]


def _change(connection: Connection, row: Row, **changed: Any) -> Row:
    new = {**row, **changed}
    connection.execute(update(table).where(table.c.id == row["id"]).values(**changed, seal=seal_of(new)))
    return new


def _webhook(row: Row) -> Webhook:
    return Webhook(**{name: value for name, value in row.items() if name != "seal"})
