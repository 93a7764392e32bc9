"""Restores a store from a backup and its journals; what was there before is set aside and kept.

SQLite applies a `-wal` file that lies beside a database file to whatever file has that name. The database
file and the files beside it are therefore always set aside together.
"""

import shutil
import tempfile
from collections.abc import Container, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from miai.domain.log.chain import new_identity
from miai.domain.log.document import read_history
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.store.backups.checking import check_backup, deleted_identities
from miai.store.backups.copies import backups_in, written_whole
from miai.store.backups.journal import Journal
from miai.store.backups.present_values import PresentValues, present_values
from miai.store.database import Database, open_store
from miai.store.folder import made_folder
from miai.store.location import FILE_NAME, Site
from miai.store.log_rows import StoredLog, log_of
from miai.store.protocol import Damaged
from miai.store.times import current_time, time_for_names
from miai.store.tournament_id import TournamentId

_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoredLog:
    """A log that is in the store again; `later` entries of it came from the journal."""

    log: StoredLog
    later: int


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
    signed_out: bool = False
    passwords: Passwords = Passwords.KEPT


def restore_all(site: Site, file: Path | None = None) -> Restored:
    """Put a backup in the place of the database, by default the newest intact one.

    Entries that the journals hold after the backup are added. Passwords and secrets stay as they are where
    they can be read, else they are those of the backup. Links, invitations and tokens that were revoked and
    accounts that were disabled stay so. Every sign-in ends: the backup holds some that were ended after it.
    Nobody else may use the folder meanwhile.
    """
    if site.file is None:
        return _restore_server(site, file)
    chosen = file or newest_good(site)
    if chosen is None and not any(Journal(site.journal).logs()):
        what = Message("there is neither an intact backup nor a journal here, so nothing can be restored")
        raise InputError([Problem(what=what, where=str(site.folder))])
    with tempfile.TemporaryDirectory(prefix="miai-restore-") as folder:
        copy = Path(folder) / FILE_NAME
        if chosen is not None:
            _demand_good(chosen)
            shutil.copyfile(chosen, copy)
        with closing(open_store(Path(folder))) as store:
            present, deleted = present_values(site), deleted_identities(site)
            newer = _keep_present(store, present, but=deleted)
            _end_sign_ins(store)
            logs = tuple(_with_journals(store, site))
            with written_whole(site.file) as ready:
                store.copy_to(ready)
                aside = _move_aside(site)
    with closing(open_store(site.folder, str(site.url))) as restored:
        restored.catch_up_journal()
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
        signed_out=True,
        passwords=passwords,
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


def restore_one(store: Database, tournament: TournamentId, file: Path | None = None) -> Restored:
    """Put the log of one tournament from a backup, a document or its journal in its place."""
    backup = _log_in(file, tournament) if file else None
    chosen, source = backup, file
    if backup is None and not file:
        chosen, source = _newest_log(store.site, tournament)
    later = _longest_journal(store, tournament, chosen)
    found = later or chosen
    if found is None:
        raise InputError(
            Message("there is no backup of the tournament '%(id)s' that could be read", id=tournament)
        )
    aside = new_aside(store.site)
    store.set_aside(aside, tournament)
    store.put_back(found)
    more = found.version - (chosen.version if chosen else 0)
    return Restored(
        logs=(RestoredLog(log=found, later=more),), source=source if chosen else None, set_aside=aside
    )


def newest_good(site: Site) -> Path | None:
    """The newest backup of the database in which nothing is damaged."""
    return next((path for path in backups_in(site.backups) if not check_backup(path)), None)


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


def _with_journals(store: Database, site: Site) -> Iterator[RestoredLog]:
    """Add to a restored copy what the journals hold after it, and say what is in it.

    Where a tournament was deleted after the backup and another one created in its place, that one counts.
    """
    deleted = deleted_identities(site)
    before = {each.id: store.log(each.id) for each in store.tournaments()}
    for log in Journal(site.journal).logs():
        old = before.get(log.id)
        if old is None or old.identity in deleted or (log.version > old.version and log.continues(old)):
            store.put_back(log)
    for each in store.tournaments():
        log = store.log(each.id)
        old = before.get(each.id)
        same = old is not None and old.identity == log.identity
        yield RestoredLog(log=log, later=log.version - (old.version if old and same else 0))


def _move_aside(site: Site) -> Path:
    """Move the database with all files beside it, and the journals, into a folder, if there are any."""
    aside = new_aside(site)
    for path in (*site.files, site.journal):
        if path.exists():
            shutil.move(path, aside / path.name)
    if not any(aside.iterdir()):
        aside.rmdir()
    return aside


def new_aside(site: Site) -> Path:
    """A new folder for what is set aside now."""
    return made_folder(site.folder / "set-aside" / time_for_names())


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


def _newest_log(site: Site, tournament: TournamentId) -> tuple[StoredLog | None, Path | None]:
    """The log of a tournament in the newest backup that holds it intact."""
    documents = sorted(site.backups.glob(f"document-{tournament}-*.miai"), reverse=True)
    for path in (*backups_in(site.backups), *documents):
        with suppress(InputError):
            return _log_in(path, tournament), path
    return None, None


def _longest_journal(store: Database, tournament: TournamentId, chosen: StoredLog | None) -> StoredLog | None:
    """The journal of a tournament, if it holds all that the backup holds."""
    if store.journal is None:
        return None
    fitting = [
        log
        for log in store.journal.logs()
        if log.id == tournament and (chosen is None or log.continues(chosen))
    ]
    return max(fitting, key=lambda log: log.version, default=None)
