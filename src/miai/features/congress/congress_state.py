"""A congress with all its events, as they are now, and values that are computed from all of them."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from miai.desk.live_state import STAGE_SIGN, Desk, State
from miai.domain.people.congress import CongressEvent, EventEntry
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.draw.tournament_kind import demand_congress
from miai.messages import Message
from miai.store.protocol import Head

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPart:
    """An event of a congress, or a stage of one; both are addressed by `id` like any tournament.

    A stage has the name of its event too: "Masters, Group A".
    """

    id: str
    event: str
    name: str
    room: str
    tournament: Tournament


@dataclass(frozen=True, kw_only=True)
class WholeCongress:
    """A congress and its events at one moment; `missing` are events that are not in the store any more."""

    state: State
    events: Mapping[str, State]
    missing: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the congress."""
        return self.state.id

    @property
    def tournament(self) -> Tournament:
        """The document of the congress, whose players are the people."""
        return self.state.tournament

    @property
    def heads(self) -> tuple[Head, ...]:
        """The last entries of all logs."""
        return (self.state.head, *(state.head for state in self.events.values()))

    @cached_property
    def people(self) -> dict[PlayerId, Player]:
        """Everybody by id."""
        return {player.id: player for player in self.tournament.players}

    @cached_property
    def players(self) -> dict[str, dict[PlayerId, Player]]:
        """The players of each event by id."""
        return {
            event: {player.id: player for player in state.tournament.players}
            for event, state in self.events.items()
        }

    @cached_property
    def entries(self) -> dict[PlayerId, tuple[EventEntry, ...]]:
        """The entries of everybody who is on the list."""
        return {
            each.person: each.entries
            for each in self.tournament.congress.entries
            if each.person in self.people
        }

    @cached_property
    def persons(self) -> dict[tuple[str, PlayerId], tuple[PlayerId, ...]]:
        """Who a player of an event is: one person, or those of a side."""
        found: dict[tuple[str, PlayerId], tuple[PlayerId, ...]] = {}
        for person, entries in self.entries.items():
            for entry in entries:
                key = entry.event, entry.player
                found[key] = (*found.get(key, ()), person)
        return found

    @cached_property
    def parts(self) -> tuple[EventPart, ...]:
        """All events with their stages, in the order of the congress."""
        return tuple(
            part
            for each in self.tournament.congress.events
            if each.event in self.events
            for part in _parts(each, self.events[each.event].tournament)
        )

    def event(self, event_id: str) -> Tournament:
        """One of the events."""
        if event_id in self.events:
            return self.events[event_id].tournament
        raise not_an_event(self.tournament, event_id)


def congress_state(desk: Desk, congress_id: str) -> State:
    """The state of a congress; any other tournament is refused."""
    state = desk.state(congress_id)
    demand_congress(state.tournament)
    return state


def not_an_event(congress: Tournament, event_id: str) -> InputError:
    """The refusal of an event that does not belong to a congress."""
    return InputError(
        Message("'%(id)s' is not an event of %(congress)s", id=event_id, congress=congress.name)
    )


def whole_congress(desk: Desk, congress_id: str) -> WholeCongress:
    """A congress with all its events as they are now; the same value is given until one of them changes."""
    state = congress_state(desk, congress_id)
    events: dict[str, State] = {}
    missing = []
    for each in state.tournament.congress.events:
        try:
            events[each.event] = desk.state(each.event)
        except InputError:
            missing.append(each.event)
    made = WholeCongress(state=state, events=events, missing=tuple(missing))
    if any(each.draft for each in (state, *events.values())):
        return made
    kept = _kept.setdefault(desk, {})
    known = kept.get(made.id)
    if known is None or known.whole.heads != made.heads or known.whole.missing != made.missing:
        known = kept[made.id] = _Known(whole=made)
    return known.whole


def recall(desk: Desk, whole: WholeCongress, key: Hashable, compute: Callable[[], T]) -> T:
    """A value computed from a congress and its events, kept until one of them changes."""
    known = _kept.get(desk, {}).get(whole.id)
    if known is None or known.whole is not whole:
        return compute()
    if key not in known.values:
        known.values[key] = compute()
    found: T = known.values[key]
    return found


@dataclass(slots=True, kw_only=True)
class _Known:
    whole: WholeCongress
    values: dict[Hashable, Any] = field(default_factory=dict)


_kept: WeakKeyDictionary[Desk, dict[str, _Known]] = WeakKeyDictionary()


def _parts(event: CongressEvent, tournament: Tournament) -> Iterator[EventPart]:
    yield EventPart(
        id=event.event, event=event.event, name=tournament.name, room=event.room, tournament=tournament
    )
    for stage in tournament.stages:
        yield EventPart(
            id=f"{event.event}{STAGE_SIGN}{stage.id}",
            event=event.event,
            name=f"{tournament.name}, {stage.event.name}",
            room=event.room,
            tournament=stage.event,
        )
