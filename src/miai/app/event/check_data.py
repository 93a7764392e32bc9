"""Check and restore the data folder of this machine."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from miai.app.event.store_report import CheckedBackup, checked_backups, findings_of
from miai.errors import InputError, Problem
from miai.messages import Message, counted, literal
from miai.store.checking import check_backup, check_store
from miai.store.connecting import kept_wal
from miai.store.database import open_store
from miai.store.folder import data_folder
from miai.store.folder_lock import folder_lock
from miai.store.protocol import Damaged, Finding, TournamentId
from miai.store.restoring import Restored, restore_all, restore_one
from miai.store.site import Site


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check looked at, what it found in the store, and the backups."""

    about: Message
    findings: tuple[Finding, ...]
    backups: tuple[CheckedBackup, ...] = ()

    @property
    def intact(self) -> bool:
        """Whether nothing is damaged or missing, in the backups neither."""
        return not self.findings and not any(each.problems for each in self.backups)

    def lines(self) -> Iterator[Message]:
        """The result for people, one line each."""
        if self.findings:
            yield Message("%(about)s: damaged", about=self.about)
            for found in self.findings:
                yield found.what
        else:
            yield Message("%(about)s: intact", about=self.about)
        broken = [each for each in self.backups if each.problems]
        for each in broken:
            yield Message("%(file)s: damaged: %(what)s", file=each.path.name, what=each.problems[0].message)
        if self.backups:
            yield counted(
                "%(num)s backup, %(intact)s intact",
                "%(num)s backups, %(intact)s intact",
                len(self.backups),
                intact=len(self.backups) - len(broken),
            )


def check_data(
    data: Path | None = None, database: str | None = None, tournament: str | None = None
) -> Checked:
    """Verify the store with its journals and backups, or one tournament in it; nothing is changed."""
    folder = existing_folder(data, database)
    site = Site.at(folder, database)
    with kept_wal(site):
        return _checked(site, folder, database, tournament)


def _checked(site: Site, folder: Path, database: str | None, tournament: str | None) -> Checked:
    try:
        store = open_store(folder, database)
    except Damaged as error:
        return Checked(about=site.name, findings=tuple(Finding(what=each.message) for each in error.problems))
    with closing(store):
        if tournament is not None and all(each.id != tournament for each in store.tournaments()):
            raise InputError(Message("there is no tournament '%(id)s'", id=tournament))
        report = check_store(store)
        found = findings_of(report)
        if tournament is not None:
            mine = tuple(each for each in found if each.tournament == tournament)
            return Checked(about=Message("the tournament '%(id)s'", id=tournament), findings=mine)
        about = Message(
            "%(store)s, %(tournaments)s, %(entries)s",
            store=site.name,
            tournaments=counted("%(num)s tournament", "%(num)s tournaments", report.tournaments),
            entries=counted("%(num)s entry", "%(num)s entries", report.entries),
        )
        return Checked(about=about, findings=found, backups=tuple(checked_backups(store)))


def check_file(file: Path) -> Checked:
    """Verify one backup or document."""
    if not file.is_file():
        raise InputError([Problem(what=Message("there is no such file"), where=str(file))])
    found = check_backup(file)
    findings = tuple(Finding(what=each.message) for damage in found for each in damage.problems)
    return Checked(about=literal(file.name), findings=findings)


def restore_data(
    data: Path | None = None,
    database: str | None = None,
    tournament: str | None = None,
    file: Path | None = None,
) -> Restored:
    """Restore all tournaments or one from a backup, by default the newest; no server may run meanwhile."""
    folder = data_folder(data)
    if file is not None and not file.is_file():
        raise InputError([Problem(what=Message("there is no such file"), where=str(file))])
    with folder_lock(folder):
        if tournament is None:
            return restore_all(Site.at(folder, database), file)
        with closing(open_store(folder, database)) as store:
            return restore_one(store, TournamentId(tournament), file)


def existing_folder(data: Path | None, database: str | None) -> Path:
    """The data folder, if there is a store in it."""
    folder = data_folder(data)
    file = Site.at(folder, database).file
    if file is not None and not file.exists() and not (folder / "backups").exists():
        raise InputError([Problem(what=Message("there is no store of Miai here"), where=str(folder))])
    return folder
