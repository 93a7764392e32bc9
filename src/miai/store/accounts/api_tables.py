"""The tables of the tokens of programs, and of what programs asked for."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from miai.store.accounts.programs_protocol import ApiToken
from miai.store.log_reading import rows_by
from miai.store.log_rows import Row
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.schema import api_requests, api_tokens
from miai.store.tournament_id import TournamentId

_Connect = Callable[[], AbstractContextManager[Connection]]


class ApiTokenTable:
    """Reads and writes the tokens by the connections of a database.

    A row that is not what was written counts as none: its program needs a new token.
    """

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def add(self, token: ApiToken) -> None:
        """Store a new one."""
        with self._writing() as connection:
            connection.execute(insert(api_tokens).values(sealed(asdict(token))))

    def get(self, id: str) -> ApiToken | None:  # noqa: A002 - its name
        """One by its id, whether it is revoked or not."""
        with self._reading() as connection:
            rows = _intact(connection, select(api_tokens).where(api_tokens.c.id == id))
        return _token(rows[0]) if rows else None

    def of(self, tournament: TournamentId | None) -> tuple[ApiToken, ...]:
        """Those of a tournament, or those of the whole server; the oldest first."""
        wanted = select(api_tokens).where(api_tokens.c.tournament.is_not_distinct_from(tournament))
        with self._reading() as connection:
            rows = _intact(connection, wanted.order_by(api_tokens.c.created_at, api_tokens.c.id))
        return tuple(_token(row) for row in rows)

    def revoke(self, id: str, *, at: str) -> None:  # noqa: A002
        """Mark one as revoked."""
        self._change(id, revoked_at=at)

    def used(self, id: str, *, at: str) -> None:  # noqa: A002
        """Note when one was used last."""
        self._change(id, last_used_at=at)

    def _change(self, id: str, **changed: Any) -> None:  # noqa: A002
        with self._writing() as connection:
            asked = select(api_tokens).where(api_tokens.c.id == id).with_for_update()
            for row in _intact(connection, asked):
                step = update(api_tokens).where(api_tokens.c.id == id)
                connection.execute(step.values(**changed, seal=seal_of({**row, **changed})))


class ApiRequestTable:
    """Reads and writes what programs asked for; `upsert` is the database's own kind of insert."""

    def __init__(self, reading: _Connect, writing: _Connect, upsert: Callable[..., Any]) -> None:
        self._reading, self._writing, self._upsert = reading, writing, upsert

    def first(self, id: str, fingerprint: str, *, at: str, forget_before: str) -> str:  # noqa: A002
        """Keep the fingerprint of a request unless its key has one, and return the one kept."""
        row = sealed({"id": id, "fingerprint": fingerprint, "at": at})
        with self._writing() as connection:
            connection.execute(delete(api_requests).where(api_requests.c.at < forget_before))
            connection.execute(self._upsert(api_requests).values(row).on_conflict_do_nothing())
            kept = connection.scalar(select(api_requests.c.fingerprint).where(api_requests.c.id == id))
        return str(kept)


def _intact(connection: Connection, asked: Select[Any]) -> list[Row]:
    return [row for row in rows_by(connection, asked) if is_intact(row)]


def _token(row: Row) -> ApiToken:
    return ApiToken(**{name: value for name, value in row.items() if name != "seal"})
