"""Backups of the database file, made while it is in use: the last fifty, and before them one a day."""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from miai.domain.document import write_history
from miai.domain.history import History
from miai.errors import InputError
from miai.messages import Message
from miai.store.folder import made_folder
from miai.store.names import slug
from miai.store.site import Site

LAST = 50
_NAME = re.compile(r"miai-(?P<day>\d{4}-\d\d-\d\d)-\d{6}-\d{6}-.*\.db")


def newest_backup(folder: Path) -> Path | None:
    """The newest backup in a folder."""
    copies = _copies(folder)
    return copies[-1] if copies else None


def damage(site: Site) -> Message:
    """What to say of a database file that can no longer be read."""
    newest = newest_backup(site.backups)
    if newest is None:
        return Message(
            "the database file %(file)s is damaged; there is no backup; nothing was changed", file=site.name
        )
    return Message(
        "the database file %(file)s is damaged; the newest backup is %(backup)s; nothing was changed",
        file=site.name,
        backup=str(newest),
    )


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong in a database."""
    return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def write_backup(source: sqlite3.Connection, site: Site, reason: str) -> Path:
    """Copy a database while others use it; a damaged one never replaces a good backup."""
    path = site.backups / f"miai-{_now()}-{slug(reason)}.db"
    with _written_whole(path) as temporary, closing(sqlite3.connect(temporary)) as copy:
        source.backup(copy)
        # A single file without a log beside it, easy to carry away.
        copy.execute("PRAGMA journal_mode = DELETE")
        if not is_whole(copy):
            raise InputError(damage(site))
    for old in _superfluous(_copies(site.backups)):
        old.unlink(missing_ok=True)
    return path


def write_document(history: History, site: Site, tournament: str) -> Path:
    """Keep the document of a tournament before it is deleted; these are never thrown away."""
    path = site.backups / f"deleted-{_now()}-{tournament}.miai"
    with _written_whole(path) as temporary:
        temporary.write_bytes(write_history(history))
    return path


@contextmanager
def _written_whole(path: Path) -> Iterator[Path]:
    """A temporary file, readable by its owner only, that gets its name once all of it is on the disk."""
    handle, name = tempfile.mkstemp(dir=made_folder(path.parent), prefix=".", suffix=".part")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _copies(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("miai-*.db") if _NAME.fullmatch(path.name))


def _superfluous(copies: Sequence[Path]) -> Iterator[Path]:
    """Of the copies before the last fifty, all but the last of each day."""
    older = copies[:-LAST]
    last_of_day = {path.name[5:15]: path for path in older}
    return (path for path in older if path not in last_of_day.values())


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}"
