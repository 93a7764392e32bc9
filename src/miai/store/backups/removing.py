"""Deletes a tournament that is damaged; what is left of it is set aside and kept."""

import shutil
from contextlib import suppress
from pathlib import Path

from miai.errors import InputError
from miai.messages import Message
from miai.store.backups.checking import missing_in
from miai.store.backups.copies import write_deleted
from miai.store.backups.journal import first_line
from miai.store.backups.restoring import new_aside
from miai.store.database import Database
from miai.store.tournament_id import TournamentId


def delete_damaged(store: Database, tournament: TournamentId) -> Path:
    """Delete a damaged tournament and return the folder with everything as it was before.

    The newest intact copy of its log becomes a document among the backups, as at any deletion; by that the
    next check knows that it was deleted and does not call it missing.
    """
    if all(each.tournament != tournament for each in store.damages()):
        raise InputError(
            Message("the tournament '%(id)s' is not damaged: delete it in its settings", id=tournament)
        )
    aside = new_aside(store.site)
    store.set_aside(aside, tournament)
    store.remove(tournament)
    for each in missing_in(store):
        if each.log.id == tournament:
            write_deleted(each.log.history, store.site, tournament)
    _move_journals(store, tournament, aside)
    return aside


def _move_journals(store: Database, tournament: TournamentId, aside: Path) -> None:
    for path in store.site.journal.glob(f"{tournament}-*.jsonl"):
        about = first_line(path)
        if about and about.id == tournament:
            with suppress(OSError):
                shutil.move(path, aside / path.name)
            if store.journal:
                store.journal.forget(about.identity)
