"""Backups made while the database is in use: the last fifty, and before them one a day.

A database file is copied as a whole. Of a database on a server, the document of each tournament that has
changed is written. Backups are numbered, so that their order does not depend on the clock of the machine.
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.messages import Message
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.folder import made_folder
from miai.store.location import Site
from miai.store.names import slug
from miai.store.protocol import Damaged
from miai.store.times import time_for_names

LAST = 50
# Backups of 0.1 have no number and are older than all that have one.
_NAME = re.compile(r"miai-(?:(?P<number>\d{6,})-)?(?P<day>\d{4}-\d\d-\d\d)-\d{6}-\d{6}-.*\.db")
_DOCUMENT = re.compile(r"document-(?P<log>.+)-(?P<number>\d{6,})-(?P<day>\d{4}-\d\d-\d\d)-.*\.miai")


def backups_in(folder: Path) -> list[Path]:
    """All copies of the database in a folder, the newest first."""
    return _in_order(folder.glob("miai-*.db"), _NAME)[::-1]


def newest_intact(folder: Path) -> Path | None:
    """The newest copy of the database in which SQLite finds no damage."""
    return next((path for path in backups_in(folder) if file_is_whole(path)), None)


def damage(site: Site) -> Message:
    """What to say of a database file that can no longer be read."""
    newest = newest_intact(site.backups)
    if newest is None:
        return Message(
            "the database file %(file)s is damaged; there is no backup; nothing was changed", file=site.name
        )
    return Message(
        "the database file %(file)s is damaged; the newest backup is %(backup)s; nothing was changed;"
        " 'miai restore' puts it in its place",
        file=site.name,
        backup=str(newest),
    )


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong in a database."""
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def file_is_whole(path: Path) -> bool:
    """Whether SQLite finds nothing wrong in a copy, which nobody writes to."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as connection:
            return is_whole(connection)
    except UNREADABLE:
        return False


def write_backup(source: sqlite3.Connection, site: Site, reason: str) -> Path:
    """Copy a database while others use it; a damaged one never replaces a good backup."""
    copies = backups_in(site.backups)
    number = _number(copies[0], _NAME) + 1 if copies else 1
    path = site.backups / f"miai-{number:06}-{time_for_names()}-{slug(reason)}.db"
    with written_whole(path) as temporary:
        copy_database(source, temporary, site)
    for old in _superfluous(backups_in(site.backups)[::-1], _NAME):
        old.unlink(missing_ok=True)
    return path


def copy_database(source: sqlite3.Connection, target: Path, site: Site) -> None:
    """Copy a database into a single file without a log beside it; a damaged one raises."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if not is_whole(copy):
            raise Damaged(damage(site))


def has_document(site: Site, tournament: str, identity: str, version: int) -> bool:
    """Whether the document of a tournament at a version is among the backups."""
    return any(_number(path, _DOCUMENT) == version for path in _documents(site, tournament, identity))


def write_document(history: History, site: Site, tournament: str, reason: str) -> Path:
    """Write the document of a tournament to the backups."""
    log = f"{tournament}-{history.identity[:8] or 'old'}-{len(history.entries):06}"
    path = site.backups / f"document-{log}-{time_for_names()}-{slug(reason)}.miai"
    _write_history(history, path)
    for old in _superfluous(_documents(site, tournament, history.identity), _DOCUMENT):
        old.unlink(missing_ok=True)
    return path


def write_deleted(history: History, site: Site, tournament: str) -> Path:
    """Keep the document of a tournament before it is deleted; these are never thrown away."""
    path = site.backups / f"deleted-{time_for_names()}-{tournament}.miai"
    _write_history(history, path)
    return path


def all_backups(site: Site) -> list[Path]:
    """All copies of the database and all documents among the backups, the newest first."""
    documents = site.backups.glob("*.miai")
    return [
        *backups_in(site.backups),
        *sorted(documents, key=lambda path: path.stat().st_mtime, reverse=True),
    ]


def newest_documents(site: Site) -> list[Path]:
    """The newest document of each tournament."""
    newest = {}
    for path in _in_order(site.backups.glob("document-*.miai"), _DOCUMENT):
        if found := _DOCUMENT.fullmatch(path.name):
            newest[found["log"]] = path
    return list(newest.values())


def _documents(site: Site, tournament: str, identity: str) -> list[Path]:
    """The documents of a tournament among the backups, the oldest first."""
    return _in_order(site.backups.glob(f"document-{tournament}-{identity[:8] or 'old'}-*.miai"), _DOCUMENT)


def _write_history(history: History, path: Path) -> None:
    with written_whole(path) as temporary:
        temporary.write_bytes(write_history(history))


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary file, readable by its owner only, that gets its name once all of it is on the disk."""
    handle, name = tempfile.mkstemp(dir=made_folder(path.parent), prefix=".", suffix=".part")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk too; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _in_order(paths: Iterable[Path], pattern: re.Pattern[str]) -> list[Path]:
    """The files whose names fit, the oldest first."""
    fitting = [path for path in paths if pattern.fullmatch(path.name)]
    return sorted(fitting, key=lambda path: (_number(path, pattern), path.name))


def _number(path: Path, pattern: re.Pattern[str]) -> int:
    found = pattern.fullmatch(path.name)
    return int(found["number"] or 0) if found else 0


def _superfluous(copies: Sequence[Path], pattern: re.Pattern[str]) -> Iterator[Path]:
    """Of the copies before the last fifty, all but the last of each day."""
    older = copies[:-LAST]
    last_of_day = {found["day"]: path for path in older if (found := pattern.fullmatch(path.name))}
    return (path for path in older if path not in last_of_day.values())
