"""The store in a database: SQLite in a file or PostgreSQL on a server, with the same code."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any, cast

from sqlalchemy import Connection, Engine, RowMapping, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from miai.domain import events
from miai.domain.document import FRAME, load_json, read_entry, write_entry
from miai.domain.history import Entry, History
from miai.domain.problems import demand_none
from miai.domain.versions import VERSION
from miai.errors import InputError, InternalError
from miai.messages import Message
from miai.store import schema
from miai.store.backups import write_backup, write_document
from miai.store.connecting import WRITES, check_file, connect
from miai.store.faults import explained
from miai.store.folder import made_folder
from miai.store.names import slug
from miai.store.protocol import Conflict, Listed, Requested, Store, TournamentId
from miai.store.site import Site
from miai.store.upgrade import bring_up_to_date

_DETAILS = ("name", "place", "begin", "end")
_TITLES = (events.TournamentCreated, events.DetailsChanged)
_TITLING = (*_TITLES, events.Undone, events.Redone)
_LISTED = tuple(field.name for field in fields(Listed))


def open_store(folder: Path, url: str | None = None) -> Store:
    """The store in a folder or at a database's URL; created or upgraded if needed."""
    site = Site.at(folder, url)
    made_folder(folder)
    with explained(site):
        check_file(site)
        if site.file is not None and not site.file.exists():
            # The file holds secrets, so only its owner may read it.
            site.file.touch(mode=0o600)
        return Database(site, connect(site))


