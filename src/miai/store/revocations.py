"""What was revoked stays revoked, and accounts keep their passwords, when an older backup is restored."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Table, select, update

from miai.store import schema
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.log_reading import rows_by
from miai.store.log_rows import Row
from miai.store.protocol import Damaged
from miai.store.row_hashes import is_intact, seal_of

# The columns that end a row; the first says since when.
_ENDING = {
    schema.player_links: ("revoked_at", "revoked_by"),
    schema.invitations: ("revoked_at",),
    schema.api_tokens: ("revoked_at",),
    schema.accounts: ("disabled_at",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentRows:
    """Of a database: the rows that have ended, by table and key, and the accounts' hashes of passwords."""

    ended: Mapping[Table, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    passwords: Mapping[str, str] = field(default_factory=dict)


def present_rows(connection: Connection) -> PresentRows:
    """What can be read of a database that may be damaged or of an earlier version."""
    intact: dict[Table, list[Row]] = {table: [] for table in _ENDING}
    for table, rows in intact.items():
        with suppress(Damaged, *UNREADABLE):
            rows += [row for row in rows_by(connection, select(table)) if is_intact(row)]
    return PresentRows(
        ended={
            table: {
                _key(table, row): {name: row[name] for name in ending}
                for row in intact[table]
                if row[ending[0]] is not None
            }
            for table, ending in _ENDING.items()
        },
        passwords={row["id"]: row["password_hash"] for row in intact[schema.accounts]},
    )


def end_again(connection: Connection, present: PresentRows) -> None:
    """End in a restored copy what has ended at present."""
    for table, ended in present.ended.items():
        for row in rows_by(connection, select(table)):
            values = ended.get(_key(table, row))
            if values and row[_ENDING[table][0]] is None and is_intact(row):
                _change(connection, table, row, values)


def keep_passwords(connection: Connection, present: PresentRows) -> None:
    """Give the accounts of a restored copy their present passwords."""
    table = schema.accounts
    for row in rows_by(connection, select(table)):
        if row["id"] in present.passwords and is_intact(row):
            _change(connection, table, row, {"password_hash": present.passwords[row["id"]]})


def _key(table: Table, row: Row) -> str:
    return str(row[_key_column(table)])


def _key_column(table: Table) -> str:
    [column] = table.primary_key
    return column.name


def _change(connection: Connection, table: Table, row: Row, values: Mapping[str, Any]) -> None:
    step = update(table).where(table.c[_key_column(table)] == row[_key_column(table)])
    connection.execute(step.values(**values, seal=seal_of({**row, **values})))
