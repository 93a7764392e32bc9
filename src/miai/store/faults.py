"""The database's complaints as sentences that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from miai.errors import InputError
from miai.store.backups import damaged
from miai.store.site import Site


@contextmanager
def explained(site: Site) -> Iterator[None]:
    """Turn what the organiser can put right into an InputError; a bug stays what it is."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        sentence = _of_sqlite(cause, site) if isinstance(cause, sqlite3.Error) else _of_server(error, site)
        if sentence is None:
            raise
        raise InputError(sentence) from error
    except OSError as error:
        where = error.filename or site.name
        raise InputError(f"{where} cannot be written ({error.strerror}): nothing was saved") from error


def _of_sqlite(error: sqlite3.Error, site: Site) -> str | None:
    # The low byte is the kind, what is above it the variety.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return str(damaged(site))
    sentences = {
        sqlite3.SQLITE_FULL: "the disk is full: nothing was saved; make room and try again",
        sqlite3.SQLITE_READONLY: f"{site.file} cannot be written: the file or its folder is read-only",
        sqlite3.SQLITE_PERM: f"{site.file} cannot be written: the file or its folder is read-only",
        sqlite3.SQLITE_CANTOPEN: f"{site.file} cannot be opened: the folder is missing or read-only",
        sqlite3.SQLITE_BUSY: f"{site.name} is locked by another program: nothing was saved; try again",
        sqlite3.SQLITE_IOERR: f"the disk fails while {site.name} is used ({error}): nothing was saved",
    }
    return sentences.get(kind)


def _of_server(error: Exception, site: Site) -> str | None:
    if isinstance(error, DataError):
        return "a text or number here is one that the database cannot keep: nothing was saved"
    if not isinstance(error, OperationalError):
        return None
    state = getattr(error.orig, "sqlstate", None)
    if state == "53100":
        return "the disk of the database server is full: nothing was saved"
    reason = str(error.orig).strip().splitlines()[0].rpartition("failed: ")[2]
    return f"{site.name} cannot be used ({reason})"
