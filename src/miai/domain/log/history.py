"""The log of a tournament: who did what and when, with undo and redo of one entry at a time."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, cast

from miai.domain.field_facts import Unwritten
from miai.domain.log import events
from miai.domain.log.nothing_dangling import demand_nothing_dangles
from miai.domain.log.reconstruction import events_leading_to
from miai.domain.log.replay import apply, replay
from miai.domain.log.standings_lock import demand_places_kept
from miai.domain.log.written import Written
from miai.domain.people.player import PlayerId
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event with its number in the log, its author and its time (ISO 8601).

    Entries are equal when the same happened in them, however they were `written`.
    """

    number: int
    event: events.Event
    by: str = ""
    at: str = ""
    written: Annotated[Written, Unwritten()] = field(default_factory=Written, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Everything that happened, in order; nothing is ever removed from it.

    `identity` tells a tournament from every other one, also from one that has its name later; it is empty
    until a store has given one. Histories are equal when the same happened in them. That of a `stage` knows
    the `whole` one, because people, details and games elsewhere are those of the event.
    """

    entries: tuple[Entry, ...] = ()
    identity: str = field(default="", compare=False)
    whole: "History | None" = field(default=None, compare=False, repr=False)
    stage: StageId = field(default=MAIN, compare=False)

    @classmethod
    def of(cls, happened: Iterable[events.Event]) -> "History":
        """A history of bare events."""
        return cls(entries=tuple(Entry(number=n, event=event) for n, event in enumerate(happened, start=1)))

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> "History":
        """A history that leads to a tournament whose real history is not known."""
        return cls.of(events_leading_to(tournament))

    def problems(self) -> list[Problem]:
        """What contradicts itself in the log: numbers that do not rise, undo of nothing, no creation."""
        found = []
        if not self.entries or not isinstance(self.entries[0].event, events.TournamentCreated):
            # Without it the tournament would have whatever rules are the default today.
            what = Message("the history does not begin with the creation of the tournament")
            found.append(Problem(what=what))
        changes: set[int] = set()
        last = 0
        for entry in self.entries:
            where = Message("entry %(number)s", number=entry.number)
            if entry.number <= last:
                what = Message("the numbers of the entries do not rise")
                found.append(Problem(what=what, where=where))
            last = max(last, entry.number)
            if isinstance(entry.event, events.Undone | events.Redone):
                if entry.event.entry not in changes:
                    what = Message("there is no entry %(number)s to undo", number=entry.event.entry)
                    found.append(Problem(what=what, where=where))
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

    @property
    def effective_entries(self) -> tuple[Entry, ...]:
        """The entries that count at present: changes that are not undone."""
        undone = self.undone
        return tuple(
            entry
            for entry in self.entries
            if entry.number not in undone and not isinstance(entry.event, events.Undone | events.Redone)
        )

    def entries_of_draw(self, number: int) -> tuple[Entry, ...]:
        """The entries that count and are not about an earlier draw of a round, which was taken back."""
        found = self.effective_entries
        for place in range(len(found), 0, -1):
            event = found[place - 1].event
            if isinstance(event, events.RoundDeleted) and event.round == number:
                return found[place:]
        return found

    def tournament(self) -> Tournament:
        """The tournament as it stands; a stage that is not open, or not open yet, is empty."""
        if self.whole is not None:
            stages = self.whole.tournament().stages
            return next((each.event for each in stages if each.id == self.stage), Tournament())
        return replay(cast("events.Change", entry.event) for entry in self.effective_entries)

    def in_stage(self, stage: StageId) -> "History":
        """What happened in a stage, and in the event to its players, with the same numbers."""
        found: list[Entry] = []
        numbers: set[int] = set()
        players: set[PlayerId] = set()
        for entry in self.entries:
            match entry.event:
                case events.InStage(stage=where, change=change) if where == stage:
                    numbers.add(entry.number)
                    found.append(replace(entry, event=change))
                    if isinstance(change, events.PlayerRegistered):
                        players.add(change.player.id)
                case change if not players.isdisjoint(_changed_people(change)):
                    numbers.add(entry.number)
                    found.append(entry)
                case events.Undone(entry=number) | events.Redone(entry=number) if number in numbers:
                    found.append(entry)
                case events.ReasonGiven(entries=about) if numbers.intersection(about):
                    found.append(entry)
        return History(entries=tuple(found), identity=self.identity, whole=self, stage=stage)

    def append(self, event: events.Event, *, by: str = "", at: str = "") -> "History":
        """The history with one more event; one that makes no sense raises."""
        if self.whole is not None:
            return self.whole.append(_of_stage(self.stage, event), by=by, at=at).in_stage(self.stage)
        number = self.entries[-1].number + 1 if self.entries else 1
        longer = self.extended([Entry(number=number, event=event, by=by, at=at)])
        after = longer.tournament()
        demand_nothing_dangles(self.tournament, after, (event,))
        if any(isinstance(entry.event, events.StandingsFinalised) for entry in self.entries):
            demand_places_kept(self.tournament(), after, (event,))
        return longer

    def extended(self, entries: Iterable[Entry]) -> "History":
        """The history with more entries, which are not checked."""
        return replace(self, entries=(*self.entries, *entries))

    def until(self, version: int) -> "History":
        """The history up to an entry and with it."""
        whole = None if self.whole is None else self.whole.until(version)
        return replace(self, entries=self.entries[: self._position(version)], whole=whole)

    def since(self, version: int) -> tuple[Entry, ...]:
        """The entries after a version."""
        return self.entries[self._position(version) :]

    def _position(self, version: int) -> int:
        return bisect_right(self.entries, version, key=lambda entry: entry.number)

    def undo(self, number: int, *, by: str = "", at: str = "") -> "History":
        """Undo one entry; refused while later entries depend on it."""
        event = self.undoing(number)
        if self.whole is not None:
            return self.whole.undo(number, by=by, at=at).in_stage(self.stage)
        try:
            return self.append(event, by=by, at=at)
        except InputError as error:
            last = self.entries[-1].number
            raise self.extended([Entry(number=last + 1, event=event)]).undo_refused(number, error) from error

    def undo_refused(self, number: int, error: InputError) -> InputError:
        """The refusal of this history, at whose end an entry is undone, with the entry that needs it."""
        reason = self._need_of(number) or error.reasons
        return InputError(
            Message("entry %(number)s cannot be undone: %(reason)s", number=number, reason=reason)
        )

    def _need_of(self, number: int) -> Message | None:
        """The later entries that need one that is undone here; None if all of them are possible."""
        tournament = Tournament()
        for entry in self.effective_entries:
            try:
                tournament = apply(tournament, cast("events.Change", entry.event))
            except InputError:
                return self._results_of_draw(number) or Message(
                    "entry %(later)s needs it and would have to be undone first", later=entry.number
                )
        return None

    def _results_of_draw(self, number: int) -> Message | None:
        """The results of the round that an entry drew, if it drew one and they were entered since."""
        stage, drawn = _inside(self.change(number).event)
        if not isinstance(drawn, events.RoundDrawn):
            return None
        tables = {}
        for entry in self.effective_entries:
            where, change = _inside(entry.event)
            if (
                isinstance(change, events.ResultEntered)
                and entry.number > number
                and (where, change.round) == (stage, drawn.round.number)
            ):
                tables[change.table] = change.result.known
        return (
            counted(
                "round %(round)s has %(num)s result of this draw",
                "round %(round)s has %(num)s results of this draw",
                sum(tables.values()),
                round=drawn.round.number,
            )
            if any(tables.values())
            else None
        )

    def redo(self, number: int, *, by: str = "", at: str = "") -> "History":
        """Redo an entry that was undone."""
        event = self.redoing(number)
        try:
            return self.append(event, by=by, at=at)
        except InputError as error:
            raise InputError(
                Message("entry %(number)s cannot be redone: %(reason)s", number=number, reason=error.reasons)
            ) from error

    def undoing(self, number: int) -> events.Undone:
        """The event that undoes an entry, if that is possible at all; what depends on it is not checked."""
        target = self.change(number)
        if number in self.undone:
            raise InputError(Message("entry %(number)s is undone already", number=number))
        if isinstance(target.event, events.TournamentCreated):
            raise InputError(Message("the creation of the tournament cannot be undone"))
        return events.Undone(entry=number)

    def redoing(self, number: int) -> events.Redone:
        """The event that redoes an entry, if it is undone."""
        self.change(number)
        if number not in self.undone:
            raise InputError(Message("entry %(number)s is not undone", number=number))
        return events.Redone(entry=number)

    def change(self, number: int) -> Entry:
        """The entry with that number, which is no undo or redo."""
        for entry in self.entries:
            if entry.number == number:
                if isinstance(entry.event, events.Undone | events.Redone):
                    raise InputError(Message("entry %(number)s is itself an undo or redo", number=number))
                return entry
        raise InputError(Message("the history has no entry %(number)s", number=number))


def _inside(event: events.Event) -> tuple[StageId | None, events.Event]:
    """The stage in which something happened, and what it was."""
    return (event.stage, event.change) if isinstance(event, events.InStage) else (None, event)


def _changed_people(event: events.Event) -> tuple[PlayerId, ...]:
    """The players about whom an event of the whole says something new."""
    match event:
        case events.PlayerChanged(player=player):
            return (player.id,)
        case events.PlayersChanged(players=players):
            return tuple(player.id for player in players)
        case events.PlayerWithdrew(player=gone):
            return (gone,)
    return ()


def _of_stage(stage: StageId, event: events.Event) -> events.Event:
    """An event of a stage as the log of its event has it; undo, redo and reasons name entries of that log."""
    if isinstance(event, events.Undone | events.Redone | events.ReasonGiven):
        return event
    return events.in_stage(stage, event)
