"""The history of a tournament for people: who did what and when, and which entry can be undone."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Colour
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, InternalError
from miai.features.history.history_messages import HistoryContext
from miai.features.history.history_topics import Topic, place_of, topic_of
from miai.messages import Clauses, Message, counted

# A sentence names at most so many entries.
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One entry for people; `undoes` is the entry that it undoes or redoes, `reason` the one given for it."""

    number: int
    event: events.Event
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
    reason: str = ""

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
    among: Collection[int] | None = None,
    before: int | None = None,
    limit: int = 100,
) -> tuple[HistoryEntry, ...]:
    """The latest entries first, of one topic or `among` some if wanted, and before an entry to page on."""
    chosen = (
        entry.number
        for entry in reversed(state.history.entries)
        if (among is None or entry.number in among)
        and (before is None or entry.number < before)
        and (topic is None or topic is _topic(state.history, entry.event))
        # It is shown with the entries that it is about.
        and not isinstance(entry.event, events.ReasonGiven)
    )
    return tuple(_described(state, set(islice(chosen, limit))))[::-1]


def entries_since(state: State, version: int, *, limit: int) -> tuple[HistoryEntry, ...]:
    """The entries after a version in order, of many only the latest."""
    latest = islice(reversed(state.history.entries), limit)
    return tuple(_described(state, {entry.number for entry in latest if entry.number > version}))


def entry_view(state: State, number: int) -> HistoryEntry | None:
    """One entry by its number; None where the history has none such."""
    return next(_described(state, {number}), None)


def undone_message(state: State, first: int, last: int | None = None) -> Message:
    """What was undone, for the person who undid an entry or all entries up to the last one."""
    return _told(
        state,
        range(first, (last or first) + 1),
        at_table=lambda table, what: Message("Undone at table %(table)s: %(what)s", table=table, what=what),
        few=lambda what: Message("Undone: %(what)s", what=what),
        many=lambda num, what: counted(
            "Undone: %(what)s, and %(num)s more entry",
            "Undone: %(what)s, and %(num)s more entries",
            num,
            what=what,
        ),
    )


def redone_message(state: State, first: int, last: int | None = None) -> Message:
    """What counts again, for the person who redid an entry or all entries up to the last one."""
    return _told(
        state,
        range(first, (last or first) + 1),
        at_table=lambda table, what: Message(
            "Table %(table)s, counts again: %(what)s", table=table, what=what
        ),
        few=lambda what: Message("Counts again: %(what)s", what=what),
        many=lambda num, what: counted(
            "Counts again: %(what)s, and %(num)s more entry",
            "Counts again: %(what)s, and %(num)s more entries",
            num,
            what=what,
        ),
    )


def _told(
    state: State,
    numbers: range,
    *,
    at_table: Callable[[int, Message], Message],
    few: Callable[[Clauses], Message],
    many: Callable[[int, Message], Message],
) -> Message:
    """Name one entry with its table, a few entries, or the first of many."""
    entries = tuple(_described(state, numbers))
    table = entries[0].table
    if table and len(entries) == 1:
        return at_table(table, entries[0].what)
    if len(entries) <= _NAMED:
        return few(Clauses(tuple(each.what for each in entries)))
    return many(len(entries) - 1, entries[0].what)


def player_history(state: State, player: PlayerId) -> tuple[HistoryEntry, ...]:
    """Everything that happened to a player in the event and its stages, the latest first."""
    undone = state.history.undone
    context = HistoryContext(state.tournament.players)
    found = []
    for entry in state.history.entries:
        if not isinstance(entry.event, events.Undone | events.Redone):
            what = _player_message(context, entry.event, player)
            if what:
                found.append(_view(entry, entry.event, what, undone=entry.number in undone))
        context.follow(entry, undone)
    return tuple(reversed(found))


def tournament_after(state: State, entry: int) -> Tournament:
    """The tournament as it stood right after an entry."""
    if not any(each.number == entry for each in state.history.entries):
        raise InputError(Message("the history has no entry %(number)s", number=entry))
    return state.history.until(entry).tournament()


def _described(state: State, numbers: Collection[int]) -> Iterator[HistoryEntry]:
    """Some entries in order; the history is followed only as far as they need it."""
    undone, reasons = state.history.undone, _reasons(state.history)
    context = HistoryContext(state.tournament.players)
    targets = {
        entry.event.entry
        for entry in state.history.entries
        if entry.number in numbers and isinstance(entry.event, events.Undone | events.Redone)
    }
    described: dict[int, HistoryEntry] = {}
    left = len(numbers)
    for entry in state.history.entries:
        if not left:
            return
        if entry.number in numbers or entry.number in targets:
            view = _entry_view(entry, context, described, undone=entry.number in undone)
            view = described[entry.number] = replace(view, reason=reasons.get(entry.number, ""))
        if entry.number in numbers:
            left -= 1
            yield view
        context.follow(entry, undone)


