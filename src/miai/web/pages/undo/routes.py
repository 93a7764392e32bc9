"""Undo and redo of what one action wrote, from any page's toast."""

from starlette.responses import Response

from miai.app.event import undo as app_undo
from miai.web.server.form_fields import Number, OptionalNumber
from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role
from miai.web.words import gettext as _

page = Page("undo", need=Role.DESK)


@page.post("/t/{id}/undo")
def undo(visit: Here, number: Number, last: OptionalNumber = None) -> Response:
    """Undo an entry, or all up to the last one that the same action wrote."""
    app_undo.undo(visit.desk, visit.id, number, last=last, by=visit.by)
    return visit.done(_said_undone(number, last), redo=number, redo_last=last)


@page.post("/t/{id}/redo")
def redo(visit: Here, number: Number, last: OptionalNumber = None) -> Response:
    """Redo what was undone."""
    app_undo.redo(visit.desk, visit.id, number, last=last, by=visit.by)
    if last and last > number:
        return visit.done(_("Entries %(first)s to %(last)s count again", first=number, last=last))
    return visit.done(_("Entry %(number)s counts again", number=number))


def _said_undone(number: int, last: int | None) -> str:
    if last and last > number:
        return _("Entries %(first)s to %(last)s undone", first=number, last=last)
    return _("Entry %(number)s undone", number=number)
