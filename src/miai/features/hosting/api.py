"""The server: its backups, and what is damaged or missing."""

from starlette.responses import JSONResponse, Response

from miai.features.hosting.answer import BACKUPS, SAID, Backups
from miai.features.hosting.deciding import Choice
from miai.features.hosting.running_store import (
    backup_files,
    check_all,
    choose,
    delete_damaged_tournament,
)
from miai.features.hosting.running_store import restore_tournament as restore
from miai.features.programs.tokens import Scope
from miai.server.api.operations import Body, Here, Operations

operations = Operations("server", "Backups and the check of everything that is stored.")


class Restore(Body):
    """The tournament to restore, and from which backup; by default the newest that holds it."""

    tournament: str
    file: str = ""


class Choose(Body):
    """Which entries count: `merge` brings all together, `take` takes the copy, `keep` leaves it out."""

    tournament: str
    choice: Choice


class Damaged(Body):
    """A tournament that is damaged."""

    tournament: str


@operations.get("/backups", BACKUPS, scope=Scope.ADMIN)
def list_backups(call: Here) -> Response:
    """List the backups, and what is damaged or missing."""
    return _backups(call)


@operations.post("/backups", BACKUPS, scope=Scope.ADMIN)
def back_up(call: Here) -> Response:
    """Make a backup now."""
    call.desk.store.backup("by hand")
    return _backups(call)


@operations.post("/backups/check", BACKUPS, scope=Scope.ADMIN)
def check_everything(call: Here) -> Response:
    """Verify the store and all its backups."""
    check_all(call.desk)
    return _backups(call)


@operations.post("/backups/restore", SAID, scope=Scope.ADMIN)
def restore_tournament(call: Here, which: Restore) -> Response:
    """Restore a tournament from a backup; what was there is kept."""
    said = restore(call.desk, which.tournament, which.file)
    return JSONResponse(SAID.json(said))


@operations.post("/backups/choose", SAID, scope=Scope.ADMIN)
def choose_entries(call: Here, which: Choose) -> Response:
    """Decide which entries of a log count if a copy of it holds others; what is left out is kept."""
    return JSONResponse(SAID.json(choose(call.desk, which.tournament, which.choice)))


@operations.post("/backups/delete-damaged", SAID, scope=Scope.ADMIN)
def delete_damaged(call: Here, which: Damaged) -> Response:
    """Delete a damaged tournament; what was there is kept."""
    return JSONResponse(SAID.json((delete_damaged_tournament(call.desk, which.tournament),)))


def _backups(call: Here) -> Response:
    found = Backups(backups=backup_files(call.desk), findings=call.desk.findings)
    return JSONResponse(BACKUPS.json(found))
