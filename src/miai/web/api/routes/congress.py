"""Congresses: their events, rooms and tables, people's entries, clashes and the timetable."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from starlette.responses import Response

from miai.app.programs.tokens import Scope
from miai.domain.player import PlayerId
from miai.domain.table_numbers import TableRange
from miai.web.api.operations import Body, Here, Operations
from miai.web.api.routes.tournaments import NewTournament

operations = Operations("congress", "Congresses: many events with one list of people.")

_CONGRESS = "/tournaments/{id}/congress"


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


@operations.get(f"{_CONGRESS}/events", dict[str, Any], whole=True)
def list_events(call: Here) -> Response:
    """List the events with rooms and tables."""
    from miai.app.congress.timetable import table_clashes
    from miai.app.congress.whole import whole_congress
    from miai.app.json.congress import events_json

    whole = whole_congress(call.desk, call.state.id)
    return call.answer(events_json(whole, table_clashes(call.desk, call.state.id)))


@operations.get(f"{_CONGRESS}/people", dict[str, Any], whole=True)
def list_people(call: Here) -> Response:
    """List everybody with their events, and what events have otherwise than the list."""
    from miai.app.congress.keep_up import behind
    from miai.app.congress.whole import whole_congress
    from miai.app.json.congress import people_json

    whole = whole_congress(call.desk, call.state.id)
    return call.answer(people_json(whole, behind(call.desk, call.state.id)))


@operations.get(f"{_CONGRESS}/timetable", dict[str, Any], whole=True)
def get_timetable(call: Here) -> Response:
    """Get the rounds of all events."""
    from miai.app.congress.timetable import timetable
    from miai.app.congress.whole import whole_congress
    from miai.app.json.congress import timetable_json

    whole = whole_congress(call.desk, call.state.id)
    return call.answer(timetable_json(whole, timetable(call.desk, call.state.id)))


@operations.get(f"{_CONGRESS}/clashes", dict[str, Any], whole=True)
def list_clashes(call: Here) -> Response:
    """List people and tables that are needed in two events at the same hour."""
    from miai.app.congress.clashes import clashes
    from miai.app.congress.timetable import table_clashes
    from miai.app.congress.whole import whole_congress
    from miai.app.json.congress import clashes_json

    whole = whole_congress(call.desk, call.state.id)
    found, tables = clashes(call.desk, call.state.id), table_clashes(call.desk, call.state.id)
    return call.answer(clashes_json(whole, found, tables))


@operations.get(f"{_CONGRESS}/events/{{event}}/people", dict[str, Any], scope=Scope.DIRECT, whole=True)
def list_doubtful_people(call: Here, event: str) -> Response:
    """List who in an event is not on the list of people, and whom of it they might be."""
    from miai.app.congress.matching import match_people
    from miai.app.congress.whole import whole_congress

    whole = whole_congress(call.desk, call.state.id)
    matches = match_people(whole.tournament, event, whole.event(event))
    return call.answer(
        {
            "people": [
                {
                    "key": match.key,
                    "name": match.entrant.name,
                    "grade": str(match.entrant.grade),
                    "recognised": match.recognised.value,
                    "person": match.person,
                    "candidates": [each.id for each in match.candidates],
                }
                for match in matches
            ]
        }
    )


@operations.post(f"{_CONGRESS}/events", scope=Scope.ADMIN, whole=True)
def add_event(call: Here, added: AddEvent) -> Response:
    """Add a tournament as an event, or connect its players with the list of people."""
    from miai.app.congress.set_up import add_event as add

    joined = add(call.desk, call.state.id, added.event, room=added.room, answers=added.answers, by=call.by)
    return call.written(joined.saved, doubtful=[each.key for each in joined.doubtful])


@operations.post(f"{_CONGRESS}/events/{{event}}/people", whole=True)
def connect_people(call: Here, event: str, answers: dict[str, str]) -> Response:
    """Connect the players of an event with the list of people, as answered by their keys."""
    from miai.app.congress.set_up import add_event as add
    from miai.app.congress.whole import whole_congress

    whole_congress(call.desk, call.state.id).event(event)
    joined = add(call.desk, call.state.id, event, answers=answers, by=call.by)
    return call.written(joined.saved, doubtful=[each.key for each in joined.doubtful])


@operations.post(f"{_CONGRESS}/events/new", whole=True, status=201)
def create_event(call: Here, new: NewEvent) -> Response:
    """Create a tournament as an event of the congress."""
    from miai.app.congress.set_up import create_event as create
    from miai.domain.settings import Clock, Handicapping
    from miai.web.api.operations import read

    given = new.model_dump(exclude_unset=True, exclude={"clock", "handicapping"})
    if new.clock is not None:
        given["clock"] = read(Clock, new.clock, Clock(), where="clock")
    if new.handicapping is not None:
        known = Handicapping(none_above_bar=True)
        given["handicapping"] = read(Handicapping, new.handicapping, known, where="handicapping")
    joined = create(call.desk, call.state.id, **given, by=call.by)
    return call.written(joined.saved, status=201, event=joined.event)


@operations.patch(f"{_CONGRESS}/events/{{event}}", whole=True)
def change_event(call: Here, event: str, change: EventChange) -> Response:
    """Set the room and the tables of an event."""
    from miai.app.congress.set_up import set_room, set_tables
    from miai.app.congress.whole import whole_congress

    known = whole_congress(call.desk, call.state.id).event(event)
    tables = known.settings.tables
    if change.tables is not None:
        tables = replace(tables, ranges=tuple(TableRange.parse(each) for each in change.tables))
    if change.left_out is not None:
        tables = replace(tables, left_out=tuple(TableRange.parse(each) for each in change.left_out))
    room = change.room
    if room is None:
        room = next(each.room for each in call.tournament.congress.events if each.event == event)
    saved = set_room(call.desk, call.state.id, event, room, by=call.by)
    if tables != known.settings.tables:
        set_tables(call.desk, call.state.id, event, tables, by=call.by)
    return call.written(saved)


@operations.delete(f"{_CONGRESS}/events/{{event}}", whole=True)
def remove_event(call: Here, event: str) -> Response:
    """Take an event out of the congress; the tournament itself stays."""
    from miai.app.congress.set_up import remove_event as remove

    return call.written(remove(call.desk, call.state.id, event, by=call.by))


@operations.put(f"{_CONGRESS}/events/order", whole=True)
def order_events(call: Here, order: Order) -> Response:
    """Set the order of the events."""
    from miai.app.congress.set_up import order_events as set_order

    return call.written(set_order(call.desk, call.state.id, order.events, by=call.by))


@operations.post(f"{_CONGRESS}/update", whole=True)
def bring_events_up_to_date(call: Here, update: Update) -> Response:
    """Bring events up to date with the list of people."""
    from miai.app.congress.keep_up import bring_up_to_date

    left = bring_up_to_date(call.desk, call.state.id, keys=update.keys, by=call.by)
    state = call.desk.state(call.state.id)
    content = {"version": state.version, "entries": [], "left": [str(each.what) for each in left]}
    return call.answer(content, state=state)


@operations.post(f"{_CONGRESS}/people/{{player}}/events", whole=True)
def enter_events(call: Here, player: str, which: EventsOfPerson) -> Response:
    """Enter a person in events, and let them leave others."""
    from miai.app.congress.enter import enter, leave

    person, left = call.player(player).id, None
    if which.enter:
        enter(call.desk, call.state.id, PlayerId(person), which.enter, by=call.by)
    if which.leave:
        left = leave(call.desk, call.state.id, PlayerId(person), which.leave, by=call.by)
    state = call.desk.state(call.state.id)
    content = {
        "version": state.version,
        "entries": [],
        "removed": list(left.removed) if left else [],
        "withdrawn": list(left.withdrawn) if left else [],
    }
    return call.answer(content, state=state)
