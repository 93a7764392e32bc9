"""What a check of the store found, in words: what is damaged, what is missing, and what was restored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from miai.desk.live_state import State
from miai.errors import InputError, Problem
from miai.features.history.show_history import HistoryEntry, entry_view
from miai.messages import Clauses, Message, counted, literal
from miai.store.backups.checking import (
    BrokenJournal,
    Lost,
    Missing,
    StoreReport,
    backup_problems,
    check_store,
)
from miai.store.backups.copies import all_backups
from miai.store.backups.log_copies import is_aside, is_journal
from miai.store.backups.restoring import Passwords, Restored, RestoredLog
from miai.store.database import Database
from miai.store.log_behind import Behind
from miai.store.log_rows import StoredLog
from miai.store.protocol import Damaged, Finding
from miai.store.tournament_id import TournamentId

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
        *(
            Finding(what=_missing(each), tournament=each.log.id, behind=_behind(each))
            for each in report.missing
        ),
        *(Finding(what=_broken(each), tournament=each.tournament) for each in report.journals),
        *(Finding(what=_lost(each), tournament=each.tournament, behind=_ended(each)) for each in report.lost),
    )


def decided_messages(report: StoreReport) -> tuple[Message, ...]:
    """The branches that were decided on, and where what was left out still is."""
    return tuple(
        counted(
            "%(name)s: %(num)s entry after entry %(have)s was decided on, and is in %(source)s: %(last)s",
            "%(name)s: %(num)s entries after entry %(have)s were decided on, and are in %(source)s, the last"
            " of them: %(last)s",
            each.count,
            name=_name(each.log),
            have=each.have,
            source="/".join(each.source.parts[-3:]) if is_aside(each.source) else each.source.name,
            last=Clauses(tuple(_in_words(each, range(each.have + 1, each.log.version + 1)))),
        )
        for each in report.decided
    )


def held_by(findings: Iterable[Finding]) -> dict[TournamentId, Behind]:
    """The logs to which nothing may be added, with the copy that has most of what they lack."""
    held: dict[TournamentId, Behind] = {}
    for each in findings:
        known = held.get(each.behind.tournament) if each.behind else None
        if each.behind and (known is None or known.lacking < each.behind.lacking):
            held[each.behind.tournament] = each.behind
    return held


def start_findings(store: Database, damages: tuple[Damaged, ...]) -> tuple[Finding, ...]:
    """What is wrong with a store that was opened with these damages; the journals are brought up to date.

    Nothing is added to a log that lacks entries of a copy until somebody chooses.
    """
    found = findings_of(check_store(store, damages))
    store.held = held_by(found)
    store.catch_up_journal()
    return found


def checked_backups(store: Database) -> Iterator[CheckedBackup]:
    """Every backup with what is damaged in it, the newest first."""
    for path in all_backups(store.site):
        yield CheckedBackup(path=path, problems=backup_problems(path))


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
            yield _later(each)
    yield from _of_branches(done)
    if done.signed_out:
        yield _of_passwords(done.passwords, source)
    if done.signed_out and done.passwords is not Passwords.KEPT:
        yield Message(
            "links, invitations, tokens and accounts that were ended after the backup may be valid again: end"
            " them once more"
        )
    if done.set_aside.exists():
        yield Message("what was there before is kept in %(folder)s", folder=str(done.set_aside))


def _later(restored: RestoredLog) -> Message:
    if restored.source is None or is_journal(restored.source):
        return counted(
            "%(num)s entry after the backup came from the journal",
            "%(num)s entries after the backup came from the journal",
            restored.later,
        )
    return counted(
        "%(num)s entry after the backup came from %(source)s",
        "%(num)s entries after the backup came from %(source)s",
        restored.later,
        source=restored.source.name,
    )


def _of_branches(done: Restored) -> Iterator[Message]:
    """What became of other branches, and what is lost."""
    for each in done.branches:
        missing = each.missing
        yield counted(
            "%(name)s has another branch in %(source)s, which parts after entry %(have)s: %(num)s entry,"
            " %(brought)s of it is in the log now",
            "%(name)s has another branch in %(source)s, which parts after entry %(have)s: %(num)s entries,"
            " %(brought)s of them are in the log now",
            missing.count,
            name=_name(missing.log),
            source=missing.source.name,
            have=missing.have,
            brought=each.brought,
        )
        if each.left:
            yield counted(
                "%(num)s entry of it is not brought back: %(entries)s",
                "%(num)s entries of it are not brought back: %(entries)s",
                len(each.left),
                entries=Clauses(tuple(_in_words(missing, [row["number"] for row in each.left]))),
            )
            yield from (problem.message for problem in each.problems)
    for lost in done.lost:
        yield _lost(lost)


def _lost(lost: Lost) -> Message:
    return counted(
        "%(num)s entry of '%(id)s', entry %(first)s, cannot be read in any copy: it is lost",
        "%(num)s entries of '%(id)s', from entry %(first)s on, cannot be read in any copy: they are lost",
        len(lost.numbers),
        id=lost.tournament,
        first=lost.numbers[0],
    )


def _broken(journal: BrokenJournal) -> Message:
    if journal.at is None:
        return Message("the journal %(file)s is damaged: nothing in it can be read", file=journal.path.name)
    if journal.at == 0:
        return Message(
            "the journal %(file)s is damaged: its first line is not what was written", file=journal.path.name
        )
    return Message(
        "the journal %(file)s is damaged at entry %(number)s; restoring the tournament writes it again",
        file=journal.path.name,
        number=journal.at,
    )


def _behind(missing: Missing) -> Behind | None:
    """The facts for the page of a log that lacks entries; None if the tournament is not there."""
    if missing.own is None:
        return None
    return Behind(
        tournament=missing.log.id, have=missing.own, other=missing.log.version, common=missing.have,
        source=missing.source.name, last=_last_words(missing), at=missing.branch.at,
    )  # fmt: skip


def _ended(lost: Lost) -> Behind | None:
    """The facts for the page of a log that went further than any copy does."""
    if lost.own is None:
        return None
    return Behind(
        tournament=lost.tournament, have=lost.own, other=lost.numbers[-1],
        common=min(lost.own, lost.numbers[0] - 1), source=".json",
    )  # fmt: skip


def _last_words(missing: Missing) -> Message | str:
    """The last entry of a branch with its place: "round 3, table 12: White won"."""
    entry = next(_entries(missing, [missing.log.version]), None)
    if entry is None or not entry.where:
        return entry.what if entry else ""
    return Message("%(where)s: %(what)s", where=entry.where, what=entry.what)


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
        "last": Clauses(tuple(_in_words(missing, range(missing.have + 1, missing.log.version + 1)))),
    }
    if missing.parted:
        return counted(
            "%(name)s lacks %(num)s entry of a branch in %(source)s, which parts after entry %(have)s:"
            " %(last)s",
            "%(name)s lacks %(num)s entries of a branch in %(source)s, which parts after entry %(have)s,"
            " the last of them: %(last)s",
            missing.count,
            have=missing.have,
            **values,
        )
    return counted(
        "%(name)s lacks %(num)s entry that %(source)s holds: %(last)s",
        "%(name)s lacks %(num)s entries that %(source)s holds, the last of them: %(last)s",
        missing.count,
        **values,
    )


def _in_words(missing: Missing, numbers: Iterable[int]) -> Iterator[Message]:
    """The last of some entries of a branch, with their numbers."""
    for entry in _entries(missing, numbers):
        yield Message("%(number)s %(what)s", number=entry.number, what=entry.what)


def _entries(missing: Missing, numbers: Iterable[int]) -> Iterator[HistoryEntry]:
    try:
        history = missing.log.history
        state = State(
            id=missing.log.id, history=history, tournament=history.tournament(), version=missing.log.version
        )
        found = [entry_view(state, number) for number in sorted(numbers)[-_NAMED:]]
    except InputError:
        return
    yield from (each for each in found if each is not None)


def _name(log: StoredLog) -> Message:
    """The name of a tournament with its id, by which it is restored."""
    try:
        name = log.history.tournament().name
    except InputError:
        name = ""
    return Message("'%(name)s' (%(id)s)", name=name, id=log.id)
