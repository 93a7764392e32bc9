"""Turn database errors into messages that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, OperationalError

from miai.messages import Message
from miai.store.backups.copies import damage
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.connections import read_only
from miai.store.location import Site
from miai.store.protocol import Damaged, StoreFault

# PostgreSQL's number for a full disk.
_DISK_FULL = "53100"
# A table or column that is not there (SQLITE_ERROR) means that the description of the tables is damaged.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


@contextmanager
def explained(site: Site) -> Iterator[None]:
    """Turn what the organiser can fix into a StoreFault; a bug stays what it is."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.Error) and _code(cause) in _DAMAGE:
            raise Damaged(damage(site)) from error
        known = _of_sqlite(cause, site) if isinstance(cause, sqlite3.Error) else _of_server(error, site)
        if known is None:
            raise
        raise StoreFault(known) from error
    except UnicodeDecodeError as error:
        # SQLite names what it cannot read, and the name is damaged too.
        raise Damaged(damage(site)) from error
    except OSError as error:
        raise StoreFault(
            Message(
                "%(file)s cannot be written (%(reason)s): nothing was saved",
                file=str(error.filename or site.name),
                reason=error.strerror,
            )
        ) from error


@contextmanager
def opened_safely(site: Site) -> Iterator[None]:
    """Also call damage what goes wrong without a known cause while a database is opened."""
    with explained(site):
        try:
            yield
        except (DBAPIError, sqlite3.Error):
            raise
        except UNREADABLE as error:
            if site.file is None:
                raise
            raise Damaged(damage(site)) from error


def _code(error: sqlite3.Error) -> int:
    """The kind of an error: the low byte of its code, the rest is its variety."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _of_sqlite(error: sqlite3.Error, site: Site) -> Message | None:
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return Message("the disk is full: nothing was saved; make room and try again")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM if site.file:
            return read_only(site.file)
        case sqlite3.SQLITE_CANTOPEN:
            return Message(
                "%(file)s cannot be opened: the folder is missing or read-only", file=str(site.file)
            )
        case sqlite3.SQLITE_BUSY:
            return Message(
                "%(file)s is locked by another program: nothing was saved; try again", file=site.name
            )
        case sqlite3.SQLITE_IOERR:
            return Message(
                "the disk failed while %(file)s was in use (%(reason)s): nothing was saved",
                file=site.name,
                reason=str(error),
            )
    return None


def _of_server(error: Exception, site: Site) -> Message | None:
    if isinstance(error, DataError):
        return Message("a text or number here is one that the database cannot keep: nothing was saved")
    if not isinstance(error, OperationalError):
        return None
    if getattr(error.orig, "sqlstate", None) == _DISK_FULL:
        return Message("the disk of the database server is full: nothing was saved")
    reason = str(error.orig).strip().splitlines()[0].rpartition("failed: ")[2]
    return Message("%(server)s cannot be used (%(reason)s)", server=site.name, reason=reason)
