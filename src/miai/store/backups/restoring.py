"""Restores a store from a backup and its journals; what was there before is set aside and kept.

SQLite applies a `-wal` file that lies beside a database file to whatever file has that name. The database
file and the files beside it are therefore always set aside together.
"""

import shutil
import tempfile
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from miai.domain.log.chain import new_identity
from miai.domain.log.document import read_history
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.store.backups.checking import (
    Lost,
    Missing,
    check_backup,
    deleted_identities,
    missing_in,
    reading_of,
    store_copies,
)
from miai.store.backups.copies import backups_in, written_whole
from miai.store.backups.heads import Branch, Reading, Tree, common, read_all
from miai.store.backups.journal import Journal
from miai.store.backups.log_copies import aside_folder, present_copies, raw_database
from miai.store.backups.present_values import PresentValues, present_values
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.database import Database, open_store
from miai.store.folder import made_folder
from miai.store.location import FILE_NAME, Site
from miai.store.log_rows import Row, StoredLog, log_of
from miai.store.protocol import Damaged
from miai.store.times import current_time, time_for_names
from miai.store.tournament_id import TournamentId
from miai.store.upgrade import VERSION_TABLE, demand_not_newer

_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredLog:
    """A log that is in the store again; `later` entries of it are not in the backup, but in `source`."""

    log: StoredLog
    later: int
    source: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """Another branch of a log and what became of its entries: `left` are those that were not brought over.

    `problems` say why they were not.
    """

    missing: Missing
    left: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def brought(self) -> int:
        """How many entries were brought over, or were there already."""
        return self.missing.count - len(self.left)


# Enters the entries of other branches after those of the log; without it they are left, named and kept.
Merge = Callable[[Database, Missing], Merged]


def leave(_store: Database, missing: Missing) -> Merged:
    """Bring nothing over; the branch stays beside the journal."""
    return Merged(missing=missing, left=missing.log.rows[missing.have :])


def leave_out(store: Database, missing: Missing) -> Merged:
    """Bring nothing over, because somebody decided so."""
    return leave(store, missing)


