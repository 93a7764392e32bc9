"""The list of tournaments."""

from starlette.responses import Response

from miai.store.protocol import Damaged, Listed
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _
from miai.web.words.formatting import day_span

page = Page("tournaments", need=Role.PUBLIC)


@page.get("/")
def show(visit: Here) -> Response:
    """All tournaments for those who run them; for players those that show them something."""
    if visit.role is Role.PUBLIC:
        shown = [each for each in latest_first(visit) if _shows_something(visit, each)]
        return visit.render("pages/welcome.html", tournaments=shown)
    listed = latest_first(visit)
    return visit.render(
        "pages/tournaments.html",
        tournaments=[each for each in listed if not each.archived],
        archived=[each for each in listed if each.archived],
        links=links(visit, listed, current="/"),
        when=day_span,
        findings=visit.desk.findings if visit.is_director else (),
    )


def links(visit: Visit, listed: list[Listed], *, current: str) -> list[dict[str, object]]:
    """What the rail shows outside of a tournament."""
    own = [("/", _("All tournaments"))] if current != "/new" else []
    if visit.is_director:
        own.insert(0, ("/new", _("New tournament")))
        own += [("/backups", _("Backups")), ("/access", _("Who may sign in"))]
    latest = [(f"/t/{each.id}", each.name) for each in listed if not each.archived][:12]
    return [
        {"url": url, "text": text, "current": url == current, "tournament": is_tournament}
        for shown, is_tournament in ((own, False), (latest, True))
        for url, text in shown
    ]


def latest_first(visit: Visit) -> list[Listed]:
    """All tournaments, the one that begins last before the others."""
    return sorted(
        visit.desk.store.tournaments(), key=lambda each: (each.begin, each.created_at), reverse=True
    )


def _shows_something(visit: Visit, listed: Listed) -> bool:
    """Whether players see something of a tournament; of a damaged one, they see nothing."""
    try:
        event = visit.desk.state(listed.id).tournament
    except Damaged:
        return False
    return bool(event.shown or event.tables_shown)
