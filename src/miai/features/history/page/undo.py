"""Undo and redo of what one action wrote, from any page's toast."""

from starlette.responses import Response

from miai.features.history import undo as app_undo
from miai.features.history.show_history import redone_message, undone_message
from miai.server.form_fields import Number, OptionalNumber, Text
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import tell

page = Page("undo", suited=everywhere, need=Role.DESK)


@page.post("/t/{id}/undo")
def undo(visit: Here, number: Number, last: OptionalNumber = None, sure: Text = "") -> Response:
    """Undo an entry, or all up to the last one that the same action wrote."""
    saved = app_undo.undo(visit.desk, visit.id, number, last=last, by=visit.by, limits=_limits(visit, sure))
    return visit.done(tell(undone_message(saved.state, number, last)), redo=number, redo_last=last)


@page.post("/t/{id}/redo")
def redo(visit: Here, number: Number, last: OptionalNumber = None, sure: Text = "") -> Response:
    """Redo what was undone."""
    saved = app_undo.redo(visit.desk, visit.id, number, last=last, by=visit.by, limits=_limits(visit, sure))
    return visit.done(tell(redone_message(saved.state, number, last)))


def _limits(visit: Visit, sure: str) -> app_undo.ResultsOnly | None:
    """The result desk undoes results only, those of others after a question; the director everything."""
    if visit.is_director:
        return None
    return app_undo.ResultsOnly(session=visit.session.id, sure=sure == "yes")
