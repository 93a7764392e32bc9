"""The table of the proofs of published draws."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, select

from miai.store.log_reading import rows_by
from miai.store.row_hashes import is_intact, sealed
from miai.store.schema import proofs as table
from miai.store.tournament_id import TournamentId

_Connect = Callable[[], AbstractContextManager[Connection]]


class ProofTable:
    """Reads and writes the table by the connections of a database; `upsert` is its own kind of insert.

    A row that is not what was written counts as none: a proof can be computed again from the log.
    """

    def __init__(self, reading: _Connect, writing: _Connect, upsert: Callable[..., Any]) -> None:
        self._reading, self._writing, self._upsert = reading, writing, upsert

    def get(self, tournament: TournamentId, content_hash: str) -> bytes | None:
        """The file of a proof by the hash of its content."""
        asked = select(table).where(table.c.tournament == tournament, table.c.hash == content_hash)
        with self._reading() as connection:
            rows = rows_by(connection, asked)
        return bytes(rows[0]["content"]) if rows and is_intact(rows[0]) else None

    def keep(self, tournament: TournamentId, content_hash: str, content: bytes) -> None:
        """Store a proof, in place of a damaged one."""
        row = sealed({"tournament": tournament, "hash": content_hash, "content": content})
        step = self._upsert(table).values(row)
        replaced = {"content": row["content"], "seal": row["seal"]}
        with self._writing() as connection:
            connection.execute(
                step.on_conflict_do_update(index_elements=["tournament", "hash"], set_=replaced)
            )
