"""Deletes a tournament that is damaged; what is left of it is set aside and kept."""

import shutil
from contextlib import suppress
from pathlib import Path

from miai.errors import InputError
from miai.messages import Message
from miai.store.backups.checking import missing_in
from miai.store.backups.copies import write_deleted
from miai.store.backups.restoring import new_aside
from miai.store.database import Database
from miai.store.log_rows import StoredLog
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
    gone: dict[str, StoredLog] = {}
    for each in missing_in(store):
        if each.log.id == tournament and each.log.identity not in gone:
            # The longest branch is the first.
            gone[each.log.identity] = each.log
            write_deleted(each.log.history, store.site, tournament)
    for identity in gone:
        for path in list(store.journal.files(tournament, identity)) if store.journal else ():
            with suppress(OSError):
                shutil.move(path, aside / path.name)
        if store.journal:
            store.journal.forget(identity)
    store.held.pop(tournament, None)
    return aside
