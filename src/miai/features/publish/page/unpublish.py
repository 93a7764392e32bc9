"""Unpublish: what players see once pairings or standings are hidden again, and the button that does it."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.features.publish.unpublish import (
    unpublish_round,
    unpublish_standings,
    without_pairings,
    without_standings,
)
from miai.server.form_fields import Number, OptionalAddressNumber
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _

if TYPE_CHECKING:
    from miai.features.publish.unpublish import Unpublished

page = Page("unpublish", need=Role.DIRECTOR)


@page.get("/t/{id}/publish/unpublish")
def ask(visit: Here, after: OptionalAddressNumber = None) -> Response:
    """What players see afterwards: without the pairings of a round, or without the standings `after` one."""
    event = visit.tournament
    if after is not None:
        shown = any(table.after_round == after for table in event.tables_shown)
        number, losses = after, without_standings(event, after)
    else:
        number, losses = visit.round, without_pairings(event, visit.round)
        shown = any(each.number == number for each in event.shown)
    return visit.render(
        "publish/unpublish.html",
        number=number,
        standings=after is not None,
        losses=list(losses) if shown else [],
        back=visit.url("publish"),
    )


@page.post("/t/{id}/publish/unpublish")
def pairings(visit: Here, number: Number) -> Response:
    """Hide the pairings of a round from the players."""
    done = unpublish_round(visit.desk, visit.id, round=number, by=visit.by)
    return _done(visit, _("Pairings of round %(number)s unpublished", number=number), done)


@page.post("/t/{id}/publish/unpublish-standings")
def standings(visit: Here, after: Number) -> Response:
    """Hide the standings after a round from the players."""
    done = unpublish_standings(visit.desk, visit.id, after=after, by=visit.by)
    return _done(visit, _("Standings after round %(number)s unpublished", number=after), done)


def _done(visit: Visit, said: str, done: "Unpublished") -> Response:
    """Back to where the director publishes; the toast publishes the same again."""
    return visit.done(said, to=visit.url("publish"), redo=done.last)
