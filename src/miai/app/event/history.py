"""The history of a tournament for people: who did what and when, and which entry can be undone."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from miai.app.desk import State
from miai.app.event.history_messages import HistoryContext, Topic, place_of, topic_of
from miai.domain import events
from miai.domain.game import Colour
from miai.domain.history import Entry, History
from miai.domain.player import PlayerId
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One entry for people; `undoes` is the entry that it undoes or redoes."""

    number: int
    at: str
    by: str
    topic: Topic
    what: Message
    round: int | None
    table: int | None
    winner: Colour | None
    undone: bool
    undoable: bool
    undoes: int | None = None

    @property
    def where(self) -> Message:
        """The place of the entry: "Round 3, table 22", "Players"."""
        if self.round is None:
            return Message("Players") if self.topic is Topic.PLAYERS else Message("Tournament")
        if self.table is None:
            return Message("Round %(number)s", number=self.round)
        return Message("Round %(number)s, table %(table)s", number=self.round, table=self.table)


def history_view(
    state: State,
    *,
    topic: Topic | None = None,
    by: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> tuple[HistoryEntry, ...]:
    """The latest entries first, of one topic or author if wanted, and before an entry to page on."""
    changes = {entry.number: entry.event for entry in state.history.entries}
    chosen = (
        entry.number
        for entry in reversed(state.history.entries)
        if by in (None, entry.by)
        and (before is None or entry.number < before)
        and topic in (None, topic_of(_meant(changes, entry.event)))
    )
    return tuple(_described(state, set(islice(chosen, limit))))[::-1]


def entries_since(state: State, version: int, *, limit: int) -> tuple[HistoryEntry, ...]:
    """The entries after a version in order, of many only the latest."""
    numbers = [entry.number for entry in state.history.entries if entry.number > version]
    return tuple(_described(state, set(numbers[-limit:])))


def entry_view(state: State, number: int) -> HistoryEntry | None:
    """One entry by its number; None where the history has none such."""
    return next(_described(state, {number}), None)


def player_history(state: State, player: PlayerId) -> tuple[HistoryEntry, ...]:
    """Everything that happened to a player, the latest first."""
    undone = state.history.undone
    found = []
    for entry, context in _walk(state.history, undone):
        if isinstance(entry.event, events.Undone | events.Redone):
            continue
        what = _player_message(context, entry.event, player)
        if what:
            found.append(_view(entry, entry.event, what, undone=entry.number in undone))
    return tuple(reversed(found))


def tournament_after(state: State, entry: int) -> Tournament:
    """The tournament as it stood right after an entry."""
    if not any(each.number == entry for each in state.history.entries):
        raise InputError(Message("the history has no entry %(number)s", number=entry))
    kept = tuple(each for each in state.history.entries if each.number <= entry)
    return History(entries=kept).tournament()


def _described(state: State, numbers: Collection[int]) -> Iterator[HistoryEntry]:
    """Some entries in order; the whole history is followed only as far as they need it."""
    if not numbers:
        return
    last = max(numbers)
    undone = state.history.undone
    changes: dict[int, events.Event] = {}
    for entry, context in _walk(state.history, undone):
        changes[entry.number] = entry.event
        if entry.number in numbers:
            match entry.event:
                case events.Undone(entry=target) | events.Redone(entry=target):
                    yield _undo_view(entry, target, _meant(changes, entry.event))
                case change:
                    what = context.message(change)
                    yield _view(entry, change, what, undone=entry.number in undone)
        if entry.number >= last:
            return


def _walk(history: History, undone: Collection[int]) -> Iterator[tuple[Entry, HistoryContext]]:
    """Every entry with what was known before it."""
    context = HistoryContext()
    for entry in history.entries:
        yield entry, context
        if entry.number not in undone and not isinstance(entry.event, events.Undone | events.Redone):
            context.apply(entry.event)


def _view(entry: Entry, change: events.Change, what: Message, *, undone: bool) -> HistoryEntry:
    number, table = place_of(change)
    return HistoryEntry(
        number=entry.number,
        at=entry.at,
        by=entry.by,
        topic=topic_of(change),
        what=what,
        round=number,
        table=table,
        winner=change.result.winner if isinstance(change, events.ResultEntered) else None,
        undone=undone,
        undoable=not undone and not isinstance(change, events.TournamentCreated),
    )


def _undo_view(entry: Entry, target: int, change: events.Change) -> HistoryEntry:
    """An undo or redo stands at the place of the entry that it is about."""
    number, table = place_of(change)
    return HistoryEntry(
        number=entry.number,
        at=entry.at,
        by=entry.by,
        topic=topic_of(change),
        what=Message("Entry %(number)s undone", number=target)
        if isinstance(entry.event, events.Undone)
        else Message("Entry %(number)s counts again", number=target),
        round=number,
        table=table,
        winner=None,
        undone=False,
        undoable=False,
        undoes=target,
    )


def _meant(changes: dict[int, events.Event], event: events.Event) -> events.Change:
    """The change itself, or the one that an undo or redo is about."""
    while isinstance(event, events.Undone | events.Redone):
        event = changes[event.entry]
    return event


def _player_message(context: HistoryContext, event: events.Change, player: PlayerId) -> Message | None:
    """What an entry says about one player; None where it does not concern them."""
    match event:
        case events.PlayerRegistered(player=changed) | events.PlayerChanged(player=changed):
            return context.message(event) if changed.id == player else None
        case events.PlayerRemoved(player=changed_id) | events.PlayerWithdrew(player=changed_id):
            return context.message(event) if changed_id == player else None
        case events.RoundDrawn(round=drawn):
            return context.seat_message(drawn, player)
        case events.BoardChanged(round=number, board=board):
            return context.seat_message(Round(number=number, boards=(board,)), player)
        case events.DrawChanged(round=number, boards=boards, players=players):
            seat = context.seat_message(Round(number=number, boards=boards), player)
            return seat or (_in_round(number, context.message(event)) if player in players else None)
        case (
            events.ResultEntered(round=number, table=table) | events.ResultClaimed(round=number, table=table)
        ):
            seats = context.seats(number, table) or ()
            return _in_round(number, context.message(event)) if player in seats else None
    return None


def _in_round(number: int, what: Message) -> Message:
    return Message("Round %(round)s: %(what)s", round=number, what=what)