class Database:
    """A store whose every change is one transaction, written through to the disk."""

    def __init__(self, site: Site, engine: Engine) -> None:
        """Use an engine after bringing its tables up to date."""
        self._site = site
        self._engine = engine
        self._writer = engine.execution_options(**{WRITES: True})
        self._copying = Lock()
        # SQLite has one writer at a time and makes the others poll: a lock lets them queue instead.
        self._turn = nullcontext() if site.file is None else Lock()
        self._insert = sqlite.insert if site.file is not None else postgresql.insert
        try:
            with self._writing() as connection:
                bring_up_to_date(connection, site, before=lambda: self.backup("before an upgrade"))
        except BaseException:
            engine.dispose()
            raise

    def tournaments(self) -> tuple[Listed, ...]:
        """All tournaments, the oldest first."""
        table = schema.tournaments
        with self._reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.created_at, table.c.id)).mappings().all()
        return tuple(Listed(**{name: row[name] for name in _LISTED}) for row in rows)

    def create(
        self,
        history: History,
        *,
        id: str | None = None,  # noqa: A002 - its name
        request: str | None = None,
    ) -> TournamentId:
        """Store a new tournament, or a document with its whole history; once for each request."""
        _demand_whole(history)
        try:
            return self._create(history, id, request)
        except IntegrityError:
            known = self.requested(request) if request else None
            if known is None:
                raise
            return known.tournament

    def _create(self, history: History, id: str | None, request: str | None) -> TournamentId:  # noqa: A002
        details = _details(history.entries)
        about = {**details, "version": len(history.entries), "archived": False}
        about["created_at"] = about["changed_at"] = _now()
        written = [_row(entry) for entry in history.entries]
        table = schema.tournaments
        with self._writing() as connection:
            for candidate in _ids_to_try(id, details["name"]):
                row = self._insert(table).values(id=candidate, **about).on_conflict_do_nothing()
                if connection.scalar(row.returning(table.c.id)):
                    break
            else:
                raise InputError(Message("there is a tournament '%(id)s' already", id=id))
            connection.execute(insert(schema.entries), [{"tournament": candidate, **row} for row in written])
            if request:
                asked = _request_row(request, candidate, first=1, last=len(written))
                connection.execute(insert(schema.requests), asked)
        return TournamentId(candidate)

    def history(self, tournament: TournamentId) -> History:
        """The whole log of a tournament."""
        return History(entries=self.since(tournament, 0))

    def since(self, tournament: TournamentId, version: int) -> tuple[Entry, ...]:
        """The entries after a version."""
        with self._reading() as connection:
            _version(connection, tournament)
            return _since(connection, tournament, version)

    def version(self, tournament: TournamentId) -> int:
        """The number of the last entry."""
        with self._reading() as connection:
            return _version(connection, tournament)

    def append(
        self,
        tournament: TournamentId,
        events: Sequence[events.Event],
        *,
        expected: int,
        by: str,
        request: str | None = None,
    ) -> tuple[Entry, ...]:
        """Write events that the caller has checked; all are on the disk when this returns, or none."""
        now = _now()
        added = tuple(
            Entry(number=number, event=event, by=by, at=now)
            for number, event in enumerate(events, start=expected + 1)
        )
        written = [{"tournament": tournament, **_row(entry)} for entry in added]
        if not added and not request:
            return ()
        with self._writing() as connection:
            if added:
                _write(connection, tournament, added, written)
            if request:
                row = _request_row(request, tournament, first=expected + 1, last=expected + len(added))
                step = self._insert(schema.requests).values(**row).on_conflict_do_nothing()
                if not connection.scalar(step.returning(schema.requests.c.id)):
                    # Another process carried out the same request meanwhile.
                    raise Conflict(expected=expected, actual=expected, since=())
        return added

    def requested(self, request: str) -> Requested | None:
        """What the request with this id wrote; None where it has not been carried out."""
        table = schema.requests
        with self._reading() as connection:
            row = connection.execute(select(table).where(table.c.id == request)).mappings().first()
        return _requested(row) if row else None

    def requests_since(self, tournament: TournamentId, version: int) -> dict[str, Requested]:
        """The requests that wrote entries after a version, by their ids."""
        table = schema.requests
        wanted = select(table).where(table.c.tournament == tournament, table.c.last_entry > version)
        with self._reading() as connection:
            return {row["id"]: _requested(row) for row in connection.execute(wanted).mappings()}

    def archive(self, tournament: TournamentId, *, archived: bool) -> None:
        """Archive a tournament, or bring it back; its log stays as it is."""
        table = schema.tournaments
        with self._writing() as connection:
            _version(connection, tournament)
            connection.execute(update(table).where(table.c.id == tournament).values(archived=archived))

    def delete(self, tournament: TournamentId) -> None:
        """Delete a tournament after writing its document to the backups."""
        table = schema.tournaments
        with self._writing() as connection:
            # Locked before it is read, so that nobody can add an entry after the document is written.
            _version(connection, tournament, lock=True)
            write_document(History(entries=_since(connection, tournament, 0)), self._site, tournament)
            connection.execute(delete(table).where(table.c.id == tournament))

    @property
    def makes_backups(self) -> bool:
        """Whether `backup` copies the database; a server is backed up by its owner."""
        return self._site.file is not None

    def backup(self, reason: str) -> Path | None:
        """Copy the whole database while it is in use; None on a server, which its owner backs up."""
        if not self.makes_backups:
            return None
        with self._copying, explained(self._site), self._engine.connect() as connection:
            source = cast("sqlite3.Connection", connection.connection.driver_connection)
            return write_backup(source, self._site, reason)

    def value(self, key: str) -> str | None:
        """A small value by its name."""
        table = schema.values
        with self._reading() as connection:
            found: str | None = connection.scalar(select(table.c.value).where(table.c.key == key))
        return found

    def set_value(self, key: str, value: str | None) -> None:
        """Keep a small value under a name; None deletes it."""
        table = schema.values
        with self._writing() as connection:
            if value is None:
                connection.execute(delete(table).where(table.c.key == key))
            else:
                row = self._insert(table).values(key=key, value=value)
                connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": value}))

    def first_value(self, key: str, value: str) -> str:
        """Keep a small value unless there is one, and return the one kept, also when several try at once."""
        table = schema.values
        with self._writing() as connection:
            connection.execute(self._insert(table).values(key=key, value=value).on_conflict_do_nothing())
            kept = connection.scalar(select(table.c.value).where(table.c.key == key))
        return str(kept)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with explained(self._site), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with explained(self._site), self._turn, self._writer.begin() as connection:
            yield connection


