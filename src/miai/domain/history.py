"""The log of a tournament: who did what and when, with undo and redo of one entry at a time."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.domain import events
from miai.domain.replay import replay
from miai.domain.retelling import events_of
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event with its number in the log, its author and its time (ISO 8601)."""

    number: int
    event: events.Event
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All that happened, in order; nothing is ever removed from it."""

    entries: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, happened: Iterable[events.Event]) -> "History":
        """A history of bare events."""
        return cls(entries=tuple(Entry(number=n, event=event) for n, event in enumerate(happened, start=1)))

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> "History":
        """A history that leads to a tournament whose true one is not known."""
        return cls.of(events_of(tournament))

    def problems(self) -> list[Problem]:
        """What contradicts itself in the log: numbers that do not rise, undo of nothing."""
        found = []
        changes: set[int] = set()
        last = 0
        for entry in self.entries:
            where = f"entry {entry.number}"
            if entry.number <= last:
                found.append(Problem(what="the numbers of the entries do not rise", where=where))
            last = max(last, entry.number)
            if isinstance(entry.event, events.Undone | events.Redone):
                if entry.event.entry not in changes:
                    found.append(Problem(what=f"there is no entry {entry.event.entry} to undo", where=where))
            elif not isinstance(entry.event, events.TournamentCreated):
                changes.add(entry.number)
        return found

    @property
    def undone(self) -> frozenset[int]:
        """The numbers of the entries that do not count at present."""
        numbers: set[int] = set()
        for entry in self.entries:
            match entry.event:
                case events.Undone(entry=number):
                    numbers.add(number)
                case events.Redone(entry=number):
                    numbers.discard(number)
        return frozenset(numbers)

    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        undone = self.undone
        return replay(
            entry.event
            for entry in self.entries
            if not isinstance(entry.event, events.Undone | events.Redone) and entry.number not in undone
        )

    def append(self, event: events.Event, *, by: str = "", at: str = "") -> "History":
        """The history with one more event; one that makes no sense raises."""
        number = self.entries[-1].number + 1 if self.entries else 1
        longer = History(entries=(*self.entries, Entry(number=number, event=event, by=by, at=at)))
        longer.tournament()
        return longer

    def undo(self, number: int, *, by: str = "", at: str = "") -> "History":
        """Let one entry no longer count; refused while later entries rest on it."""
        event = self.undoing(number)
        try:
            return self.append(event, by=by, at=at)
        except InputError as error:
            raise InputError(f"entry {number} cannot be undone: {error}") from error

    def redo(self, number: int, *, by: str = "", at: str = "") -> "History":
        """Let an undone entry count again."""
        event = self.redoing(number)
        try:
            return self.append(event, by=by, at=at)
        except InputError as error:
            raise InputError(f"entry {number} cannot be redone: {error}") from error

    def undoing(self, number: int) -> events.Undone:
        """The event that undoes an entry, if it is one that can be undone; what rests on it is not asked."""
        target = self._change(number)
        if number in self.undone:
            raise InputError(f"entry {number} is undone already")
        if isinstance(target.event, events.TournamentCreated):
            raise InputError("the creation of the tournament cannot be undone")
        return events.Undone(entry=number)

    def redoing(self, number: int) -> events.Redone:
        """The event that lets an undone entry count again."""
        self._change(number)
        if number not in self.undone:
            raise InputError(f"entry {number} is not undone")
        return events.Redone(entry=number)

    def _change(self, number: int) -> Entry:
        for entry in self.entries:
            if entry.number == number:
                if isinstance(entry.event, events.Undone | events.Redone):
                    raise InputError(f"entry {number} is itself an undo or redo")
                return entry
        raise InputError(f"the history has no entry {number}")
