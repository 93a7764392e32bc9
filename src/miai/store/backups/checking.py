"""Checks a store and its copies, and finds what the store lacks and a copy still holds."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, select

from miai.domain.log.document import read_history
from miai.errors import InputError, Problem
from miai.messages import Message, literal
from miai.store import schema
from miai.store.backups.copies import backups_in, file_is_whole, newest_documents
from miai.store.backups.faults import explained
from miai.store.backups.heads import Branch, Reading, Tree, common, grown_all, read_all
from miai.store.backups.journal import last_line
from miai.store.backups.log_copies import (
    Copy,
    aside_folder,
    backup_copies,
    heads_in,
    is_row,
    journal_files,
    journal_id,
    present_copies,
    read_journal_file,
)
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.connections import text_of
from miai.store.database import Database
from miai.store.location import Site
from miai.store.log_reading import damages, stored_log
from miai.store.log_rows import StoredLog, log_of
from miai.store.protocol import Damaged, Head, Requested
from miai.store.tournament_id import TournamentId
from miai.store.upgrade import HEAD, NewerSchema, demand_not_newer, schema_version

_IDENTITY = re.compile(rb'"identity": "([0-9a-f]{32})"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A branch of a log of which the store lacks entries; `have` is the last entry that both have.

    `own` is how many entries the log has in the store; None if the tournament is not there.
    """

    branch: Branch
    have: int
    own: int | None

    @property
    def log(self) -> StoredLog:
        """The log as the copy has it."""
        return self.branch.log

    @property
    def source(self) -> Path:
        """A file that holds it."""
        return self.branch.sources[0]

    @property
    def count(self) -> int:
        """How many entries the store lacks."""
        return self.log.version - self.have

    @property
    def parted(self) -> bool:
        """Whether the store has entries that the copy has not."""
        return self.own is not None and self.have < self.own


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenJournal:
    """A journal that is not what was written, from entry `at` on; 0 for its beginning, None for all of it."""

    path: Path
    at: int | None
    tournament: TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Entries that a copy had, by their numbers, and that can be read in none."""

    tournament: TournamentId
    numbers: range
    # How many entries the log has in the store; None if the tournament is not there.
    own: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreReport:
    """What a check of the store found; `compared` is the number of journals and backups that were read."""

    tournaments: int
    entries: int
    damages: tuple[Damaged, ...]
    missing: tuple[Missing, ...]
    journals: tuple[BrokenJournal, ...] = ()
    lost: tuple[Lost, ...] = ()
    # Branches that somebody decided on: what was not brought over is only in their files.
    decided: tuple[Missing, ...] = ()

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged or missing."""
        return not (self.damages or self.missing or self.journals or self.lost)


def check_store(store: Database, damages: tuple[Damaged, ...] | None = None) -> StoreReport:
    """Verify everything in a store and in its journals, and compare it with them and with its backups.

    If it is known already what is damaged, as at the start, only the heads of the copies are compared: a copy
    whose last entry is in the store holds nothing that the store lacks, and is not read.
    """
    found = store.damages() if damages is None else damages
    listed = store.tournaments()
    reading = reading_of(store) if damages is None else _reading_of_others(store)
    return StoreReport(
        tournaments=len(listed),
        entries=sum(each.version for each in listed),
        damages=found,
        missing=_missing(store, reading),
        journals=tuple(
            BrokenJournal(path=journal.path, at=at, tournament=journal_id(journal.path))
            for journal, at in reading.damaged_journals()
        ),
        lost=tuple(_lost(store, reading)),
        decided=tuple(_decided(store, reading)) if damages is None else (),
    )


def reading_of(store: Database) -> Reading:
    """All copies of all logs: in the store, its journals and its backups."""
    return read_all(
        store_copies(store), store.site, () if store.on_server else backups_in(store.site.backups)
    )


def _reading_of_others(store: Database) -> Reading:
    """The copies whose last entry is not in the store, with the logs in the store that they belong to."""
    if store.on_server:
        return Reading(trees={}, journals=())
    known = store.all_hashes()
    journals = [
        each
        for path in journal_files(store.site.journal)
        if not _at_rest(path, known) and (each := read_journal_file(path))
    ]
    found = [each.copy() for each in journals if each.identity]
    found += [each for each in heads_in(store.site) if each.last not in known]
    for path in backups_in(store.site.backups):
        found += backup_copies(path, known)
    identities = {each.identity for each in found}
    found += [each for each in store_copies(store) if each.identity in identities]
    return Reading(trees=grown_all(found), journals=tuple(journals))


def _at_rest(path: Path, known: Collection[str]) -> bool:
    """Whether a journal ends with an entry of the store."""
    if path.suffix != ".jsonl":
        return False
    last = last_line(path)
    return last is not None and last.hash in known