def _version(connection: Connection, tournament: TournamentId, *, lock: bool = False) -> int:
    asked = select(schema.tournaments.c.version).where(schema.tournaments.c.id == tournament)
    found: int | None = connection.scalar(asked.with_for_update() if lock else asked)
    if found is None:
        raise InputError(Message("there is no tournament '%(id)s'", id=tournament))
    return found


def _write(
    connection: Connection,
    tournament: TournamentId,
    added: Sequence[Entry],
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Write entries after the one that the first of them expects before it."""
    table, expected = schema.tournaments, added[0].number - 1
    step = update(table).where(table.c.id == tournament, table.c.version == expected)
    if not connection.execute(step.values(version=added[-1].number, changed_at=added[-1].at)).rowcount:
        actual = _version(connection, tournament)
        raise Conflict(expected=expected, actual=actual, since=_since(connection, tournament, expected))
    connection.execute(insert(schema.entries), list(rows))
    if any(isinstance(entry.event, _TITLING) for entry in added):
        titling = _since(connection, tournament, 0, kinds=_TITLING)
        connection.execute(update(table).where(table.c.id == tournament).values(**_details(titling)))


def _since(
    connection: Connection,
    tournament: TournamentId,
    version: int,
    *,
    kinds: Sequence[type[events.Event]] = (),
) -> tuple[Entry, ...]:
    table = schema.entries
    asked = select(table).where(table.c.tournament == tournament, table.c.number > version)
    if kinds:
        asked = asked.where(table.c.event.in_([kind.__name__ for kind in kinds]))
    rows = connection.execute(asked.order_by(table.c.number)).mappings()
    return tuple(_entry(row) for row in rows)


def _entry(row: RowMapping | Mapping[str, Any]) -> Entry:
    """The entry in a row, by whichever version of Miai it was written."""
    frame = {name: row[name] for name in FRAME}
    about = load_json(row["about"])
    return read_entry({**about, **frame}, version=row["format_version"], where=f"entries[{row['number']}]")


def _row(entry: Entry) -> dict[str, Any]:
    """The row of an entry; one that could not be read back raises."""
    raw = write_entry(entry)
    frame = {name: raw.pop(name) for name in FRAME}
    row = {**frame, "about": json.dumps(raw, ensure_ascii=False), "format_version": VERSION}
    if _entry(row) != entry:
        raise InternalError(f"{frame['event']} would not be read back as it was")
    return row


def _requested(row: RowMapping) -> Requested:
    return Requested(
        tournament=TournamentId(row["tournament"]), first=row["first_entry"], last=row["last_entry"]
    )


def _request_row(request: str, tournament: str, *, first: int, last: int) -> dict[str, Any]:
    return {"id": request, "tournament": tournament, "first_entry": first, "last_entry": last}


def _details(entries: Iterable[Entry]) -> dict[str, str]:
    """What the list of tournaments shows, after the last correction that counts."""
    effective = History(entries=tuple(entries)).effective_entries
    titles = [entry.event for entry in effective if isinstance(entry.event, _TITLES)]
    last = titles[-1] if titles else events.TournamentCreated()
    return {name: getattr(last, name) for name in _DETAILS}


def _demand_whole(history: History) -> None:
    """Refuse a log that cannot be replayed or lacks entries."""
    demand_none(history.problems())
    numbers = [entry.number for entry in history.entries]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise InputError(Message("the history is not whole: its entries are not numbered 1, 2, 3 and so on"))
    history.tournament()


def _ids_to_try(asked: str | None, name: str) -> Iterator[str]:
    """The ids to try: the one asked for, or the name, then the name with a number."""
    if asked is not None:
        if not asked or asked != slug(asked):
            raise InputError(Message("'%(id)s' is not an id: small letters, digits and hyphens", id=asked))
        yield asked
        return
    base = slug(name) or "tournament"
    yield base
    yield from (f"{base}-{number}" for number in count(2))


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
