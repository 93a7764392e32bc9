"""Checks a store and its copies, and finds what the store lacks and a copy still holds."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, select

from miai.domain.log.document import read_history
from miai.errors import InputError
from miai.messages import Message
from miai.store import schema
from miai.store.backups.copies import backups_in, file_is_whole, newest_documents
from miai.store.backups.faults import explained
from miai.store.backups.journal import first_line, is_in, last_line, read_journal
from miai.store.connections import text_of
from miai.store.database import Database
from miai.store.location import Site
from miai.store.log_reading import damages, stored_log
from miai.store.log_rows import StoredLog, log_of
from miai.store.protocol import Damaged, Head
from miai.store.tournament_id import TournamentId
from miai.store.upgrade import HEAD, schema_version

_IDENTITY = re.compile(rb'"identity": "([0-9a-f]{32})"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A log of which a copy holds more than the store; `have` is the last entry that both have."""

    log: StoredLog
    have: int
    source: Path

    @property
    def count(self) -> int:
        """How many entries the store lacks."""
        return self.log.version - self.have


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreReport:
    """What a check of the store found."""

    tournaments: int
    entries: int
    damages: tuple[Damaged, ...]
    missing: tuple[Missing, ...]

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged or missing."""
        return not self.damages and not self.missing


def check_store(store: Database, damages: tuple[Damaged, ...] | None = None) -> StoreReport:
    """Verify everything in a store, and compare it with its journals and its newest backup.

    What is damaged may be known already: reading all logs takes a second for hundreds of events.
    """
    found = store.damages() if damages is None else damages
    listed = store.tournaments()
    return StoreReport(
        tournaments=len(listed),
        entries=sum(each.version for each in listed),
        damages=found,
        missing=missing_in(store),
    )


def check_backup(path: Path) -> tuple[Damaged, ...]:
    """What is damaged in a copy of a database, or in a document."""
    if path.suffix == ".miai":
        try:
            read_history(path.read_bytes())
        except InputError as error:
            return (Damaged(Message("%(file)s: %(reason)s", file=path.name, reason=error.reasons)),)
        return ()
    broken = Damaged(Message("the backup %(file)s is damaged", file=path.name))
    if not file_is_whole(path):
        return (broken,)
    try:
        with opened_file(path) as connection:
            # A backup of an older Miai has no hashes; SQLite's own check is all that there is.
            return tuple(damages(connection)) if schema_version(connection) == HEAD else ()
    except InputError:
        return (broken,)


@contextmanager
def opened_file(path: Path) -> Iterator[Connection]:
    """Read a copy of a database, which nobody writes to."""
    engine = create_engine(f"sqlite:///file:{path.resolve()}?immutable=1&uri=true")
    event.listen(engine, "connect", lambda opened, _: setattr(opened, "text_factory", text_of))
    try:
        with explained(Site.at(path.parent, f"sqlite:///{path}")), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def missing_in(store: Database) -> tuple[Missing, ...]:
    """What the journals or the newest backup hold and the store lacks; of each log the longest copy."""
    longest: dict[str, Missing] = {}
    for each in (*_missing_by_journals(store), *_missing_by_backups(store)):
        known = longest.get(each.log.identity)
        if known is None or known.log.version < each.log.version:
            longest[each.log.identity] = each
    return tuple(longest.values())


def _missing_by_journals(store: Database) -> Iterator[Missing]:
    heads = _heads(store)
    for path in sorted(store.site.journal.glob("*.jsonl")):
        about, last = first_line(path), last_line(path)
        head = heads.get(about.identity) if about else None
        # The end of the log is enough: each entry has the hash of the one before it.
        if about and last and head and is_in(last, store.rows_after(about.id)):
            continue
        log = read_journal(path)
        if log and log.rows and (found := _compared(store, log, path, head)):
            yield found


def _missing_by_backups(store: Database) -> Iterator[Missing]:
    heads = _heads(store)
    copies = newest_documents(store.site) if store.on_server else backups_in(store.site.backups)
    for path in copies:
        with suppress(InputError):
            # Of copies of a file the newest one that can be read is enough.
            logs = list(logs_in(path))
            for log in logs:
                if found := _compared(store, log, path, heads.get(log.identity)):
                    yield found
            if not store.on_server:
                return


def logs_in(path: Path) -> Iterator[StoredLog]:
    """The intact logs in a copy of a database of this Miai, or in a document; a damaged file raises."""
    if path.suffix == ".miai":
        history = read_history(path.read_bytes())
        yield log_of(history, id=_id_in(path), identity=history.identity)
        return
    if not file_is_whole(path):
        raise Damaged(Message("the backup %(file)s is damaged", file=path.name))
    with opened_file(path) as connection:
        if schema_version(connection) != HEAD:
            return
        for tournament in connection.scalars(select(schema.tournaments.c.id)).all():
            with suppress(Damaged):
                yield stored_log(connection, TournamentId(tournament))


def _heads(store: Database) -> Mapping[str, Head]:
    """The heads of all tournaments by their identity."""
    found = {}
    for each in store.tournaments():
        with suppress(InputError):
            head = store.head(each.id)
            found[head.identity] = head
    return found


def _compared(store: Database, log: StoredLog, path: Path, head: Head | None) -> Missing | None:
    """What a copy of a log has more than the store."""
    if head is None:
        gone = log.identity in deleted_identities(store.site)
        return None if gone else Missing(log=log, have=0, source=path)
    if store.on_server:
        # The chain of a document is that of its own version of the format; only the numbers compare.
        have = min(log.version, head.version)
    else:
        both = zip(store.rows_after(log.id)(0), log.rows, strict=False)
        have = sum(1 for _ in takewhile(lambda pair: pair[0]["hash"] == pair[1]["hash"], both))
    return Missing(log=log, have=have, source=path) if have < log.version else None


def deleted_identities(site: Site) -> set[str]:
    """The identities of the tournaments that were deleted."""
    found = set()
    for path in site.backups.glob("deleted-*.miai"):
        with closing(path.open("rb")) as file:
            match = _IDENTITY.search(file.read(200))
        if match:
            found.add(match[1].decode())
    return found


def _id_in(path: Path) -> TournamentId:
    """The id of a tournament in the name of its document among the backups."""
    match = re.match(r"(?:document-(.+)-(?:[0-9a-f]{8}|old)-\d{6,}-|deleted-[\d-]{24}-)(.*)\.miai", path.name)
    return TournamentId((match[1] or match[2]) if match else path.stem)
