"""Connections to the database, set up so that nothing acknowledged is lost."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from miai.errors import InputError
from miai.messages import Message
from miai.store.backups.copies import backups_in, damage, is_whole
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.location import Site
from miai.store.protocol import Damaged

BUSY_SECONDS = 10.0
UNREACHABLE_SECONDS = 10
THREADS = 40
# An engine with this option takes the write lock when a transaction begins, not in the middle of it.
WRITES = "miai_writes"


def connect(site: Site) -> Engine:
    """The engine of a site; nothing is opened yet."""
    if site.file is not None:
        return _sqlite(site)
    try:
        engine = create_engine(
            site.url,
            pool_pre_ping=True,
            # A fault is logged with its statement, whose values may be secrets.
            hide_parameters=True,
            connect_args={"connect_timeout": UNREACHABLE_SECONDS},
        )
    except ModuleNotFoundError:
        raise InputError(
            Message(
                "a PostgreSQL server needs one more package: %(command)s",
                command="pip install 'miai[postgresql]'",
            )
        ) from None
    event.listen(engine, "connect", _prepare_server)
    return engine


def check_file(site: Site) -> None:
    """Refuse a damaged or read-only file before anything is written to it, or beside it."""
    if site.file is None or not site.file.exists():
        return
    if not _may_write(site.file):
        raise InputError(read_only(site.file))
    # The size first: another program may be creating the file at this moment.
    if (site.file.stat().st_size or backups_in(site.backups)) and not _has_header(site.file):
        raise Damaged(damage(site))
    # A journal beside the file means that a program was killed; only a writer can roll its work back.
    interrupted = site.file.with_name(f"{site.file.name}-journal").exists()
    address = f"{site.file.resolve().as_uri()}?mode={'rw' if interrupted else 'ro'}"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
        if not is_whole(connection):
            raise Damaged(damage(site))


def is_writable(site: Site) -> bool:
    """Whether the database file can be written, and files beside it."""
    return site.file is None or (
        _may_write(site.file.parent) and (not site.file.exists() or _may_write(site.file))
    )


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _has_header(file: Path) -> bool:
    """Whether a file begins as every database of SQLite; with other versions it would seem read-only."""
    with file.open("rb") as opened:
        header = opened.read(20)
    return header.startswith(b"SQLite format 3\0") and set(header[18:]) <= {1, 2}


@contextmanager
def kept_wal(site: Site) -> Iterator[None]:
    """Let the files beside the database stay as they are, although it is opened and closed meanwhile.

    The last connection to close moves the `-wal` into the database and deletes it, unless it only reads.
    """
    if site.file is None or not site.file.exists():
        yield
        return
    with ExitStack() as stack:
        # What cannot be read is not moved either.
        with suppress(*UNREADABLE):
            address = f"{site.file.resolve().as_uri()}?mode=ro"
            reader = stack.enter_context(closing(sqlite3.connect(address, uri=True)))
            reader.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield


def read_only(file: Path) -> Message:
    """What to say of a database file that cannot be written."""
    return Message("%(file)s cannot be written: the file or its folder is read-only", file=str(file))


def _sqlite(site: Site) -> Engine:
    # One connection for each of the server's threads: opening one takes longer than most queries.
    engine = create_engine(
        site.url,
        connect_args={"timeout": BUSY_SECONDS},
        pool_size=THREADS,
        max_overflow=THREADS,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare_file)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare_file(connection: sqlite3.Connection, _record: Any) -> None:
    # We begin transactions ourselves; the driver must not.
    connection.isolation_level = None
    connection.text_factory = text_of
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def text_of(data: bytes) -> str:
    """A text of the database; a damaged one can be read too, and its hash tells that it is damaged."""
    return data.decode(errors="surrogateescape")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_server(connection: Any, _record: Any) -> None:
    # A server may be configured to acknowledge before it has written; results must be on the disk first.
    connection.execute("SET synchronous_commit TO on")
    connection.commit()
