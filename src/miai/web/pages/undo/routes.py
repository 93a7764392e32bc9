"""Undo and redo of what one action wrote, from any page's toast."""

from starlette.responses import Response

from miai.app.event import undo as app_undo
from miai.app.event.history import redone_message, undone_message
from miai.web.server.form_fields import Number, OptionalNumber
from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role
from miai.web.words import tell

page = Page("undo", need=Role.DESK)


@page.post("/t/{id}/undo")
def undo(visit: Here, number: Number, last: OptionalNumber = None) -> Response:
    """Undo an entry, or all up to the last one that the same action wrote."""
    saved = app_undo.undo(visit.desk, visit.id, number, last=last, by=visit.by)
    return visit.done(tell(undone_message(saved.state, number, last)), redo=number, redo_last=last)


@page.post("/t/{id}/redo")
def redo(visit: Here, number: Number, last: OptionalNumber = None) -> Response:
    """Redo what was undone."""
    saved = app_undo.redo(visit.desk, visit.id, number, last=last, by=visit.by)
    return visit.done(tell(redone_message(saved.state, number, last)))
