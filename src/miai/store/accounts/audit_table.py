"""The table of the audit."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from miai.store.accounts.accounts_protocol import AuditLine
from miai.store.log_reading import rows_by
from miai.store.log_rows import Row
from miai.store.row_hashes import is_intact, sealed
from miai.store.schema import audit as table

_Connect = Callable[[], AbstractContextManager[Connection]]


class AuditTable:
    """Reads and writes the table by the connections of a database; a damaged line is not shown."""

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def add(self, line: AuditLine, *, oldest: str) -> None:
        """Write a line, and remove those that were written before a time."""
        with self._writing() as connection:
            connection.execute(delete(table).where(table.c.at < oldest))
            connection.execute(insert(table).values(sealed(_row(line))))

    def lines(
        self, *, tournament: str | None = None, since: str = "", most: int = 1000
    ) -> tuple[AuditLine, ...]:
        """The latest lines first, all of them or those of a tournament."""
        asked = select(table).where(table.c.at >= since).order_by(table.c.at.desc(), table.c.id.desc())
        if tournament is not None:
            asked = asked.where(table.c.tournament == tournament)
        with self._reading() as connection:
            return tuple(_line(row) for row in rows_by(connection, asked.limit(most)) if is_intact(row))


def _row(line: AuditLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "at": line.at,
        "code": line.code,
        "who": line.who,
        "address": line.address,
        "tournament": line.tournament,
        "details": json.dumps(dict(line.details), ensure_ascii=False, sort_keys=True),
    }


def _line(row: Row) -> AuditLine:
    kept = {name: value for name, value in row.items() if name != "seal"}
    return AuditLine(**{**kept, "details": json.loads(kept["details"])})
