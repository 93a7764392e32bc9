"""Notifications between the programs that use one PostgreSQL server (LISTEN/NOTIFY), and who uses it."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from miai.errors import InputError
from miai.messages import Message
from miai.store.location import Site

_CHANNEL = "miai_changes"
# The lock that every server of Miai shares as long as it listens; a database has one of each number.
_IN_USE = int.from_bytes(b"miai")
# Seconds until the next attempt to reach the server again.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
# A line that is dead but not closed is noticed after about 25 seconds; until then pages are found by polling.
_KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


class Notifications:
    """Sends the id of a tournament that changes, and receives those that others sent."""

    def __init__(self, site: Site) -> None:
        self._url = site.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @staticmethod
    def send(connection: Connection, tournament: str) -> None:
        """Tell all programs of a change; they hear of it when the transaction is committed."""
        connection.execute(select(func.pg_notify(_CHANNEL, tournament)))

    async def received(self) -> AsyncGenerator[str | None]:
        """The ids of tournaments that changed, until closed; None where any may have changed unnoticed.

        That is after each time that the server could be reached, the first time included.
        """
        import psycopg  # noqa: PLC0415 - only where the database is on a server

        pause, options = _FIRST_PAUSE, dict[str, Any](_KEEP_ALIVE)
        while True:
            try:
                connected = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **options)
                async with connected as connection:
                    await connection.execute("SELECT pg_advisory_lock_shared(%s)", [_IN_USE])
                    await connection.execute(f"LISTEN {_CHANNEL}".encode())
                    pause = _FIRST_PAUSE
                    yield None
                    async for notification in connection.notifies():
                        yield notification.payload
            except (psycopg.Error, OSError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)


@contextmanager
def no_server_runs(engine: Engine) -> Iterator[None]:
    """Have a database alone: refused where a server of Miai uses it, and one that starts has to wait."""
    with engine.connect() as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_IN_USE))):
            raise InputError(Message("Miai uses this database: stop it first, on all machines"))
        try:
            yield
        finally:
            connection.scalar(select(func.pg_advisory_unlock(_IN_USE)))
