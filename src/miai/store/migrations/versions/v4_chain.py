"""Tournaments get an identity, entries the chain of their hashes, the rows of the other tables a seal."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from miai.domain.log.chain import new_identity
from miai.store.append_only_triggers import GUARDS
from miai.store.log_reading import rows_by
from miai.store.log_rows import hash_of
from miai.store.row_hashes import seal_of

revision = "4"
down_revision = "3"

_COLUMNS = (
    ("tournaments", "identity"),
    ("tournaments", "seal"),
    ("entries", "hash"),
    ("requests", "seal"),
    ("values", "seal"),
)
_KEYS = {"tournaments": "id", "requests": "id", "values": "key"}


def upgrade() -> None:
    """Add the columns and fill them for what is there; the guards of the log are off meanwhile."""
    for table, column in _COLUMNS:
        op.add_column(table, sa.Column(column, sa.Text, nullable=False, server_default=""))
    connection = op.get_bind()
    on_sqlite = connection.dialect.name == "sqlite"
    op.execute(
        "DROP TRIGGER entries_are_never_changed" if on_sqlite else "ALTER TABLE entries DISABLE TRIGGER USER"
    )
    _fill_chains(connection)
    op.execute(GUARDS["sqlite"][0] if on_sqlite else "ALTER TABLE entries ENABLE TRIGGER USER")
    for name in _KEYS:
        _fill_seals(connection, name)


def _fill_chains(connection: sa.Connection) -> None:
    tournaments, entries = _table(connection, "tournaments"), _table(connection, "entries")
    for known in connection.scalars(sa.select(tournaments.c.id)).all():
        identity = before = new_identity()
        named = sa.update(tournaments).where(tournaments.c.id == known)
        connection.execute(named.values(identity=identity))
        asked = sa.select(entries).where(entries.c.tournament == known).order_by(entries.c.number)
        found: list[dict[str, Any]] = []
        for row in rows_by(connection, asked):
            before = hash_of(row, before)
            found.append({"t": known, "n": row["number"], "h": before})
        this = (entries.c.tournament == sa.bindparam("t")) & (entries.c.number == sa.bindparam("n"))
        if found:
            connection.execute(sa.update(entries).where(this).values(hash=sa.bindparam("h")), found)


def _fill_seals(connection: sa.Connection, name: str) -> None:
    table = _table(connection, name)
    key = table.c[_KEYS[name]]
    for row in rows_by(connection, sa.select(table)):
        connection.execute(sa.update(table).where(key == row[_KEYS[name]]).values(seal=seal_of(row)))


def _table(connection: sa.Connection, name: str) -> sa.Table:
    return sa.Table(name, sa.MetaData(), autoload_with=connection)
