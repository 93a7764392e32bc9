"""Backups: check the store, back it up, and restore or delete a damaged tournament."""

from starlette.responses import Response

from miai.features.hosting.deciding import choice_of
from miai.features.hosting.running_store import (
    backup_files,
    check_all,
    choose,
    delete_damaged_tournament,
    restore_tournament,
)
from miai.server.form_fields import Text
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell, tell_sentence

page = Page("backups", need=Role.ADMIN)


@page.get("/backups")
def show(visit: Here) -> Response:
    """What is damaged or missing, and the backups."""
    listed = latest_first(visit)
    return visit.render(
        "hosting/backups.html",
        findings=visit.desk.findings,
        backups=tuple(backup_files(visit.desk)),
        tournaments=listed,
        links=links(visit, listed, current="/backups"),
    )


@page.post("/backups/check")
def check(visit: Here) -> Response:
    """Verify the store and all its backups now."""
    broken = check_all(visit.desk)
    found = len(visit.desk.findings) + broken
    if found:
        said = ngettext("%(num)s thing is damaged or missing", "%(num)s things are damaged or missing", found)
    else:
        said = _("Everything is intact, the backups too")
    return visit.done(said, to="/backups")


@page.post("/backups/now")
def back_up(visit: Here) -> Response:
    """Make a backup now."""
    written = visit.desk.store.backup("by hand")
    if written is None:
        return visit.done(_("Nothing has changed since the last backup"), to="/backups")
    return visit.done(_("Backup made"), to="/backups")


@page.post("/backups/restore")
def restore(visit: Here, tournament: Text, file: Text = "") -> Response:
    """Restore one tournament from a backup, by default the newest that holds it; what was there is kept."""
    said = " ".join(tell_sentence(each) for each in restore_tournament(visit.desk, tournament, file))
    return visit.done(said, to="/backups")


@page.post("/backups/choose")
def decide(visit: Here, tournament: Text, choice: Text) -> Response:
    """Decide which entries of a log count if a copy of it holds others; what is left out is kept."""
    said = " ".join(tell_sentence(each) for each in choose(visit.desk, tournament, choice_of(choice)))
    return visit.done(said, to="/backups")


@page.get("/backups/delete")
def ask_delete(visit: Here, tournament: str = "") -> Response:
    """Ask before a damaged tournament is deleted."""
    listed = latest_first(visit)
    name = next((each.name for each in listed if each.id == tournament), tournament)
    return visit.render(
        "hosting/delete_damaged.html",
        tournament=tournament,
        name=name or tournament,
        links=links(visit, listed, current="/backups"),
    )


@page.post("/backups/delete")
def delete(visit: Here, tournament: Text) -> Response:
    """Delete a damaged tournament; what was there is kept."""
    return visit.done(tell(delete_damaged_tournament(visit.desk, tournament)), to="/backups")
