"""What a check of the store found, in words: what is damaged, what is missing, and what was restored."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from miai.desk.live_state import State
from miai.errors import InputError, Problem
from miai.features.history.show_history import entries_since
from miai.messages import Clauses, Message, counted, literal
from miai.store.backups.checking import Missing, StoreReport, check_backup, check_store
from miai.store.backups.copies import all_backups
from miai.store.backups.restoring import Passwords, Restored
from miai.store.database import Database
from miai.store.log_rows import StoredLog
from miai.store.protocol import Damaged, Finding

# The most entries of a tournament that are named.
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedBackup:
    """A backup and what is damaged in it."""

    path: Path
    problems: tuple[Problem, ...]


def findings_of(report: StoreReport) -> tuple[Finding, ...]:
    """What is damaged and what is missing, one message each."""
    return (
        *(
            Finding(what=problem.message, tournament=damage.tournament, damaged=True)
            for damage in report.damages
            for problem in damage.problems
        ),
        *(Finding(what=_missing(each), tournament=each.log.id) for each in report.missing),
    )


def start_findings(store: Database, damages: tuple[Damaged, ...]) -> tuple[Finding, ...]:
    """What is wrong with a store that was opened with these damages; the journals are brought up to date."""
    found = findings_of(check_store(store, damages))
    store.catch_up_journal()
    return found


def checked_backups(store: Database) -> Iterator[CheckedBackup]:
    """Every backup with what is damaged in it, the newest first."""
    for path in all_backups(store.site):
        problems = tuple(problem for damage in check_backup(path) for problem in damage.problems)
        yield CheckedBackup(path=path, problems=problems)


def restored_messages(done: Restored) -> Iterator[Message]:
    """What was restored, and where the old files are."""
    source = literal(done.source.name) if done.source else Message("the journal")
    for each in done.logs:
        yield Message(
            "%(name)s is restored from %(source)s: %(entries)s",
            name=_name(each.log),
            source=source,
            entries=counted("%(num)s entry", "%(num)s entries", each.log.version),
        )
        if each.later and done.source:
            yield counted(
                "%(num)s entry after the backup came from the journal",
                "%(num)s entries after the backup came from the journal",
                each.later,
            )
    if done.signed_out:
        yield _of_passwords(done.passwords, source)
    if done.signed_out and done.passwords is not Passwords.KEPT:
        yield Message(
            "links, invitations, tokens and accounts that were ended after the backup may be valid again: end"
            " them once more"
        )
    if done.set_aside.exists():
        yield Message("what was there before is kept in %(folder)s", folder=str(done.set_aside))


def _of_passwords(passwords: Passwords, source: Message) -> Message:
    match passwords:
        case Passwords.KEPT:
            return Message("everybody has to sign in again; the passwords are the same as before")
        case Passwords.OF_BACKUP:
            return Message(
                "everybody has to sign in again; the passwords are those of %(source)s: those that were"
                " changed after it have to be changed again",
                source=source,
            )
        case Passwords.UNCERTAIN:
            return Message(
                "everybody has to sign in again; the passwords may be earlier ones, because the latest could"
                " not be read for certain: set new ones"
            )


def _missing(missing: Missing) -> Message:
    values = {
        "name": _name(missing.log),
        "source": missing.source.name,
        "last": Clauses(tuple(_last_entries(missing))),
    }
    return counted(
        "%(name)s lacks %(num)s entry that %(source)s holds: %(last)s",
        "%(name)s lacks %(num)s entries that %(source)s holds, the last of them: %(last)s",
        missing.count,
        **values,
    )


def _last_entries(missing: Missing) -> Iterator[Message]:
    history = missing.log.history
    try:
        state = State(
            id=missing.log.id,
            history=history,
            tournament=history.tournament(),
            version=missing.log.version,
        )
        entries = entries_since(state, missing.have, limit=_NAMED)
    except InputError:
        return
    for entry in entries:
        yield Message("%(number)s %(what)s", number=entry.number, what=entry.what)


def _name(log: StoredLog) -> Message:
    """The name of a tournament with its id, by which it is restored."""
    try:
        name = log.history.tournament().name
    except InputError:
        name = ""
    return Message("'%(name)s' (%(id)s)", name=name, id=log.id)
