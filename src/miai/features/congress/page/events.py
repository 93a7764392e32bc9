"""Events of a congress: which there are, their rooms and tables, and who in them is on the list of people."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.settings.setting_text import NONE
from miai.errors import InputError
from miai.features.congress.find_congress import congress_ids, congress_of
from miai.features.congress.matching import match_people
from miai.features.congress.rail import events as page
from miai.features.congress.set_up import add_event, order_events, place_event, remove_event
from miai.features.congress.sync_people import bring_up_to_date
from miai.features.congress.view.events import event_rows
from miai.features.congress.view.state import whole_of
from miai.features.settings.rule_text import read_rule
from miai.messages import Message
from miai.server.form_fields import Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import ngettext

if TYPE_CHECKING:
    from miai.features.congress.set_up import JoinedEvent


async def _sent(request: Request) -> FormData:
    return await request.form()


Sent = Annotated[FormData, Depends(_sent)]


@page.get("/t/{id}/events")
def show(visit: Here) -> Response:
    """All events with their rooms and tables, and the tournaments that can be added."""
    whole = whole_of(visit)
    taken = congress_ids(visit.desk)
    others = [
        (each.id, each.name)
        for each in visit.desk.store.tournaments()
        if each.id not in taken
        and not each.archived
        and visit.role_in(each.id) >= Role.OWNER
        and congress_of(visit.desk, each.id) is None
    ]
    return visit.render(
        "congress/congress_events.html",
        rows=event_rows(visit, whole),
        missing=whole.missing,
        others=others,
    )


@page.post("/t/{id}/events/add", need=Role.DIRECTOR)
def add(visit: Here, event: Text = "", room: Text = "") -> Response:
    """Add a tournament that is in the store; about doubtful people the next page asks."""
    if not event:
        raise InputError(Message("choose a tournament"))
    # Those with a role in the congress get the same role in the event.
    visit.demand_role_in(event, Role.OWNER)
    return _joined(visit, add_event(visit.desk, visit.id, event, room=room, by=visit.by))


@page.post("/t/{id}/events/change", need=Role.DIRECTOR)
def change(visit: Here, event: Text, room: Text = "", tables: Text = "", left_out: Text = "") -> Response:
    """Set the room and the tables of an event."""
    known = whole_of(visit).event(event)
    new = replace(
        known.settings.tables,
        ranges=read_rule("tables.ranges", tables or NONE),
        left_out=read_rule("tables.left_out", left_out or NONE),
    )
    saved = place_event(visit.desk, visit.id, event, room=room, tables=new, by=visit.by)
    changed = [each for each in saved if each.entries]
    said = _("%(event)s saved", event=known.name) if changed else _("Nothing changed")
    # Undo is offered for what is in the log of the congress alone.
    return visit.done(said, saved=saved[0] if changed == [saved[0]] else None)


@page.post("/t/{id}/events/move", need=Role.DIRECTOR)
def move(visit: Here, up: Text = "", down: Text = "") -> Response:
    """Move an event up or down in the order."""
    order = [each.event for each in visit.tournament.congress.events]
    moved = up or down
    if moved not in order:
        raise HTTPException(404, _("there is no such event here"))
    at = order.index(moved)
    order.insert(max(0, at - 1) if up else at + 1, order.pop(at))
    return visit.done(_("Order saved"), saved=order_events(visit.desk, visit.id, order, by=visit.by))


@page.post("/t/{id}/events/remove", need=Role.DIRECTOR)
def remove(visit: Here, event: Text) -> Response:
    """Take an event out of the congress; the tournament itself stays."""
    saved = remove_event(visit.desk, visit.id, event, by=visit.by)
    return visit.done(_("The event is no longer part of the congress; its tournament stays"), saved=saved)


@page.get("/t/{id}/events/{event}/people", need=Role.DIRECTOR, viewers=False)
def ask_people(visit: Here, event: str) -> Response:
    """Who in an event is not on the list of people, and whom of it they might be."""
    whole = whole_of(visit)
    if event not in whole.events:
        raise HTTPException(404, _("there is no such event here"))
    tournament = whole.event(event)
    return visit.render(
        "congress/congress_matches.html",
        event_id=event,
        event=tournament,
        matches=match_people(whole.tournament, event, tournament),
    )


@page.post("/t/{id}/events/{event}/people", need=Role.DIRECTOR)
def link_people(visit: Here, event: str, sent: Sent) -> Response:
    """Connect the players of an event with the list, as answered; those who are new are added to it."""
    if event not in whole_of(visit).events:
        raise HTTPException(404, _("there is no such event here"))
    answers = {
        name.removeprefix("who-"): value.removeprefix("new")
        for name, value in sent.items()
        if name.startswith("who-") and isinstance(value, str) and value
    }
    return _joined(visit, add_event(visit.desk, visit.id, event, answers=answers, by=visit.by))


@page.post("/t/{id}/events/update", need=Role.DIRECTOR)
def update(visit: Here, keys: Texts) -> Response:
    """Bring events up to date with the list of people: what is ticked, or all that nothing speaks against."""
    left = bring_up_to_date(visit.desk, visit.id, keys=keys or None, by=visit.by)
    if not left:
        return visit.done(_("All events are up to date"))
    return visit.done(
        ngettext("Up to date but for %(num)s difference", "Up to date but for %(num)s differences", len(left))
    )


def _joined(visit: Visit, joined: "JoinedEvent") -> Response:
    name = visit.desk.state(joined.event).tournament.name
    if joined.doubtful:
        said = ngettext(
            "%(event)s: say who %(num)s person is", "%(event)s: say who %(num)s people are",
            len(joined.doubtful), event=name,
        )  # fmt: skip
        return visit.done(said, to=visit.url(f"events/{joined.event}/people"), saved=joined.saved)
    said = ngettext(
        "%(event)s: %(known)s known, %(num)s new person on the list",
        "%(event)s: %(known)s known, %(num)s new people on the list",
        len(joined.new),
        event=name,
        known=len(joined.known),
    )
    return visit.done(said, to=visit.url("events"), saved=joined.saved)
