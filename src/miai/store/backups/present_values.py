"""Reads what a backup that is restored must not bring back: passwords, secrets, and what is revoked now."""

import shutil
import sqlite3
import tempfile
from collections.abc import Container, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine

from miai.errors import InputError
from miai.store.backups.copies import is_whole
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.connections import text_of
from miai.store.location import Site
from miai.store.log_rows import StoredLog
from miai.store.revocations import PresentRows, present_rows
from miai.store.row_hashes import is_intact


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentValues:
    """The values and rows that are intact, and the last entry of each log; `certain`: nothing was damaged."""

    values: Mapping[str, str] = field(default_factory=dict)
    rows: PresentRows = field(default_factory=PresentRows)
    versions: Mapping[str, int] = field(default_factory=dict)
    certain: bool = False

    def has_all(self, logs: Iterable[StoredLog], *, but: Container[str]) -> bool:
        """Whether the database had every entry of some logs, so that its values are at least as new.

        `but` are the identities of tournaments that were deleted. An empty database is not newer than
        a backup without tournaments.
        """
        anything = self.values or self.versions or self.rows.passwords
        return bool(anything) and all(
            self.versions.get(log.identity, 0) >= log.version for log in logs if log.identity not in but
        )


def present_values(site: Site) -> PresentValues:
    """What can be read of a database that may be damaged; it is read from a copy and stays as it is."""
    if site.file is None:
        return PresentValues()
    with tempfile.TemporaryDirectory(prefix="miai-values-") as folder:
        copy = Path(folder) / site.file.name
        try:
            for path in site.files:
                # The index of the log beside the database is made anew; a damaged one would mislead.
                if path.exists() and not path.name.endswith("-shm"):
                    shutil.copyfile(path, copy.with_name(path.name))
            with closing(sqlite3.connect(copy)) as connection:
                return _read(connection)
        except (InputError, OSError, *UNREADABLE):
            return PresentValues()


def _read(connection: sqlite3.Connection) -> PresentValues:
    connection.text_factory = text_of
    rows = [
        {"key": key, "value": value, "seal": seal}
        for key, value, seal in connection.execute('SELECT key, value, seal FROM "values"')
    ]
    intact = {row["key"]: row["value"] for row in rows if is_intact(row)}
    versions = dict(connection.execute("SELECT identity, version FROM tournaments"))
    with create_engine("sqlite://", creator=lambda: connection).connect() as same:
        kept = present_rows(same)
    return PresentValues(
        values=intact,
        rows=kept,
        versions=versions,
        certain=len(intact) == len(rows) and is_whole(connection),
    )
