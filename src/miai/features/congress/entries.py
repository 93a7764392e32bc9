"""Who plays in which event, as the log of the congress has it."""

from collections.abc import Iterator, Mapping, Sequence

from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.people.congress import EventEntry, PersonEntries
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.features.congress.congress_state import WholeCongress
from miai.features.congress.person import is_same

Entries = Mapping[PlayerId, tuple[EventEntry, ...]]


def entries_of(congress: Tournament) -> dict[PlayerId, tuple[EventEntry, ...]]:
    """The entries of everybody."""
    return {each.person: each.entries for each in congress.congress.entries}


def entries_changed(changed: Entries) -> list[events.EntriesChanged]:
    """One entry of the log for all; none where nothing changes."""
    entries = tuple(PersonEntries(person=person, entries=entered) for person, entered in changed.items())
    return [events.EntriesChanged(entries=entries)] if entries else []


def new_entries(
    desk: Desk, whole: WholeCongress, congress: Tournament, chosen: Mapping[PlayerId, Sequence[str]]
) -> list[events.EntriesChanged]:
    """The change of the congress that enters people in events; who is in one already stays as they are."""
    ids = {event_id: desk.new_ids(event) for event_id, event in whole.events.items()}
    strangers = {event_id: tuple(_strangers(whole, event_id)) for event_id in whole.events}
    known = entries_of(congress)
    changed = {}
    for person, event_ids in chosen.items():
        about = congress.player(person)
        entered = known.get(person, ())
        there = {entry.event for entry in entered}
        new = [
            EventEntry(event=each, player=_player_for(about, strangers[each]) or ids[each].player(person))
            for each in event_ids
            if each not in there
        ]
        if new:
            changed[person] = (*entered, *new)
    return entries_changed(changed)


def _strangers(whole: WholeCongress, event_id: str) -> Iterator[Player]:
    """Players of an event who are not connected with the list."""
    for player in whole.players[event_id].values():
        if (event_id, player.id) not in whole.persons and not player.members:
            yield player


def _player_for(person: Player, strangers: Sequence[Player]) -> PlayerId | None:
    """The player that a person is in an event already, without being connected with the list."""
    found = [player.id for player in strangers if is_same(player, person)]
    return found[0] if len(found) == 1 else None
