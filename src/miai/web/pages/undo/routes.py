"""Undo and redo of one entry, from any page's toast."""

from starlette.responses import Response

from miai.app.event import undo as app_undo
from miai.web.server.form_fields import Number
from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role
from miai.web.words import gettext as _

page = Page("undo", need=Role.DESK)


@page.post("/t/{id}/undo")
def undo(visit: Here, number: Number) -> Response:
    """Undo one entry."""
    app_undo.undo(visit.desk, visit.id, number, by=visit.by)
    return visit.done(_("Entry %(number)s undone", number=number), redo=number)


@page.post("/t/{id}/redo")
def redo(visit: Here, number: Number) -> Response:
    """Redo an entry that was undone."""
    app_undo.redo(visit.desk, visit.id, number, by=visit.by)
    return visit.done(_("Entry %(number)s counts again", number=number))