class Passwords(Enum):
    """Whose passwords there are afterwards: `UNCERTAIN` where later ones may have been lost."""

    KEPT = "kept"
    OF_BACKUP = "of backup"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored, from which backup (None: from journals alone), and where the old files are.

    `signed_out`: every sign-in has ended.
    """

    logs: tuple[RestoredLog, ...]
    source: Path | None
    set_aside: Path
    branches: tuple[Merged, ...] = ()
    lost: tuple[Lost, ...] = ()
    signed_out: bool = False
    passwords: Passwords = Passwords.KEPT

    @property
    def left(self) -> int:
        """How many entries are known of that are not in the store now."""
        return sum(len(each.left) for each in self.branches) + sum(len(each.numbers) for each in self.lost)


def restore_all(site: Site, file: Path | None = None, *, merge: Merge = leave) -> Restored:
    """Put a backup in the place of the database, by default the newest intact one.

    Every entry that another copy holds is added: the database that is replaced, as far as it can be read, the
    journals and the other backups. Of a log that has branches the longest one counts; `merge` says what
    becomes of the others. Passwords and secrets stay as they are if they can be read, else they are those of
    the backup. Links, invitations and tokens that were revoked and accounts that were disabled stay so. Every
    sign-in ends: the backup holds some that were ended after it. Nobody else may use the folder meanwhile.
    """
    if site.file is None:
        return _restore_server(site, file)
    _demand_not_newer(site)
    with tempfile.TemporaryDirectory(prefix="miai-restore-") as folder:
        chosen, store = _opened_base(Path(folder), site, file)
        with closing(store):
            reading = read_all(
                [*store_copies(store, chosen), *present_copies(site)], site, backups_in(site.backups)
            )
            if chosen is None and not reading.trees:
                what = Message(
                    "there is neither an intact backup nor a journal here, so nothing can be restored"
                )
                raise InputError([Problem(what=what, where=str(site.folder))])
            present, deleted = present_values(site), deleted_identities(site)
            newer = _keep_present(store, present, but=deleted)
            _end_sign_ins(store)
            logs, branches = _put_together(store, reading, deleted, merge)
            with written_whole(site.file) as ready:
                store.copy_to(ready)
                aside = _move_aside(site)
    with closing(open_store(site.folder, str(site.url))) as restored:
        restored.catch_up_journal()
        _keep_branches(restored, branches, settled=merge is not leave)
    if newer and present.has_all((each.log for each in logs), but=deleted):
        passwords = Passwords.KEPT
    elif file is not None and not newer:
        passwords = Passwords.OF_BACKUP
    else:
        passwords = Passwords.UNCERTAIN
    return Restored(
        logs=logs,
        source=chosen,
        set_aside=aside,
        branches=branches,
        lost=_lost(reading, deleted),
        signed_out=True,
        passwords=passwords,
    )


def _demand_not_newer(site: Site) -> None:
    """Refuse to put a backup in the place of a database that a newer Miai wrote."""
    found: object = None
    with suppress(OSError, *UNREADABLE), raw_database(site.files) as connection:
        [found] = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - our own name
    demand_not_newer(str(found), site.name)


def _opened_base(folder: Path, site: Site, file: Path | None) -> tuple[Path | None, Database]:
    """The chosen backup or the newest intact one, in a temporary folder; an empty store if there is none."""
    if file is not None:
        _demand_good(file)
        shutil.copyfile(file, folder / FILE_NAME)
        return file, open_store(folder)
    for number, path in enumerate(backups_in(site.backups)):
        with suppress(Damaged, OSError):
            if not check_backup(path):
                place = made_folder(folder / str(number))
                shutil.copyfile(path, place / FILE_NAME)
                return path, open_store(place)
    return None, open_store(folder)


def _put_together(
    store: Database, reading: Reading, deleted: Container[str], merge: Merge
) -> tuple[tuple[RestoredLog, ...], tuple[Merged, ...]]:
    """Add to a backup what other copies hold, and say what is in it and what became of other branches.

    If a tournament was deleted after the backup and another one created in its place, that one counts.
    """
    before = {log.identity: log for each in store.tournaments() if (log := store.log(each.id))}
    done: list[tuple[StoredLog, int, Path | None]] = []
    branches: list[Merged] = []
    for tree in reading.trees.values():
        old = before.get(tree.identity)
        if not tree.branches or (tree.identity in deleted and not _holds(store, old)):
            continue
        settled = _settled(store, tree)
        [main, *others] = _main_first(tree.branches, settled)
        log = replace(main.log, id=_id_for(store, old.id if old else tree.id, tree.identity, deleted))
        if old is None or log.rows != old.rows:
            store.put_back(log)
        source = None if old and log.version == old.version else main.sources[0]
        done.append((log, old.version if old else 0, source))
        branches += _merged(store, log, others, settled, merge)
    logs = []
    for log, version, source in done:
        # A tournament that was deleted may have given its place to another one.
        if _holds(store, log):
            now = store.log(log.id)
            logs.append(RestoredLog(log=now, later=now.version - version, source=source))
    return tuple(logs), tuple(branches)


def _holds(store: Database, log: StoredLog | None) -> bool:
    """Whether a log has its id in a store."""
    with suppress(InputError):
        return log is not None and store.head(log.id).identity == log.identity
    return False


def _settled(store: Database, tree: Tree) -> frozenset[str]:
    try:
        return store.settled(tree.identity)
    except InputError:
        return frozenset()


def _main_first(branches: Sequence[Branch], settled: Container[str]) -> list[Branch]:
    """The longest branch that was not decided against, then the others."""
    return sorted(branches, key=lambda each: (each.last in settled, -each.log.version))


def _merged(
    store: Database, log: StoredLog, others: Sequence[Branch], settled: Collection[str], merge: Merge
) -> Iterator[Merged]:
    """What becomes of the branches of a log beside the one that counts."""
    hashes = [row["hash"] for row in log.rows]
    for branch in others:
        have = common(hashes, branch.log.rows, settled)
        if have < branch.log.version:
            of_here = replace(branch, log=replace(branch.log, id=log.id))
            yield merge(store, Missing(branch=of_here, have=have, own=log.version))


def _id_for(store: Database, wanted: TournamentId, identity: str, deleted: Container[str]) -> TournamentId:
    """The id of a restored tournament; if another one has it, which was not deleted, a new one."""
    for candidate in (wanted, *(TournamentId(f"{wanted}-{number}") for number in range(2, 1000))):
        try:
            head = store.head(candidate)
        except InputError:
            return candidate
        if head.identity == identity or head.identity in deleted:
            return candidate
    return wanted


def _keep_branches(store: Database, branches: Sequence[Merged], *, settled: bool) -> None:
    """Note that branches were decided on; those that nobody has looked at stay beside the journal."""
    for each in branches:
        if settled:
            store.settle(each.missing.log.identity, [each.missing.branch.last])
        elif store.journal:
            store.journal.keep_branch(each.missing.log)


def _lost(reading: Reading, deleted: Container[str]) -> tuple[Lost, ...]:
    return tuple(
        Lost(tournament=tree.id, numbers=tree.lost)
        for tree in reading.trees.values()
        if tree.lost and tree.identity not in deleted
    )


def _restore_server(site: Site, file: Path | None) -> Restored:
    """Put a copy of a database in the place of what is on a server, which is copied to a file first."""
    if file is None:
        raise InputError(
            Message(
                "name the file to restore the server from: one that 'miai backup FILE' wrote;"
                " one tournament is restored from its document, with --tournament"
            )
        )
    _demand_good(file)
    address = site.url.render_as_string(hide_password=False)
    with _opened_copy(file) as copy, closing(open_store(site.folder, address)) as store, store.alone():
        aside = new_aside(site)
        with written_whole(aside / FILE_NAME) as ready:
            store.copy_to(ready)
        present, deleted = present_values(Site.at(aside)), deleted_identities(site)
        newer = _keep_present(copy, present, but=deleted)
        _end_sign_ins(copy)
        store.take_over(copy)
        logs = tuple(RestoredLog(log=store.log(each.id), later=0) for each in store.tournaments())
    kept = newer and present.has_all((each.log for each in logs), but=deleted)
    passwords = Passwords.KEPT if kept else Passwords.OF_BACKUP
    return Restored(logs=logs, source=file, set_aside=aside, signed_out=True, passwords=passwords)


def restore_one(
    store: Database,
    tournament: TournamentId,
    file: Path | None = None,
    *,
    merge: Merge = leave,
    last: str = "",
) -> Restored:
    """Put the log of one tournament in its place: from a backup, a document, or all copies together.

    Entries that other copies hold after it are added, and `merge` says what becomes of other branches. With
    `last`, the hash of its last entry, a certain branch counts.
    """
    reading = reading_of(store)
    if file is None:
        identity = _identity_of(store, reading, tournament)
        asked, source = _newest_log(store.site, tournament, identity)
    else:
        asked, source = _log_in(file, tournament), file
        identity = asked.identity
    tree = reading.trees.get(identity)
    settled = store.settled(identity)
    ordered = _main_first(tree.branches, settled) if tree else []
    if last:
        # On a server it may be that of a document.
        main = next((each for each in ordered if each.last == last), None)
    else:
        main = _longest(ordered, asked, chosen=file is not None)
    log = replace(main.log, id=tournament) if main else asked
    if log is None:
        raise InputError(
            Message("there is no backup of the tournament '%(id)s' that could be read", id=tournament)
        )
    aside = new_aside(store.site)
    store.set_aside(aside, tournament)
    store.put_back(log)
    branches = tuple(_merged(store, log, [each for each in ordered if each is not main], settled, merge))
    renew_journal(store, log, aside)
    _keep_branches(store, branches, settled=merge is not leave)
    now = store.log(tournament)
    held = asked.version if asked and _continues(now, asked) else 0
    return Restored(
        logs=(RestoredLog(log=now, later=now.version - held, source=main.sources[0] if main else None),),
        source=source if held else None,
        set_aside=aside,
        branches=branches,
        lost=(Lost(tournament=tournament, numbers=tree.lost),) if tree and tree.lost else (),
    )


def _longest(ordered: Sequence[Branch], asked: StoredLog | None, *, chosen: bool) -> Branch | None:
    """The first branch that goes on from the log of a backup; if nobody chose it, a longer one counts."""
    found = next((each for each in ordered if asked is None or _continues(each.log, asked)), None)
    if found is None and ordered and not chosen and asked and ordered[0].log.version > asked.version:
        return ordered[0]
    return found


def keep_this_one(store: Database, tournament: TournamentId) -> Restored:
    """Decide against all other branches of a log, which are set aside; they are no longer asked about."""
    aside = new_aside(store.site)
    log = store.log(tournament)
    others = tuple(each for each in missing_in(store) if each.log.identity == log.identity)
    for each in others:
        Journal(aside).keep_branch(each.log)
    store.settle(log.identity, [each.branch.last for each in others])
    renew_journal(store, log, aside)
    store.held.pop(tournament, None)
    return Restored(
        logs=(), source=None, set_aside=aside, branches=tuple(leave_out(store, each) for each in others)
    )


def renew_journal(store: Database, log: StoredLog, aside: Path) -> None:
    """Move all journals of a tournament into a folder, and write its journal again."""
    if store.journal is None:
        return
    for path in list(store.journal.files(log.id, log.identity)):
        with suppress(OSError):
            shutil.move(path, aside / path.name)
    store.journal.forget(log.identity)
    store.journal.catch_up(log.id, log.identity, store.rows_after(log.id))


def _identity_of(store: Database, reading: Reading, tournament: TournamentId) -> str:
    """Which log has an id: the present one, else the one in the newest backup, else one in a journal."""
    with suppress(InputError):
        return store.head(tournament).identity
    found, _ = _newest_log(store.site, tournament, "")
    if found is not None:
        return found.identity
    return next((tree.identity for tree in reading.trees.values() if tree.id == tournament), "")


def _continues(log: StoredLog, asked: StoredLog) -> bool:
    """Whether a log begins with another one; the chain of a document may be of another format."""
    if log.continues(asked):
        return True
    return log.version >= asked.version and log.history.entries[: asked.version] == asked.history.entries


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(
            Message("%(file)s cannot be read (%(reason)s)", file=str(file), reason=error.strerror)
        ) from error


def _demand_good(file: Path) -> None:
    if not _content(file).startswith(_SQLITE):
        raise InputError(
            Message(
                "%(file)s is not a backup of a database; a document is restored with --tournament",
                file=file.name,
            )
        )
    if found := check_backup(file):
        raise Damaged(
            Message(
                "the backup %(file)s is damaged itself (%(reason)s); nothing was changed",
                file=file.name,
                reason=found[0].reasons,
            )
        )


def _keep_present(store: Database, present: PresentValues, *, but: Container[str]) -> bool:
    """Keep in a copy of a backup what was revoked since, and passwords and secrets if they are newer.

    `but` are the identities of tournaments that were deleted. Returns whether they are newer.
    """
    logs = [store.log(each.id) for each in store.tournaments()]
    newer = present.certain and present.has_all(logs, but=but)
    if newer:
        store.values.replace_all(present.values)
    store.keep_rows(present.rows, passwords=newer)
    return newer


def _end_sign_ins(store: Database) -> None:
    signed_in = [each.id for each in store.sign_ins.all() if each.ended_at is None]
    store.sign_ins.end(signed_in, at=current_time())


def _move_aside(site: Site) -> Path:
    """Move the database with all files beside it, and the journals, into a folder, if there are any."""
    aside = new_aside(site)
    for path in (*site.files, site.journal, site.heads):
        if path.exists():
            shutil.move(path, aside / path.name)
    if not any(aside.iterdir()):
        aside.rmdir()
    return aside


def new_aside(site: Site) -> Path:
    """A new folder for what is set aside now."""
    return made_folder(aside_folder(site) / time_for_names())


@contextmanager
def _opened_copy(file: Path) -> Iterator[Database]:
    """A backup of any version, opened and upgraded in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="miai-restore-") as folder:
        shutil.copyfile(file, Path(folder) / FILE_NAME)
        with closing(open_store(Path(folder))) as store:
            yield store


def _log_in(file: Path, tournament: TournamentId) -> StoredLog:
    """The log of a tournament in a backup or a document; a damaged one raises."""
    data = _content(file)
    if data.startswith(_SQLITE):
        with _opened_copy(file) as store:
            return store.log(tournament)
    history = read_history(data)
    return log_of(history, id=tournament, identity=history.identity or new_identity())


def _newest_log(
    site: Site, tournament: TournamentId, identity: str
) -> tuple[StoredLog, Path] | tuple[None, None]:
    """The log of a tournament in the newest backup that holds it intact; of any if no identity is given."""
    documents = sorted(site.backups.glob(f"document-{tournament}-*.miai"), reverse=True)
    for path in (*backups_in(site.backups), *documents):
        with suppress(InputError):
            found = _log_in(path, tournament)
            if identity in ("", found.identity):
                return found, path
    return None, None
