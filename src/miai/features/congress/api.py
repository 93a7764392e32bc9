"""Congresses: their events, rooms and tables, people's entries, clashes and the timetable."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape
from miai.desk.live_state import Saved
from miai.domain.settings.clock import Clock
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.table_numbers import TableRange
from miai.features.congress.answer import (
    CLASHES,
    CONGRESS_EVENTS,
    CONGRESS_PEOPLE,
    DOUBTFUL_PEOPLE,
    TIMETABLE,
    Clashes,
    CongressEvents,
    CongressPeople,
    Timetable,
)
from miai.features.congress.clashes import clashes
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.enter_events import Left, change_entries
from miai.features.congress.matching import match_people
from miai.features.congress.set_up import JoinedEvent, place_event
from miai.features.congress.set_up import add_event as add
from miai.features.congress.set_up import create_event as create
from miai.features.congress.set_up import order_events as set_order
from miai.features.congress.set_up import remove_event as remove
from miai.features.congress.sync_people import Behind, behind, bring_up_to_date
from miai.features.congress.timetable import table_clashes, timetable
from miai.features.programs.tokens import Scope
from miai.features.tournament.view import NewTournament
from miai.server.api.operations import Body, Here, Operations, WrittenAbout, read, written_about

operations = Operations("congress", "Congresses: many events with one list of people.")

_CONGRESS = "/tournaments/{id}/congress"


_JOINED: Shape[WrittenAbout[JoinedEvent]] = written_about(
    "WrittenEvent",
    "What a request changed, and the keys of those about whom it asks.",
    Told("doubtful", list[str], lambda joined: [each.key for each in joined.doubtful]),
)
_CREATED: Shape[WrittenAbout[JoinedEvent]] = written_about(
    "CreatedEvent", "What a request changed, and the id of the new tournament.", Told("event", str)
)
_UPDATED: Shape[WrittenAbout[Sequence[Behind]]] = written_about(
    "UpdatedEvents",
    "The version after a request, and what events still have otherwise than the list.",
    Told("left", list[str], lambda left: [each.what for each in left]),
)
_ENTERED: Shape[WrittenAbout[Left | None]] = written_about(
    "EnteredEvents",
    "The version after a request, and the events that somebody was removed or withdrew from.",
    Told("removed", list[str], lambda left: left.removed if left else ()),
    Told("withdrawn", list[str], lambda left: left.withdrawn if left else ()),
)


class AddEvent(Body):
    """A tournament that becomes an event. `answers` say of doubtful players, by their keys, whom of the list
    they are, or with an empty text that they are new.
    """

    event: str
    room: str = ""
    answers: dict[str, str] | None = None


class NewEvent(NewTournament):
    """A new tournament as an event, at the place and on the days of the congress unless others are given."""

    room: str = ""


class EventChange(Body):
    """Room and tables of an event; what is left out stays."""

    room: str | None = None
    tables: list[str] | None = None
    left_out: list[str] | None = None


class Order(Body):
    """The events in their new order."""

    events: list[str]


class Update(Body):
    """The keys of differences to bring up to date; all that nothing speaks against if left out."""

    keys: list[str] | None = None


class EventsOfPerson(Body):
    """Events that a person enters, and events that they leave."""

    enter: Annotated[list[str], Field(default_factory=list)]
    leave: Annotated[list[str], Field(default_factory=list)]


@operations.get(f"{_CONGRESS}/events", CONGRESS_EVENTS, whole=True)
def list_events(call: Here) -> Response:
    """List the events with rooms and tables."""
    whole = whole_congress(call.desk, call.state.id)
    return call.answer(
        CONGRESS_EVENTS.json(CongressEvents(whole=whole, clashes=table_clashes(call.desk, call.state.id)))
    )


@operations.get(f"{_CONGRESS}/people", CONGRESS_PEOPLE, whole=True)
def list_people(call: Here) -> Response:
    """List everybody with their events, and what events have otherwise than the list."""
    whole = whole_congress(call.desk, call.state.id)
    return call.answer(
        CONGRESS_PEOPLE.json(CongressPeople(whole=whole, behind=behind(call.desk, call.state.id)))
    )


@operations.get(f"{_CONGRESS}/timetable", TIMETABLE, whole=True)
def get_timetable(call: Here) -> Response:
    """Get the rounds of all events."""
    whole = whole_congress(call.desk, call.state.id)
    return call.answer(TIMETABLE.json(Timetable(whole=whole, rounds=timetable(call.desk, call.state.id))))


@operations.get(f"{_CONGRESS}/clashes", CLASHES, whole=True)
def list_clashes(call: Here) -> Response:
    """List people and tables that are needed in two events at the same hour."""
    whole = whole_congress(call.desk, call.state.id)
    found, tables = clashes(call.desk, call.state.id), table_clashes(call.desk, call.state.id)
    return call.answer(CLASHES.json(Clashes(whole=whole, people=found, tables=tables)))


@operations.get(f"{_CONGRESS}/events/{{event}}/people", DOUBTFUL_PEOPLE, scope=Scope.DIRECT, whole=True)
def list_doubtful_people(call: Here, event: str) -> Response:
    """List who in an event is not on the list of people, and whom of it they might be."""
    whole = whole_congress(call.desk, call.state.id)
    matches = match_people(whole.tournament, event, whole.event(event))
    return call.answer(DOUBTFUL_PEOPLE.json(matches))


@operations.post(f"{_CONGRESS}/events", _JOINED, scope=Scope.ADMIN, whole=True)
def add_event(call: Here, added: AddEvent) -> Response:
    """Add a tournament as an event, or connect its players with the list of people."""
    joined = add(call.desk, call.state.id, added.event, room=added.room, answers=added.answers, by=call.by)
    return call.written_about(_JOINED, joined.saved, joined)


@operations.post(f"{_CONGRESS}/events/{{event}}/people", _JOINED, whole=True)
def connect_people(call: Here, event: str, answers: dict[str, str]) -> Response:
    """Connect the players of an event with the list of people, as answered by their keys."""
    whole_congress(call.desk, call.state.id).event(event)
    joined = add(call.desk, call.state.id, event, answers=answers, by=call.by)
    return call.written_about(_JOINED, joined.saved, joined)


@operations.post(f"{_CONGRESS}/events/new", _CREATED, whole=True, status=201)
def create_event(call: Here, new: NewEvent) -> Response:
    """Create a tournament as an event of the congress."""
    given = new.model_dump(exclude_unset=True, exclude={"clock", "handicapping"})
    if new.clock is not None:
        given["clock"] = read(Clock, new.clock, Clock(), where="clock")
    if new.handicapping is not None:
        known = Handicapping(none_above_bar=True)
        given["handicapping"] = read(Handicapping, new.handicapping, known, where="handicapping")
    joined = create(call.desk, call.state.id, **given, by=call.by)
    return call.written_about(_CREATED, joined.saved, joined, status=201)


@operations.patch(f"{_CONGRESS}/events/{{event}}", whole=True)
def change_event(call: Here, event: str, change: EventChange) -> Response:
    """Set the room and the tables of an event."""
    known = whole_congress(call.desk, call.state.id).event(event)
    tables = known.settings.tables
    if change.tables is not None:
        tables = replace(tables, ranges=tuple(TableRange.parse(each) for each in change.tables))
    if change.left_out is not None:
        tables = replace(tables, left_out=tuple(TableRange.parse(each) for each in change.left_out))
    room = change.room
    if room is None:
        room = next(each.room for each in call.tournament.congress.events if each.event == event)
    saved = place_event(call.desk, call.state.id, event, room=room, tables=tables, by=call.by)
    return call.written(saved[0])


@operations.delete(f"{_CONGRESS}/events/{{event}}", whole=True)
def remove_event(call: Here, event: str) -> Response:
    """Take an event out of the congress; the tournament itself stays."""
    return call.written(remove(call.desk, call.state.id, event, by=call.by))


@operations.put(f"{_CONGRESS}/events/order", whole=True)
def order_events(call: Here, order: Order) -> Response:
    """Set the order of the events."""
    return call.written(set_order(call.desk, call.state.id, order.events, by=call.by))


@operations.post(f"{_CONGRESS}/update", _UPDATED, whole=True)
def bring_events_up_to_date(call: Here, update: Update) -> Response:
    """Bring events up to date with the list of people."""
    left = bring_up_to_date(call.desk, call.state.id, keys=update.keys, by=call.by)
    saved = Saved(state=call.desk.state(call.state.id), entries=())
    return call.written_about(_UPDATED, saved, left)


@operations.post(f"{_CONGRESS}/people/{{player}}/events", _ENTERED, whole=True)
def enter_events(call: Here, player: str, which: EventsOfPerson) -> Response:
    """Enter a person in events, and let them leave others."""
    person, left = call.player(player).id, None
    if which.enter or which.leave:
        done = change_entries(
            call.desk, call.state.id, person, entering=which.enter, leaving=which.leave, by=call.by
        )
        left = done if which.leave else None
    saved = Saved(state=call.desk.state(call.state.id), entries=())
    return call.written_about(_ENTERED, saved, left)
