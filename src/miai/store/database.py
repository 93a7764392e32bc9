"""The store in a database: SQLite in a file or PostgreSQL on a server, with the same code.

Everything that is read is verified: the list of tournaments by the seals of its rows, a log by its chain of
hashes (`domain.log.chain`), all of it when it is loaded and the new entries afterwards. What is not what was
written raises Damaged. Beside a database file a journal keeps every entry a second time
(`store.backups.journal`).
"""

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Any, cast

from sqlalchemy import Connection, Engine, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from miai.domain.log.chain import is_identity, new_identity
from miai.domain.log.events import Event
from miai.domain.log.history import Entry, History
from miai.errors import InputError
from miai.messages import Message
from miai.store import schema
from miai.store.accounts.account_table import AccountTable
from miai.store.accounts.api_tables import ApiRequestTable, ApiTokenTable
from miai.store.accounts.audit_table import AuditTable
from miai.store.accounts.sign_in_table import SignInTable
from miai.store.accounts.webhook_table import WebhookTable
from miai.store.backups.copies import copy_database, has_document, write_backup, write_deleted, write_document
from miai.store.backups.copying import Difference, Holdings, apply, difference, holdings, replaced_logs
from miai.store.backups.faults import explained, opened_safely
from miai.store.backups.heads import common
from miai.store.backups.journal import Journal
from miai.store.backups.log_copies import Copy
from miai.store.change_marks import ChangeMarks
from miai.store.connections import WRITES, check_file, connect
from miai.store.folder import made_folder
from miai.store.location import Site
from miai.store.log_behind import Behind, LogBehind
from miai.store.log_reading import (
    damages,
    entries_after,
    first_entry,
    last_hash,
    listed,
    log_ends,
    log_rows,
    old_documents,
    requested_of,
    rows_by,
    stored_log,
    tournament_row,
)
from miai.store.log_rows import Row, StoredLog, rows_of
from miai.store.log_writing import (
    append_entries,
    change_row,
    demand_whole,
    details_of,
    ids_to_try,
    insert_log,
    new_row,
    remove_roles,
    remove_tournament,
    replace_log,
    request_row,
)
from miai.store.notifications import Notifications, no_server_runs
from miai.store.people.player_link_table import PlayerLinkTable
from miai.store.proof_table import ProofTable
from miai.store.protocol import Addition, Conflict, Damaged, Head, Listed, LogEnd, Replaced, Requested
from miai.store.revocations import PresentRows, end_again, keep_passwords
from miai.store.sign_up_table import SignUpTable
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId
from miai.store.transfer import copy_everything
from miai.store.upgrade import bring_up_to_date
from miai.store.value_table import ValueTable
from miai.store.write_permission import LOCAL, Standing, demand_leading, read_standing, write_standing

# The last entries of branches that were decided on, by the identity of their log.
SETTLED = f"{LOCAL}branches that were decided on"
# A row that is never kept, and the room that an entry may need.
ROOM = f"{LOCAL}room"
_ROOM = 1 << 16
# Stands for any standing.
ANY = object()


def open_store(folder: Path, url: str | None = None) -> "Database":
    """The store in a folder or at a database's URL; created or upgraded if needed."""
    site = Site.at(folder, url)
    made_folder(folder)
    with opened_safely(site):
        check_file(site)
        if site.file is not None and not site.file.exists():
            # The file holds secrets, so only its owner may read it.
            site.file.touch(mode=0o600)
        return Database(site, connect(site))


