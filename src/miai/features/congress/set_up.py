"""Set up a congress: create it, add and remove events, give them rooms and tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from miai.desk.handed_out import begin_record
from miai.desk.live_state import STAGE_SIGN, Desk, Saved, State
from miai.desk.together import written_together
from miai.domain.log import events
from miai.domain.log.events import in_stage
from miai.domain.log.new_ids import NewIds
from miai.domain.people.congress import CongressEvent, EventEntry, PersonEntries
from miai.domain.people.player import Player, PlayerId
from miai.domain.table_numbers import Tables
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.congress_state import congress_state, not_an_event
from miai.features.congress.find_congress import congress_of
from miai.features.congress.matching import PersonMatch, Recognised, match_people
from miai.features.congress.person import as_person
from miai.features.congress.sharing import share_event
from miai.features.draw.tournament_kind import demand_congress, demand_no_congress
from miai.features.settings.change_settings import rules_changed
from miai.features.tournament.create_tournament import (
    create_document,
    document_of,
    new_tournament,
    opening,
)
from miai.messages import Message
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedEvent:
    """An event that was added: whom the list knew, who is new on it, and about whom to ask.

    Nothing is done about the doubtful until the question is answered.
    """

    saved: Saved
    event: str
    known: tuple[PersonMatch, ...] = ()
    new: tuple[PersonMatch, ...] = ()
    doubtful: tuple[PersonMatch, ...] = ()


def create_congress(
    desk: Desk,
    *,
    name: str,
    by: str,
    place: str = "",
    country: str = "",
    director: str = "",
    begin: str = "",
    end: str = "",
) -> State:
    """A new congress without people and events."""
    created = opening(
        name=name, place=place, country=country, director=director, begin=begin, end=end, is_congress=True
    )
    return create_document(desk, [created], by=by)


def create_event(
    desk: Desk, congress_id: str, *, name: str, by: str, room: str = "", **settings: Any
) -> JoinedEvent:
    """Create an event at the place of the congress and add it; the settings are those of a new tournament.

    Both are written, or nothing is.
    """
    congress = congress_state(desk, congress_id).tournament
    shared = ("place", "country", "director", "begin", "end")
    about = {**{field: getattr(congress, field) for field in shared}, **settings}
    history = document_of([new_tournament(name=name, **about)], by=by)

    def decide(state: State, event: TournamentId) -> list[events.Event]:
        demand_congress(state.tournament)
        return [_with_event(state.tournament, event, room)]

    created, saved = desk.create_in(congress_id, history, decide, by=by)
    begin_record(desk.store, created.history.identity)
    share_event(desk, congress_id, created.id)
    return JoinedEvent(saved=saved, event=created.id)


def _with_event(congress: Tournament, event: str, room: str) -> events.CongressEventsSet:
    """One more event of a congress."""
    added = CongressEvent(event=event, room=room.strip())
    return events.CongressEventsSet(events=(*congress.congress.events, added))


@written_together
def add_event(
    desk: Desk,
    congress_id: str,
    event_id: str,
    *,
    by: str,
    room: str = "",
    answers: Mapping[str, str] | None = None,
) -> JoinedEvent:
    """Add a tournament of the store as an event, and its players to the people of the congress.

    Players are recognised by their numbers, or by name and grade; new ones are added. Doubtful ones are left
    until `answers` say by their keys whom of the list they are, or with an empty text that they are new. The
    same for players who were entered in the event itself after it was added.
    """
    event = _demand_addable(desk, congress_id, event_id)
    given = answers or {}
    found: list[PersonMatch] = []

    def decide(state: State) -> list[events.Event]:
        demand_congress(state.tournament)
        congress = state.tournament.congress
        found[:] = [
            _answered(match, given, state.tournament)
            for match in match_people(state.tournament, event_id, event)
        ]
        happened: list[events.Event] = []
        if all(each.event != event_id for each in congress.events):
            happened.append(_with_event(state.tournament, event_id, room))
        return [*happened, *_linked(state.tournament, event_id, found, desk.new_ids(state))]

    saved = desk.change(congress_id, decide, by=by)
    desk.afterwards(lambda: share_event(desk, congress_id, event_id))
    kinds = {kind: tuple(each for each in found if each.recognised is kind) for kind in Recognised}
    return JoinedEvent(
        saved=saved,
        event=event_id,
        known=(*kinds[Recognised.BY_NUMBER], *kinds[Recognised.BY_NAME]),
        new=kinds[Recognised.NEW],
        doubtful=kinds[Recognised.DOUBTFUL],
    )


def remove_event(desk: Desk, congress_id: str, event_id: str, *, by: str) -> Saved:
    """Remove an event from the congress; the tournament itself and the people stay."""

    def decide(state: State) -> list[events.Event]:
        congress = state.tournament.congress
        _demand_event(state.tournament, event_id)
        kept = tuple(each for each in congress.events if each.event != event_id)
        changed = tuple(
            replace(each, entries=tuple(entry for entry in each.entries if entry.event != event_id))
            for each in congress.entries
            if any(entry.event == event_id for entry in each.entries)
        )
        happened: list[events.Event] = [events.CongressEventsSet(events=kept)]
        return [*happened, events.EntriesChanged(entries=changed)] if changed else happened

    return desk.change(congress_id, decide, by=by)


def set_room(desk: Desk, congress_id: str, event_id: str, room: str, *, by: str) -> Saved:
    """Say in which room an event is played."""

    def decide(state: State) -> list[events.Event]:
        _demand_event(state.tournament, event_id)
        old = state.tournament.congress.events
        new = tuple(replace(each, room=room.strip()) if each.event == event_id else each for each in old)
        return [events.CongressEventsSet(events=new)] if new != old else []

    return desk.change(congress_id, decide, by=by)


def order_events(desk: Desk, congress_id: str, order: Iterable[str], *, by: str) -> Saved:
    """Put the events in another order; those that are not named follow as they are."""
    wanted = list(order)

    def decide(state: State) -> list[events.Event]:
        for event_id in wanted:
            _demand_event(state.tournament, event_id)
        old = state.tournament.congress.events
        place = {event_id: at for at, event_id in enumerate(wanted)}
        new = tuple(sorted(old, key=lambda each: place.get(each.event, len(wanted))))
        return [events.CongressEventsSet(events=new)] if new != old else []

    return desk.change(congress_id, decide, by=by)


@written_together
def place_event(
    desk: Desk,
    congress_id: str,
    event_id: str,
    *,
    by: str,
    room: str | None = None,
    tables: Tables | None = None,
) -> tuple[Saved, ...]:
    """Say in which room an event is played and which tables it uses; what is None stays."""
    saved = []
    if room is not None:
        saved.append(set_room(desk, congress_id, event_id, room, by=by))
    if tables is not None:
        saved.append(set_tables(desk, congress_id, event_id, tables, by=by))
    return tuple(saved)


def set_tables(desk: Desk, congress_id: str, event_id: str, tables: Tables, *, by: str) -> Saved:
    """Say which tables an event uses; this is a setting of the event itself.

    Stages that had the tables of the event have the new ones too; those with tables of their own keep them.
    """
    _demand_event(congress_state(desk, congress_id).tournament, event_id)
    rules = {"tables.ranges": tables.ranges, "tables.left_out": tables.left_out}

    def decide(state: State) -> list[events.Event]:
        event = state.tournament
        changed: list[events.Event] = [*rules_changed(event, rules)]
        for stage in event.stages:
            if stage.event.settings.tables == event.settings.tables:
                changed += [in_stage(stage.id, each) for each in rules_changed(stage.event, rules)]
        return changed

    return desk.change(event_id, decide, by=by)


def _demand_event(congress: Tournament, event_id: str) -> None:
    demand_congress(congress)
    if all(each.event != event_id for each in congress.congress.events):
        raise not_an_event(congress, event_id)


def _demand_addable(desk: Desk, congress_id: str, event_id: str) -> Tournament:
    congress = congress_state(desk, congress_id)
    if STAGE_SIGN in event_id:
        raise InputError(Message("a stage belongs to its event: add the event"))
    event = desk.state(event_id).tournament
    demand_no_congress(event)
    other = congress_of(desk, event_id)
    if other is not None and other.id != congress.id:
        raise InputError(
            Message(
                "%(event)s belongs to %(congress)s already", event=event.name, congress=other.tournament.name
            )
        )
    return event


def _answered(match: PersonMatch, answers: Mapping[str, str], congress: Tournament) -> PersonMatch:
    if match.recognised is not Recognised.DOUBTFUL or match.key not in answers:
        return match
    chosen = answers[match.key]
    if not chosen:
        return replace(match, recognised=Recognised.NEW)
    return replace(match, recognised=Recognised.BY_NAME, person=congress.player(PlayerId(chosen)).id)


def _linked(
    congress: Tournament, event_id: str, found: Iterable[PersonMatch], ids: NewIds
) -> list[events.Event]:
    """Register those who are new, and connect everybody with their player."""
    entries = {each.person: each.entries for each in congress.congress.entries}
    people: list[Player] = []
    changed: dict[PlayerId, tuple[EventEntry, ...]] = {}
    for match in found:
        if match.recognised is Recognised.DOUBTFUL:
            continue
        person = match.person
        if person is None:
            # A side is not one of its people.
            wished = "" if match.player.members else match.player.id
            people.append(as_person(match.entrant, ids.player(wished), match.player))
            person = people[-1].id
        known = changed.get(person, entries.get(person, ()))
        if any(entry.event == event_id for entry in known):
            raise InputError(Message("%(name)s is in this event already", name=match.entrant.name))
        changed[person] = (*known, EventEntry(event=event_id, player=match.player.id))
    happened: list[events.Event] = [events.PlayerRegistered(player=person) for person in people]
    if changed:
        entered = tuple(PersonEntries(person=person, entries=all_) for person, all_ in changed.items())
        happened.append(events.EntriesChanged(entries=entered))
    return happened