def _reasons(history: History) -> dict[int, str]:
    """The reasons that were given for entries, by their numbers."""
    return {
        number: entry.event.reason
        for entry in history.effective_entries
        if isinstance(entry.event, events.ReasonGiven)
        for number in entry.event.entries
    }


def _entry_view(
    entry: Entry, context: HistoryContext, described: Mapping[int, HistoryEntry], *, undone: bool
) -> HistoryEntry:
    """An entry for people; `described` has the earlier ones that it may undo or redo."""
    match entry.event:
        case events.Undone(entry=target) | events.Redone(entry=target):
            return _undo_view(entry, described[target])
        case change:
            return _view(entry, change, context.message(change), undone=undone)


def _view(entry: Entry, change: events.Change, what: Message, *, undone: bool) -> HistoryEntry:
    number, table = place_of(change)
    return HistoryEntry(
        number=entry.number,
        event=entry.event,
        at=entry.at,
        by=entry.by,
        topic=topic_of(change),
        what=what,
        round=number,
        table=table,
        winner=change.result.winner if isinstance(change, events.ResultEntered) else None,
        undone=undone,
        # A refused result is settled, not undone.
        undoable=not undone and not isinstance(change, events.TournamentCreated | events.ResultContested),
    )


def _undo_view(entry: Entry, target: HistoryEntry) -> HistoryEntry:
    """An undo or redo stands at the place of the entry that it is about."""
    return HistoryEntry(
        number=entry.number,
        event=entry.event,
        at=entry.at,
        by=entry.by,
        topic=target.topic,
        what=Message("Entry %(number)s undone: %(what)s", number=target.number, what=target.what)
        if isinstance(entry.event, events.Undone)
        else Message("Entry %(number)s counts again: %(what)s", number=target.number, what=target.what),
        round=target.round,
        table=target.table,
        winner=None,
        undone=False,
        undoable=False,
        undoes=target.number,
    )


def _target(history: History, number: int) -> events.Change:
    """The change that an undo or redo is about."""
    found = next(entry.event for entry in history.entries if entry.number == number)
    if isinstance(found, events.Undone | events.Redone):
        raise InternalError(f"entry {number} is itself an undo or redo")
    return found


def _topic(history: History, event: events.Event) -> Topic:
    """What an entry is about; an undo or redo is about the same as its target."""
    match event:
        case events.Undone(entry=target) | events.Redone(entry=target):
            return topic_of(_target(history, target))
        case change:
            return topic_of(change)


def _player_message(context: HistoryContext, event: events.Change, player: PlayerId) -> Message | None:
    """What an entry says about one player; None where it does not concern them."""
    match event:
        case events.PlayerRegistered(player=changed) | events.PlayerChanged(player=changed):
            return context.message(event) if changed.id == player else None
        case events.PlayersChanged(players=players):
            mine = tuple(changed for changed in players if changed.id == player)
            return context.message(events.PlayersChanged(players=mine)) if mine else None
        case events.PlayerRemoved(player=changed_id) | events.PlayerWithdrew(player=changed_id):
            return context.message(event) if changed_id == player else None
        case events.RoundDrawn() | events.BoardChanged() | events.DrawChanged():
            return _draw_message(context, event, player)
        case (
            events.ResultEntered(round=number, table=table)
            | events.ResultClaimed(round=number, table=table)
            | events.ResultContested(round=number, table=table)
        ):
            seats = context.seats(number, table) or ()
            return _in_round(number, context.message(event)) if player in seats else None
        case events.BonusGiven(round=number, bonus=bonus):
            return _in_round(number, context.message(event)) if bonus.player == player else None
        case events.InStage(stage=stage, change=change):
            what = _player_message(context.inside(stage), change, player)
            return what and context.of_stage(stage, what)
    return None


def _draw_message(
    context: HistoryContext,
    event: events.RoundDrawn | events.BoardChanged | events.DrawChanged,
    player: PlayerId,
) -> Message | None:
    """Where a draw, or a change of one, seats a player."""
    match event:
        case events.RoundDrawn(round=drawn):
            return context.seat_message(drawn, player)
        case events.BoardChanged(round=number, board=board):
            return context.seat_message(Round(number=number, boards=(board,)), player)
        case events.DrawChanged(round=number, boards=boards, players=players):
            seat = context.seat_message(Round(number=number, boards=boards), player)
            return seat or (_in_round(number, context.message(event)) if player in players else None)


def _in_round(number: int, what: Message) -> Message:
    return Message("Round %(round)s: %(what)s", round=number, what=what)
