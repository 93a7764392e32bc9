"""Notices that anything was written to the database, by whichever process, without reading any table."""

import sqlite3
from threading import Lock

from sqlalchemy import Connection, Engine, text

from miai.store.location import Site


class ChangeMarks:
    """Counts the changes that it saw; the connection is opened when somebody first asks."""

    def __init__(self, site: Site, engine: Engine) -> None:
        self._site, self._engine = site, engine
        self._turn = Lock()
        self._file: sqlite3.Connection | None = None
        self._server: Connection | None = None
        self._last: object = None
        self._count = 0

    def read(self) -> int:
        """A number that is greater than at the last time if anything was committed since."""
        with self._turn:
            found = self._found_in_file() if self._site.file is not None else self._found_on_server()
            if found != self._last:
                self._last = found
                self._count += 1
            return self._count

    def _found_in_file(self) -> object:
        """SQLite counts for each connection what the others have committed; this one writes nothing."""
        if self._file is None:
            self._file = sqlite3.connect(str(self._site.file), isolation_level=None, check_same_thread=False)
        return self._file.execute("PRAGMA data_version").fetchone()

    def _found_on_server(self) -> object:
        """How far the server has written its log."""
        if self._server is None:
            self._server = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self._server.scalar(text("SELECT pg_current_wal_lsn()::text"))

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            if self._file is not None:
                self._file.close()
            if self._server is not None:
                self._server.close()
            self._file = self._server = None
