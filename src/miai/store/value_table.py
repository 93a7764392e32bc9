"""The table of small values, such as passwords and secrets."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from miai.store.log_reading import damaged_value, rows_by
from miai.store.row_hashes import is_intact, sealed
from miai.store.schema import values as table
from miai.store.write_permission import is_local

_Connect = Callable[[], AbstractContextManager[Connection]]


class ValueTable:
    """Reads and writes the table by the connections of a database; `upsert` is its own kind of insert.

    `local` writes what belongs to this server alone, which may write that although another one leads.
    """

    def __init__(
        self, reading: _Connect, writing: _Connect, upsert: Callable[..., Any], *, local: _Connect
    ) -> None:
        self._reading, self._upsert = reading, upsert
        self._shared, self._local = writing, local

    def _writing(self, key: str) -> AbstractContextManager[Connection]:
        return self._local() if is_local(key) else self._shared()

    def get(self, key: str) -> str | None:
        """A value by its name; raises where it is not what was written."""
        with self._reading() as connection:
            rows = rows_by(connection, select(table).where(table.c.key == key))
        for row in rows:
            if not is_intact(row):
                raise damaged_value(row)
            return str(row["value"])
        return None

    def set(self, key: str, value: str | None) -> None:
        """Keep a value under a name; None deletes it."""
        with self._writing(key) as connection:
            if value is None:
                connection.execute(delete(table).where(table.c.key == key))
            else:
                self.put(connection, key, value)

    def put(self, connection: Connection, key: str, value: str) -> None:
        """Keep a value under a name, in a transaction of the caller."""
        row = _row(key, value)
        step = self._upsert(table).values(row)
        connection.execute(step.on_conflict_do_update(index_elements=["key"], set_=row))

    def set_first(self, key: str, value: str) -> str:
        """Keep a value unless there is one, and return the one kept, also when several try at once."""
        with self._writing(key) as connection:
            connection.execute(self._upsert(table).values(_row(key, value)).on_conflict_do_nothing())
        return str(self.get(key))

    def change(self, key: str, change: Callable[[str | None], str | None]) -> None:
        """Change a value by what it is now; two that change it at the same time take turns."""
        with self._writing(key) as connection:
            # A row has to be there to be locked.
            connection.execute(self._upsert(table).values(_row(key, "")).on_conflict_do_nothing())
            found = rows_by(connection, select(table).where(table.c.key == key).with_for_update())
            if not is_intact(found[0]):
                raise damaged_value(found[0])
            changed = change(found[0]["value"] or None)
            step = delete(table) if changed is None else update(table).values(_row(key, changed))
            connection.execute(step.where(table.c.key == key))

    def replace_all(self, values: Mapping[str, str]) -> None:
        """Keep these values and no others."""
        with self._shared() as connection:
            connection.execute(delete(table))
            if values:
                connection.execute(insert(table), [_row(*each) for each in values.items()])


def _row(key: str, value: str) -> dict[str, Any]:
    return sealed({"key": key, "value": value})
