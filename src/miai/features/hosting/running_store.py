"""Check the store of a desk while it is in use, and restore or delete what is damaged."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.hosting.deciding import Choice, decide
from miai.features.hosting.merging import merging
from miai.features.hosting.store_report import findings_of, held_by, restored_messages
from miai.messages import Message
from miai.store.backups.checking import backup_problems, check_store
from miai.store.backups.copies import all_backups
from miai.store.backups.removing import delete_damaged
from miai.store.backups.restoring import Restored, restore_one
from miai.store.database import Database
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupFile:
    """A backup in the list: its name, when it was made (ISO 8601), and its size in bytes."""

    name: str
    made_at: str
    size: int
    damaged: bool


def backup_files(desk: Desk) -> Iterator[BackupFile]:
    """All backups, the newest first; `damaged` is what the last check found."""
    for path in all_backups(_database(desk).site):
        about = path.stat()
        made = datetime.fromtimestamp(about.st_mtime, UTC)
        yield BackupFile(
            name=path.name,
            made_at=f"{made:%Y-%m-%dT%H:%M:%SZ}",
            size=about.st_size,
            damaged=path.name in desk.damaged_backups,
        )


def check_all(desk: Desk) -> int:
    """Verify everything and keep what is found at the desk; returns the number of damaged backups."""
    store = _database(desk)
    _look_again(desk, store)
    desk.damaged_backups = frozenset(path.name for path in all_backups(store.site) if backup_problems(path))
    return len(desk.damaged_backups)


def restore_tournament(desk: Desk, tournament: str, file_name: str = "") -> tuple[Message, ...]:
    """Restore one tournament from one of the backups, and say what was done."""
    store = _database(desk)
    chosen = next((path for path in all_backups(store.site) if path.name == file_name), None)
    if file_name and chosen is None:
        raise InputError(Message("there is no backup '%(file)s'", file=file_name))
    return _decided(desk, tournament, lambda known: restore_one(store, known, chosen, merge=merging(desk)))


def choose(desk: Desk, tournament: str, choice: Choice) -> tuple[Message, ...]:
    """Decide which entries of a log count if a copy of it holds others, and say what was done."""
    return _decided(
        desk, tournament, lambda known: decide(_database(desk), known, choice, merge=merging(desk))
    )


def _decided(
    desk: Desk, tournament: str, carry_out: Callable[[TournamentId], Restored]
) -> tuple[Message, ...]:
    done = carry_out(TournamentId(tournament))
    desk.forget(tournament)
    # Reading it tells all who watch it.
    desk.state(tournament)
    _look_again(desk, _database(desk))
    return tuple(restored_messages(done))


def _look_again(desk: Desk, store: Database) -> None:
    """Verify the store, and let nothing be added to logs that lack entries of a copy."""
    desk.findings = findings_of(check_store(store))
    store.held = held_by(desk.findings)


def delete_damaged_tournament(desk: Desk, tournament: str) -> Message:
    """Delete a damaged tournament, and say where everything is kept as it was."""
    store = _database(desk)
    aside = delete_damaged(store, TournamentId(tournament))
    desk.forget(tournament)
    _look_again(desk, store)
    return Message(
        "The tournament '%(id)s' is deleted; what was there is kept in %(folder)s",
        id=tournament,
        folder=str(aside),
    )


def _database(desk: Desk) -> Database:
    if not isinstance(desk.store, Database):
        raise InputError(Message("this store has no backups"))
    return desk.store
