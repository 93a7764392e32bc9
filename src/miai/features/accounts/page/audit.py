"""Audit: who signed in, who got which role; of the whole server or of one tournament."""

from starlette.responses import Response

from miai.features.accounts.audit import KEPT_DAYS, audit_message, audit_of
from miai.features.accounts.rail import audit as page
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import tell

_MOST_LINES = 500


@page.get("/t/{id}/audit")
def show_of_tournament(visit: Here) -> Response:
    """The latest lines about a tournament, for its owner."""
    lines = audit_of(visit.desk.store, visit.event_id, most=_MOST_LINES)
    return visit.render(
        "accounts/audit.html",
        lines=[(line, tell(audit_message(line))) for line in lines],
        names={},
        kept_days=KEPT_DAYS,
    )


server_page = Page("server-audit", need=Role.ADMIN)


@server_page.get("/audit")
def show(visit: Here) -> Response:
    """The latest lines of the whole server."""
    listed = latest_first(visit)
    lines = visit.desk.store.audit.lines(most=_MOST_LINES)
    return visit.render(
        "accounts/audit.html",
        lines=[(line, tell(audit_message(line))) for line in lines],
        names={each.id: each.name for each in listed},
        kept_days=KEPT_DAYS,
        links=links(visit, listed, current="/audit"),
    )