def store_copies(store: Database, source: Path | None = None) -> Iterator[Copy]:
    """The logs of a store as copies, also damaged ones; `source` is the file that it was opened from."""
    source = source or store.site.file or store.site.folder
    for each in store.tournaments():
        with suppress(InputError):
            head = store.head(each.id)
            rows = tuple(row for row in store.rows_after(each.id)(0) if is_row(row))
            requests = {
                number: request for request, made in _requests(store, each.id) for number in made.entries
            }
            yield Copy(
                source=source, id=each.id, identity=head.identity, rows=rows, claimed=head.version,
                requests=requests,
            )  # fmt: skip


def _requests(store: Database, tournament: TournamentId) -> Iterable[tuple[str, Requested]]:
    try:
        return store.requests_of(tournament).items()
    except Damaged:
        return ()


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
            version = schema_version(connection)
            demand_not_newer(version, literal(path.name))
            # A backup of an older Miai has no hashes; SQLite's own check is all that there is.
            return tuple(damages(connection)) if version == HEAD else ()
    except NewerSchema:
        raise
    except (InputError, *UNREADABLE):
        return (broken,)


def backup_problems(path: Path) -> tuple[Problem, ...]:
    """Why a backup cannot be restored here; empty for one that can."""
    try:
        return tuple(problem for damage in check_backup(path) for problem in damage.problems)
    except NewerSchema as error:
        return error.problems


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
    """What other copies of the logs hold and the store lacks, each branch of each log."""
    return _missing(store, reading_of(store))


def _missing(store: Database, reading: Reading) -> tuple[Missing, ...]:
    found = [*_branches_not_here(store, reading), *(_missing_by_documents(store) if store.on_server else ())]
    return tuple(found)


def _alive(store: Database, reading: Reading) -> Iterator[Tree]:
    """The trees of the tournaments that are here, or should be."""
    here, deleted = set(_heads(store)), deleted_identities(store.site)
    yield from (tree for each, tree in reading.trees.items() if each in here or each not in deleted)


def _lost(store: Database, reading: Reading) -> Iterator[Lost]:
    here = _heads(store)
    for tree in _alive(store, reading):
        if tree.lost:
            known = here.get(tree.identity)
            own = known[1].version if known else None
            yield Lost(tournament=known[0] if known else tree.id, numbers=tree.lost, own=own)


def _branches_not_here(store: Database, reading: Reading) -> Iterator[Missing]:
    here = _heads(store)
    for tree in _alive(store, reading):
        known = here.get(tree.identity)
        own = store.hashes(known[0], after=0) if known else ()
        settled = store.settled(tree.identity)
        for branch in tree.branches:
            shared = common(own, branch.log.rows, settled)
            if shared < branch.log.version:
                yield Missing(branch=branch, have=shared, own=len(own) if known else None)


def _decided(store: Database, reading: Reading) -> Iterator[Missing]:
    """The branches with entries that the log lacks because somebody decided so; also those set aside."""
    aside = grown_all(_copies_aside(store.site))
    for identity, (tournament, head) in _heads(store).items():
        settled = store.settled(identity)
        trees = [tree for each in (reading.trees, aside) if settled and (tree := each.get(identity))]
        branches = {branch.last: branch for tree in trees for branch in tree.branches}
        own = store.hashes(tournament, after=0) if branches else ()
        for branch in branches.values():
            shared = common(own, branch.log.rows)
            if shared < branch.log.version == common(own, branch.log.rows, settled):
                yield Missing(branch=branch, have=shared, own=head.version)


def _copies_aside(site: Site) -> Iterator[Copy]:
    """What the journals and databases hold that a restore or a decision set aside."""
    for folder in sorted(aside_folder(site).glob("*")):
        yield from present_copies(Site.at(folder))
        journals = (read_journal_file(path) for path in journal_files(folder))
        yield from (each.copy() for each in journals if each and each.identity)


def _missing_by_documents(store: Database) -> Iterator[Missing]:
    """Backups of a server: the chain of a document is that of its own format; only the numbers compare."""
    here, deleted = _heads(store), deleted_identities(store.site)
    for path in newest_documents(store.site):
        with suppress(InputError):
            for log in logs_in(path):
                known = here.get(log.identity)
                if known is None and log.identity in deleted:
                    continue
                own = known[1].version if known else None
                if log.version > (own or 0) and log.rows[-1]["hash"] not in store.settled(log.identity):
                    branch = Branch(log=log, sources=(path,))
                    yield Missing(branch=branch, have=own or 0, own=own)


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


def _heads(store: Database) -> Mapping[str, tuple[TournamentId, Head]]:
    """The tournaments that are here and their heads, by their identity."""
    found = {}
    for each in store.tournaments():
        with suppress(InputError):
            head = store.head(each.id)
            found[head.identity] = (each.id, head)
    return found


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