class Database:
    """A store whose every change is one transaction, written through to the disk."""

    def __init__(self, site: Site, engine: Engine) -> None:
        """Use an engine after bringing its tables up to date."""
        self.site = site
        self._engine = engine
        self._writer = engine.execution_options(**{WRITES: True})
        # What is read in one go must be of one moment; SQLite gives that anyway.
        self._reader = engine if site.file else engine.execution_options(isolation_level="REPEATABLE READ")
        self._copying = Lock()
        self._room_turn, self._room_known_until = Lock(), 0.0
        # SQLite has one writer at a time and makes the others poll: a lock lets them queue instead.
        self._turn = nullcontext() if site.file is None else Lock()
        self._insert = sqlite.insert if site.file is not None else postgresql.insert
        self.notifications = Notifications(site) if site.file is None else None
        self.journal = Journal(site.journal) if site.file is not None else None
        # Logs that lack entries of a copy; nothing is added to them until somebody chooses.
        self.held: dict[TournamentId, Behind] = {}
        self._marks = ChangeMarks(site, engine)
        # Whoever takes over at the second laptop has to sign in there first, and that is noted.
        self.sign_ins = SignInTable(self._reading, self._writing_always)
        self.sign_ups = SignUpTable(self._reading, self._writing)
        self.values = ValueTable(self._reading, self._writing, self._insert, local=self._writing_always)
        self.proofs = ProofTable(self._reading, self._writing, self._insert)
        self.player_links = PlayerLinkTable(self._reading, self._writing)
        self.accounts = AccountTable(self._reading, self._writing, self._insert)
        self.api_tokens = ApiTokenTable(self._reading, self._writing)
        self.api_requests = ApiRequestTable(self._reading, self._writing, self._insert)
        self.webhooks = WebhookTable(self._reading, self._writing)
        self.audit = AuditTable(self._reading, self._writing_always)
        try:
            with self._writing_always() as connection:
                bring_up_to_date(connection, site, before=self._back_up_before_upgrade)
        except BaseException:
            engine.dispose()
            raise

    def tournaments(self) -> tuple[Listed, ...]:
        """All tournaments, the oldest first; damaged ones too."""
        table = schema.tournaments
        with self._reading() as connection:
            rows = rows_by(connection, select(table).order_by(table.c.created_at, table.c.id))
        return tuple(listed(row) for row in rows)

    def create(
        self,
        history: History,
        *,
        id: str | None = None,  # noqa: A002 - its name
        request: str | None = None,
        session: str | None = None,
        along: Callable[[TournamentId], Addition] | None = None,
    ) -> TournamentId:
        """Store a new tournament, or a document with its whole history; once for each request.

        A document keeps its identity, unless it is a copy of a tournament that is here.
        """
        demand_whole(history)
        try:
            return self._create(history, id, request, session, along)
        except IntegrityError:
            known = self.requested(request) if request else None
            if known is None:
                raise
            return known.tournament

    def _create(
        self,
        history: History,
        id: str | None,  # noqa: A002
        request: str | None,
        session: str | None,
        along: Callable[[TournamentId], Addition] | None,
    ) -> TournamentId:
        identity = self._free_identity(history.identity)
        written = list(rows_of(history.entries, before=identity))
        table = schema.tournaments
        with self._writing() as connection:
            for candidate in ids_to_try(id, details_of(history.entries)["name"]):
                row = self._insert(table).values(new_row(candidate, history, identity=identity))
                if connection.scalar(row.on_conflict_do_nothing().returning(table.c.id)):
                    break
            else:
                raise InputError(Message("there is a tournament '%(id)s' already", id=id))
            insert_log(connection, candidate, written)
            if request:
                asked = request_row(request, candidate, session, first=1, last=len(written))
                connection.execute(insert(schema.requests), asked)
            created = TournamentId(candidate)
            notes: list[tuple[TournamentId, str, Sequence[Row]]] = [(created, identity, written)]
            if along:
                addition = along(created)
                self.demand_not_behind(addition.tournament)
                notes.append(self._append(connection, addition, _entries_of(addition, current_time())))
        for tournament, known, rows in notes:
            self._note(tournament, known, rows)
        return created

    def history(self, tournament: TournamentId) -> History:
        """The whole log of a tournament."""
        return self.log(tournament).history

    def log(self, tournament: TournamentId) -> StoredLog:
        """The whole log of a tournament as it is stored."""
        with self._reading() as connection:
            return stored_log(connection, tournament)

    def since(
        self, tournament: TournamentId, version: int, *, identity: str | None = None
    ) -> tuple[Entry, ...]:
        """The entries after a version."""
        with self._reading() as connection:
            about = tournament_row(connection, tournament)
            _demand_identity(about, identity)
            return entries_after(connection, about, version)

    def first_entry(self, tournament: TournamentId) -> Entry:
        """The entry that created a tournament, without reading the whole log."""
        with self._reading() as connection:
            return first_entry(connection, tournament)

    def head(self, tournament: TournamentId) -> Head:
        """The identity of the tournament and the number of its last entry."""
        with self._reading() as connection:
            about = tournament_row(connection, tournament)
        return Head(identity=about["identity"], version=about["version"])

    def append(
        self,
        tournament: TournamentId,
        events: Sequence[Event],
        *,
        expected: int,
        by: str,
        identity: str | None = None,
        request: str | None = None,
        session: str | None = None,
    ) -> tuple[Entry, ...]:
        """Write events that the caller has checked; all are on the disk when this returns, or none."""
        addition = Addition(
            tournament=tournament,
            events=tuple(events),
            expected=expected,
            by=by,
            identity=identity,
            request=request,
            session=session,
        )
        return self.append_all((addition,))[0]

    def append_all(self, additions: Sequence[Addition]) -> tuple[tuple[Entry, ...], ...]:
        """Write events of several logs in one transaction."""
        for each in additions:
            self.demand_not_behind(each.tournament)
        now = current_time()
        added = {each.tournament: _entries_of(each, now) for each in additions}
        notes = []
        if any(added[each.tournament] or each.request for each in additions):
            with self._writing() as connection:
                # Always in the same order, so that two processes do not wait for each other.
                for each in sorted(additions, key=lambda addition: addition.tournament):
                    notes.append(self._append(connection, each, added[each.tournament]))
        for tournament, identity, rows in notes:
            self._note(tournament, identity, rows)
        return tuple(added[each.tournament] for each in additions)

    def _append(
        self, connection: Connection, addition: Addition, added: tuple[Entry, ...]
    ) -> tuple[TournamentId, str, Sequence[Row]]:
        """Write to one log; its identity and the rows, for the journal."""
        tournament, expected = addition.tournament, addition.expected
        rows: list[dict[str, Any]] = []
        about = tournament_row(connection, tournament, lock=True)
        _demand_identity(about, addition.identity)
        if added:
            if about["version"] != expected:
                since = entries_after(connection, about, expected)
                raise Conflict(expected=expected, actual=about["version"], since=since)
            rows += rows_of(added, before=last_hash(connection, about))
            append_entries(connection, about, added, rows)
            self._notify(connection, tournament)
        if addition.request:
            row = request_row(
                addition.request,
                tournament,
                addition.session,
                first=expected + 1,
                last=expected + len(added),
            )
            step = self._insert(schema.requests).values(**row).on_conflict_do_nothing()
            if not connection.scalar(step.returning(schema.requests.c.id)):
                # Another process carried out the same request meanwhile.
                raise Conflict(expected=expected, actual=expected, since=())
        return tournament, about["identity"], rows

    def requested(self, request: str) -> Requested | None:
        """What the request with this id wrote; None where it has not been carried out."""
        table = schema.requests
        with self._reading() as connection:
            rows = rows_by(connection, select(table).where(table.c.id == request))
        return requested_of(rows[0]) if rows else None

    def requests_since(
        self, tournament: TournamentId, version: int, *, session: str | None = None
    ) -> tuple[Requested, ...]:
        """The requests that wrote entries after a version, of all browsers or of one."""
        table = schema.requests
        wanted = select(table).where(table.c.tournament == tournament, table.c.last_entry > version)
        if session is not None:
            wanted = wanted.where(table.c.session == session)
        with self._reading() as connection:
            return tuple(requested_of(row) for row in rows_by(connection, wanted))

    def requests_of(self, tournament: TournamentId) -> dict[str, Requested]:
        """Every request that was carried out for a tournament, by its id."""
        table = schema.requests
        with self._reading() as connection:
            rows = rows_by(connection, select(table).where(table.c.tournament == tournament))
        return {row["id"]: requested_of(row) for row in rows}

    def archive(self, tournament: TournamentId, *, archived: bool) -> None:
        """Archive a tournament, or bring it back; its log stays as it is."""
        with self._writing() as connection:
            change_row(connection, tournament_row(connection, tournament, lock=True), archived=archived)

    def delete(self, tournament: TournamentId) -> None:
        """Delete a tournament after writing its document to the backups."""
        table = schema.tournaments
        self.demand_not_behind(tournament)
        with self._writing() as connection:
            # Locked before it is read, so that nobody can add an entry after the document is written.
            tournament_row(connection, tournament, lock=True)
            gone = stored_log(connection, tournament)
            write_deleted(gone.history, self.site, tournament)
            connection.execute(delete(table).where(table.c.id == tournament))
            self._notify(connection, tournament)
            remove_roles(connection, tournament)
        if self.journal:
            self.journal.delete(tournament, gone.identity)

    def remove(self, tournament: TournamentId) -> None:
        """Delete a tournament that may be damaged, without a document; see `removing`."""
        with self._writing() as connection:
            remove_tournament(connection, tournament)
            self._notify(connection, tournament)
            remove_roles(connection, tournament)

    @property
    def on_server(self) -> bool:
        """Whether the database is on a server: then backups hold documents, not the database."""
        return self.site.file is None

    def backup(self, reason: str) -> Path | None:
        """Copy everything while it is in use; None where nothing has changed since the last time."""
        with self._copying, explained(self.site):
            if self.on_server:
                return self._write_documents(reason)
            with self._engine.connect() as connection:
                return write_backup(_driver(connection), self.site, reason)

    def damages(self) -> tuple[Damaged, ...]:
        """Everything that is not what was written; reads the whole database."""
        with self._reading() as connection:
            return tuple(damages(connection))

    def put_back(self, log: StoredLog) -> None:
        """Store a log exactly as it was written, in place of what has its id or identity."""
        demand_whole(log.history)
        with self._writing() as connection:
            replace_log(connection, log)
            self._notify(connection, log.id)
        self.held.pop(log.id, None)
        if self.journal:
            self.journal.forget(log.identity)
            self._note(log.id, log.identity, log.rows)

    def log_ends(self) -> dict[TournamentId, LogEnd]:
        """Where the log of each tournament ends, without reading the logs."""
        with self._reading() as connection:
            return log_ends(connection)

    def hashes(self, tournament: TournamentId, *, after: int) -> tuple[str, ...]:
        """The hashes of the entries after a number, the first one first."""
        table = schema.entries
        asked = select(table.c.hash).where(table.c.tournament == tournament, table.c.number > after)
        with self._reading() as connection:
            tournament_row(connection, tournament)
            return tuple(connection.scalars(asked.order_by(table.c.number)))

    def all_hashes(self) -> set[str]:
        """The hashes of all entries of all tournaments, not verified."""
        with self._reading() as connection:
            return set(connection.scalars(select(schema.entries.c.hash)))

    def rows_after(self, tournament: TournamentId) -> Callable[[int], Sequence[Row]]:
        """Reads the rows of a log after a number, not verified."""

        def read(number: int) -> Sequence[Row]:
            with self._reading() as connection:
                return log_rows(connection, tournament, after=number)

        return read

    def set_aside(self, folder: Path, tournament: TournamentId) -> None:
        """Keep everything as it is in a folder before something is restored; of a server, one log."""
        with explained(self.site), self._turn:
            for path in self.site.files:
                if path.exists():
                    shutil.copy2(path, folder / path.name)
        if self.on_server and (rows := self.rows_after(tournament)(0)):
            Journal(folder).write(tournament, "", rows, self.rows_after(tournament))

    def copy_to(self, path: Path) -> None:
        """Copy the whole database into a single file; that of a server too."""
        if self.on_server:
            with (
                tempfile.TemporaryDirectory(prefix="miai-copy-") as folder,
                closing(open_store(Path(folder))) as copy,
            ):
                copy.take_over(self)
                copy.copy_to(path)
            return
        with explained(self.site), self._engine.connect() as connection:
            copy_database(_driver(connection), path, self.site)

    def alone(self) -> AbstractContextManager[None]:
        """Refuse to go on where a server uses this database, too; a folder has a lock of its own."""
        return no_server_runs(self._engine) if self.on_server else nullcontext()

    def take_over(self, other: "Database") -> None:
        """Put everything that another database holds in the place of what this one holds."""
        with other._reading() as source, self._writing() as target:
            copy_everything(source, target)

    def keep_rows(self, present: PresentRows, *, passwords: bool) -> None:
        """End what has ended in another database, and let accounts have their passwords of there."""
        with self._writing_always() as connection:
            end_again(connection, present)
            if passwords:
                keep_passwords(connection, present)

    def catch_up_journal(self) -> None:
        """Add to the journals what was committed and not noted, because a program was killed in between."""
        for each in self.tournaments():
            if self.journal and not each.damaged:
                head = self.head(each.id)
                self.journal.catch_up(each.id, head.identity, self.rows_after(each.id))

    def value(self, key: str) -> str | None:
        """A small value by its name."""
        return self.values.get(key)

    def set_value(self, key: str, value: str | None) -> None:
        """Keep a small value under a name; None deletes it."""
        self.values.set(key, value)

    def first_value(self, key: str, value: str) -> str:
        """Keep a small value unless there is one, and return the one kept, also when several try at once."""
        return self.values.set_first(key, value)

    def change_value(self, key: str, change: Callable[[str | None], str | None]) -> None:
        """Change a small value by what it is now; two that change it at the same time take turns."""
        self.values.change(key, change)

    def demand_room(self) -> None:
        """Raise if no entry could be saved at this moment: the disk is full or read-only, the server away.

        What is written is rolled back; asked often, it answers what it found
        within the last second.
        """
        with self._room_turn:
            if time.monotonic() < self._room_known_until:
                return
            with explained(self.site), self._turn, self._writer.connect() as connection:
                row = {"key": ROOM, "value": "x" * _ROOM, "seal": ""}
                connection.execute(insert(schema.values), row)
                connection.rollback()
            if self.site.file is not None:
                with explained(self.site), tempfile.TemporaryFile(dir=self.site.file.parent) as file:
                    file.write(b"\0" * _ROOM)
                    file.flush()
                    os.fsync(file.fileno())
            self._room_known_until = time.monotonic() + 1.0

    # Logs that are behind a copy --------------------------------------------------

    def demand_not_behind(self, tournament: TournamentId) -> None:
        """Refuse to write to a log that lacks entries of a copy; raises LogBehind."""
        if self.journal and tournament not in self.held:
            with suppress(InputError):
                self._hold_if_behind_journal(tournament)
        if tournament in self.held:
            raise LogBehind(self.held[tournament])

    def _hold_if_behind_journal(self, tournament: TournamentId) -> None:
        head = self.head(tournament)
        if self.journal is None:
            return
        ahead = self.journal.ahead(tournament, head.identity, self.rows_after(tournament))
        if ahead is None:
            return
        if isinstance(ahead, Copy):
            # The log went further, and its journal has lost the end, too.
            self.held[tournament] = Behind(
                tournament=tournament, have=head.version, other=ahead.claimed,
                common=min(head.version, ahead.claimed - 1), source=ahead.source.name,
            )  # fmt: skip
            return
        shared = common(self.hashes(tournament, after=0), ahead.log.rows, self.settled(head.identity))
        if shared < ahead.log.version:
            self.held[tournament] = Behind(
                tournament=tournament, have=head.version, other=ahead.log.version, common=shared,
                source=ahead.sources[0].name, at=ahead.at,
            )  # fmt: skip

    def settled(self, identity: str) -> frozenset[str]:
        """The hashes of entries of other branches that were decided on: brought over, or left on purpose."""
        return frozenset(json.loads(self.value(SETTLED) or "{}").get(identity, ()))

    def settle(self, identity: str, hashes: Iterable[str]) -> None:
        """Note that some branches of a log were decided on; `hashes` are those of their last entries."""

        def added(kept: str | None) -> str:
            known = json.loads(kept or "{}")
            known[identity] = sorted({*known.get(identity, ()), *hashes})
            return json.dumps(known)

        self.change_value(SETTLED, added)

    # Copies on other machines -----------------------------------------------------

    def standing(self) -> Standing | None:
        """Why this server does not write; None where it may."""
        with self._reading() as connection:
            return read_standing(connection)

    def set_standing(
        self, standing: Standing | None, *, values: Mapping[str, str] | None = None, only_after: object = ANY
    ) -> bool:
        """Forbid or allow writes, and keep some values, in one transaction; whether it was done.

        With `only_after` it is done only where the standing was that one until now.
        """
        with self._writing_always() as connection:
            if only_after is not ANY and read_standing(connection) != only_after:
                return False
            write_standing(connection, standing)
            for key, value in (values or {}).items():
                self.values.put(connection, key, value)
        return True

    def change_mark(self) -> int:
        """A number that is greater after anything was written, by this process or another."""
        return self._marks.read()

    def holdings(self) -> Holdings:
        """What this store has, so that another one can tell what it lacks."""
        with self._reading() as connection:
            return holdings(connection)

    def difference(self, known: Holdings) -> tuple[Difference, Holdings]:
        """What a copy lacks, and what it has afterwards."""
        with self._reading() as connection:
            return difference(connection, known)

    def apply(self, found: Difference, *, standing: Standing) -> tuple[TournamentId, ...] | None:
        """Write what a copy lacks; the tournaments whose log was replaced or deleted.

        None, and nothing is written, where this server is no longer the copy that it was. The documents of
        logs with entries that the leader has not are written to the backups first.
        """
        with self._writing_always() as connection:
            if read_standing(connection) != standing:
                return None
            replaced = tuple(TournamentId(each) for each in replaced_logs(connection, found))
            gone = [stored_log(connection, each) for each in replaced]
            for each in gone:
                write_deleted(each.history, self.site, each.id)
            apply(connection, found, self._insert)
        if self.journal:
            for each in gone:
                self.journal.forget(each.identity)
                if each.id in found.deleted_logs:
                    self.journal.delete(each.id, each.identity)
            for part in found.logs:
                self._note(TournamentId(part.row["id"]), part.row["identity"], part.entries)
        return replaced

    def close(self) -> None:
        """Close all connections."""
        self._marks.close()
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with explained(self.site), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that writes; raises NotLeading where another server leads."""
        with self._writing_always() as connection:
            demand_leading(connection)
            yield connection

    @contextmanager
    def _writing_always(self) -> Iterator[Connection]:
        with explained(self.site), self._turn, self._writer.begin() as connection:
            yield connection

    def _notify(self, connection: Connection, tournament: TournamentId) -> None:
        """Tell other programs that use the same server of a change."""
        if self.notifications:
            self.notifications.send(connection, tournament)

    def _note(self, tournament: TournamentId, identity: str, rows: Sequence[Row]) -> None:
        """Write committed rows to the journal."""
        if self.journal and rows:
            self.journal.write(tournament, identity, rows, self.rows_after(tournament))

    def _free_identity(self, asked: str) -> str:
        table = schema.tournaments
        with self._reading() as connection:
            taken = connection.scalar(select(table.c.id).where(table.c.identity == asked))
        return asked if is_identity(asked) and taken is None else new_identity()

    def _back_up_before_upgrade(self) -> None:
        if not self.on_server:
            self.backup("before an upgrade")
            return
        with self._reader.connect() as connection:
            for tournament, history in old_documents(connection):
                write_document(history, self.site, tournament, "before an upgrade")

    def _write_documents(self, reason: str) -> Path | None:
        """Write the document of each tournament that has changed since its last one."""
        written = None
        for each in self.tournaments():
            head = self.head(each.id)
            if not has_document(self.site, each.id, head.identity, head.version):
                written = write_document(self.history(each.id), self.site, each.id, reason)
        return written


def _entries_of(addition: Addition, at: str) -> tuple[Entry, ...]:
    return tuple(
        Entry(number=number, event=event, by=addition.by, at=at)
        for number, event in enumerate(addition.events, start=addition.expected + 1)
    )


def _driver(connection: Connection) -> sqlite3.Connection:
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _demand_identity(about: Row, identity: str | None) -> None:
    if identity not in (None, about["identity"]):
        raise Replaced(TournamentId(about["id"]))
