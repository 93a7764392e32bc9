"""Copies everything from one database into another, of the same kind or not."""

from sqlalchemy import Connection, delete, insert, select

from miai.store.schema import METADATA, entries, tournaments

_AT_ONCE = 1_000


def copy_everything(source: Connection, target: Connection) -> None:
    """Put all rows of one database in the place of those of another; both have the tables of this version."""
    # Entries go only with their tournament.
    target.execute(delete(tournaments))
    for table in reversed(METADATA.sorted_tables):
        if table is not entries:
            target.execute(delete(table))
    for table in METADATA.sorted_tables:
        found = source.execution_options(yield_per=_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions(_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in rows])
