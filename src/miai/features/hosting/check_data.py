"""Check and restore the data folder of this machine."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from miai.errors import InputError, Problem
from miai.features.hosting.deciding import Choice, decide
from miai.features.hosting.merging import merged
from miai.features.hosting.store_report import CheckedBackup, checked_backups, decided_messages, findings_of
from miai.messages import Message, literal
from miai.store.backups.checking import check_backup, check_store
from miai.store.backups.copies import written_whole
from miai.store.backups.restoring import Restored, restore_all, restore_one
from miai.store.connections import is_writable, kept_wal
from miai.store.database import Database, open_store
from miai.store.folder import data_folder
from miai.store.folder_lock import folder_lock
from miai.store.location import Site
from miai.store.protocol import Damaged, Finding
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check looked at, what it found there, and the backups of a whole store."""

    name: Message
    tournaments: int = 1
    entries: int = 0
    findings: tuple[Finding, ...] = ()
    backups: tuple[CheckedBackup, ...] = ()
    # Branches that somebody decided on; nothing is wrong with them.
    decided: tuple[Message, ...] = ()

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged or missing, in the backups neither."""
        return not self.findings and not any(each.problems for each in self.backups)


def check_data(
    data: Path | None = None, database: str | None = None, tournament: str | None = None
) -> Checked:
    """Verify the store with its journals and backups, or one tournament in it; nothing is changed."""
    folder = existing_folder(data, database)
    site = Site.at(folder, database)
    try:
        with kept_wal(site), _opened(site, folder, database) as store:
            return _checked(store, site, tournament)
    except Damaged as error:
        return Checked(name=site.name, findings=tuple(Finding(what=each.message) for each in error.problems))


@contextmanager
def _opened(site: Site, folder: Path, database: str | None) -> Iterator[Database]:
    """The store; from a medium that cannot be written, a copy of it that is compared with what is there."""
    if site.file is None or is_writable(site):
        with closing(open_store(folder, database)) as store:
            yield store
        return
    with tempfile.TemporaryDirectory(prefix="miai-check-") as place:
        for path in site.files:
            if path.exists() and not path.name.endswith("-shm"):
                shutil.copyfile(path, Path(place) / path.name)
        copied = Path(place) / site.file.name
        with closing(open_store(Path(place), str(Site.at(Path(place), f"sqlite:///{copied}").url))) as store:
            store.site = site
            yield store


def _checked(store: Database, site: Site, tournament: str | None) -> Checked:
    if tournament is not None and all(each.id != tournament for each in store.tournaments()):
        raise InputError(Message("there is no tournament '%(id)s'", id=tournament))
    report = check_store(store)
    found = findings_of(report)
    if tournament is not None:
        mine = tuple(each for each in found if each.tournament == tournament)
        return Checked(name=literal(tournament), findings=mine)
    return Checked(
        name=site.name,
        tournaments=report.tournaments,
        entries=report.entries,
        findings=found,
        backups=tuple(checked_backups(store)),
        decided=decided_messages(report),
    )


def check_file(file: Path) -> Checked:
    """Verify one backup or document."""
    if not file.is_file():
        raise InputError([Problem(what=Message("there is no such file"), where=str(file))])
    found = check_backup(file)
    findings = tuple(Finding(what=each.message) for damage in found for each in damage.problems)
    return Checked(name=literal(file.name), findings=findings)


def restore_data(
    data: Path | None = None,
    database: str | None = None,
    tournament: str | None = None,
    file: Path | None = None,
    choice: Choice = Choice.MERGE,
) -> Restored:
    """Restore all tournaments or one from a backup, by default the newest; no server may run meanwhile.

    Branches of a log are merged as far as nothing contradicts; for one tournament `choice` may say otherwise.
    """
    if choice is not Choice.MERGE and (tournament is None or file is not None):
        raise InputError(Message("--choose needs --tournament, and takes no file"))
    folder = data_folder(data)
    if file is not None and not file.is_file():
        raise InputError([Problem(what=Message("there is no such file"), where=str(file))])
    with folder_lock(folder):
        if tournament is None:
            return restore_all(Site.at(folder, database), file, merge=merged)
        with closing(open_store(folder, database)) as store:
            if choice is not Choice.MERGE:
                return decide(store, tournament, choice, merge=merged)
            return restore_one(store, TournamentId(tournament), file, merge=merged)


def write_copy(store: Database, file: Path) -> None:
    """Copy everything into a new file."""
    if file.exists():
        raise InputError([Problem(what=Message("there is such a file already"), where=str(file))])
    with written_whole(file) as temporary:
        store.copy_to(temporary)


def existing_folder(data: Path | None, database: str | None) -> Path:
    """The data folder, if there is a store in it."""
    folder = data_folder(data)
    file = Site.at(folder, database).file
    if file is not None and not file.exists() and not (folder / "backups").exists():
        raise InputError([Problem(what=Message("there is no store of Miai here"), where=str(folder))])
    return folder
