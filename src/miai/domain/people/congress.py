"""A congress: people who are entered once, and the events that they play in."""

from dataclasses import dataclass

from miai.domain.field_facts import Public
from miai.domain.people.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class CongressEvent:
    """An event of a congress by the id of its tournament, and the room it is played in."""

    event: Public[str]
    room: Public[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventEntry:
    """The event that a person plays in, and which of its players they are."""

    event: Public[str]
    player: Public[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEntries:
    """All events that a person plays in."""

    person: Public[PlayerId]
    entries: tuple[EventEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Congress:
    """The events in the order of the timetable, and who plays in which; its people are the players."""

    events: tuple[CongressEvent, ...] = ()
    entries: tuple[PersonEntries, ...] = ()

    def entries_of(self, person: PlayerId) -> tuple[EventEntry, ...]:
        """The events that a person plays in."""
        return next((each.entries for each in self.entries if each.person == person), ())


NO_CONGRESS = Congress()
