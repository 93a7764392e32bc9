"""Undo entries of the history and nothing else, or redo them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from miai.desk.live_state import Desk, Saved, State
from miai.desk.seen import SeenChanged
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.log.replay import apply, replay
from miai.domain.people.sides import regraded
from miai.errors import InputError, MiaiError, Problem
from miai.features.history.entry_mark import entry_mark
from miai.messages import Message

# Nothing that comes later can depend on these, so that they can always be undone.
_ALWAYS = (
    events.DetailsChanged
    | events.SettingsChanged
    | events.PlayerChanged
    | events.PlayersChanged
    | events.PlayerWithdrew
    | events.WishesChanged
    | events.RoundPublished
    | events.StandingsPublished
    | events.ClockSet
    | events.ScheduleSet
    | events.BonusGiven
)


def always_undoable(event: events.Event) -> bool:
    """Whether an entry can be undone whatever came later; of others only a replay can tell."""
    if isinstance(event, events.ResultEntered):
        # A result that was taken back would return, to a game that may have been dropped since.
        return event.result.known
    return isinstance(event, _ALWAYS)


def overtaken(history: History) -> frozenset[int]:
    """The entries about something that a later entry has changed too: undoing one may change nothing."""
    later: set[Hashable] = set()
    found = set()
    for entry in reversed(history.effective_entries):
        about = set(_about(entry.event))
        if not later.isdisjoint((*about, *_rests_on(entry.event))):
            found.add(entry.number)
        later |= about
    return frozenset(found)


def _about(event: events.Event) -> Iterator[Hashable]:
    """The things that an event states as a whole, whatever was said of them before."""
    match event:
        case events.PlayerChanged(player=player):
            yield "player", player.id
        case events.PlayersChanged(players=players):
            yield from (("player", player.id) for player in players)
        case events.PlayerWithdrew(player=gone) | events.PlayerRemoved(player=gone):
            yield "player", gone
        case events.ResultEntered(round=number, table=table):
            yield "result", number, table
        case events.BonusGiven(round=number, bonus=bonus):
            yield "bonus", number, bonus.player
        case events.StandingsPublished(after_round=number):
            yield "standings", number
        case events.RoundPublished(round=number):
            yield "shown", number
        case events.ClockSet(clock=clock):
            yield "clock", clock.round
        case events.ScheduleSet(clocks=clocks):
            yield from (("clock", clock.round) for clock in clocks)
        case events.DetailsChanged() | events.SettingsChanged() | events.WishesChanged():
            yield type(event).__name__
        case events.RoundDrawn(round=drawn):
            yield "draw", drawn.number
        case events.RoundDeleted(round=number) | events.DrawChanged(round=number):
            yield "draw", number


def _rests_on(event: events.Event) -> Iterator[Hashable]:
    """The draws without which an event has no effect."""
    match event:
        case (
            events.ResultEntered(round=number)
            | events.BonusGiven(round=number)
            | events.RoundPublished(round=number)
            | events.StandingsPublished(after_round=number)
        ):
            yield "draw", number


def why_not(state: State, entry: int) -> tuple[Problem, ...]:
    """Why an entry can be neither undone nor, where it was, redone; nothing where it can."""
    history = state.history
    try:
        if entry in history.undone:
            history.redo(entry)
            _demand_effect(state, [history.redoing(entry)])
        else:
            history.undo(entry)
            _demand_effect(state, [history.undoing(entry)])
    except InputError as error:
        return tuple(error.problems)
    return ()


def _demand_effect(state: State, steps: Sequence[events.Undone | events.Redone]) -> None:
    """Refuse to undo or redo entries if the tournament stays as it is, and name the entry that decides."""
    history = state.history.whole or state.history
    last = history.entries[-1].number
    then = history.extended(
        Entry(number=number, event=step) for number, step in enumerate(steps, start=last + 1)
    )
    numbers = sorted(step.entry for step in steps)
    try:
        decides = _same_since(history, then, numbers[0])
    except InputError:
        # A later entry needs one of them: this is refused by what writes the change.
        return
    if decides is None:
        return
    undone = isinstance(steps[0], events.Undone)
    if decides <= numbers[-1]:
        raise InputError(
            Message("without entry %(number)s everything would be as it is now", number=numbers[0])
            if undone
            else Message("with entry %(number)s everything would be as it is now", number=numbers[0])
        )
    raise InputError(
        Message(
            "undoing entry %(number)s changes nothing: entry %(later)s replaced it",
            number=numbers[0],
            later=decides,
        )
        if undone
        else Message(
            "entry %(number)s would change nothing: entry %(later)s replaced it",
            number=numbers[0],
            later=decides,
        )
    )


def _same_since(one: History, other: History, first: int) -> int | None:
    """The entry from which on two histories lead to the same tournament; None if they differ at the end.

    They differ in entries that count, from the first one on.
    """
    counted, others = ({each.number: each for each in kept.effective_entries} for kept in (one, other))
    before = [entry.event for number, entry in counted.items() if number < first]
    here = there = replay(cast("list[events.Change]", before))
    since = None
    for number in sorted(each for each in {*counted, *others} if each >= first):
        if number in counted:
            here = apply(here, cast("events.Change", counted[number].event))
        if number in others:
            there = apply(there, cast("events.Change", others[number].event))
        since = (since or number) if here == there else None
    return since


class EnteredElsewhere(MiaiError):  # noqa: N818 - nothing is wrong, somebody must be asked
    """Another browser entered the result that is to be undone or redone."""

    def __init__(self, entry: Entry) -> None:
        self.number, self.by, self.at = entry.number, entry.by, entry.at
        super().__init__(f"entry {entry.number} was made by another browser")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsOnly:
    """What the result desk may undo and redo: its own entries, and results of others if it is sure."""

    session: str
    sure: bool = False

    def demand(self, desk: Desk, state: State, numbers: Iterable[int]) -> None:
        """Refuse entries that are not the desk's, and ask about results of others."""
        own = desk.entries_of(state.id, self.session)
        known = {entry.number: entry for entry in state.history.entries}
        others = [known[number] for number in numbers if number in known and number not in own]
        for entry in others:
            if not isinstance(entry.event, events.ResultEntered | events.ResultClaimed):
                raise InputError(
                    Message(
                        "entry %(number)s is not a result: only the director can undo it", number=entry.number
                    )
                )
        if others and not self.sure:
            raise EnteredElsewhere(others[0])


def undo(
    desk: Desk,
    tournament_id: str,
    entry: int,
    *,
    by: str,
    last: int | None = None,
    limits: ResultsOnly | None = None,
) -> Saved:
    """Undo an entry, or all entries from it to `last`; refused while later entries depend on one of them."""

    def steps(state: State) -> list[events.Undone]:
        return [state.history.undoing(number) for number in reversed(_numbers(entry, last))]

    return _taken(desk, tournament_id, steps, by=by, limits=limits)


def redo(
    desk: Desk,
    tournament_id: str,
    entry: int,
    *,
    by: str,
    last: int | None = None,
    limits: ResultsOnly | None = None,
) -> Saved:
    """Redo an entry that was undone, or all entries from it to `last`."""

    def steps(state: State) -> list[events.Redone]:
        return [state.history.redoing(number) for number in _numbers(entry, last)]

    return _taken(desk, tournament_id, steps, by=by, limits=limits)


def _taken(
    desk: Desk,
    tournament_id: str,
    steps: Callable[[State], Sequence[events.Undone | events.Redone]],
    *,
    by: str,
    limits: ResultsOnly | None,
) -> Saved:
    """Undo or redo entries, all of them or none, as far as the person may."""

    def decide(state: State) -> Sequence[events.Event]:
        chosen = steps(state)
        if limits:
            limits.demand(desk, state, [each.entry for each in chosen])
        _demand_effect(state, chosen)
        return [*chosen, *_sides_follow(state, chosen)]

    return desk.change(tournament_id, decide, by=by)


def _sides_follow(
    state: State, chosen: Sequence[events.Undone | events.Redone]
) -> list[events.PlayersChanged]:
    """The mean grades of sides by the rules that hold now, if one of them is by other rules."""
    event = state.tournament
    if not any(player.members for player in event.players):
        return []
    first = state.version + 1
    then = state.history.extended(
        Entry(number=number, event=each) for number, each in enumerate(chosen, start=first)
    ).tournament()
    before = {player.id for player in regraded(event)}
    sides = tuple(player for player in regraded(then) if player.id not in before)
    return [events.PlayersChanged(players=sides)] if sides else []


def _numbers(entry: int, last: int | None) -> range:
    if last is not None and last < entry:
        raise InputError(
            Message(
                "entry %(last)s comes before entry %(first)s: name the first one first",
                last=last,
                first=entry,
            )
        )
    return range(entry, (last or entry) + 1)


def undo_my_last(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    session: str,
    by: str,
    shown: int | None = None,
) -> Saved:
    """Take back the last result of a round that was entered in this browser, whatever name it gave.

    `shown` is the one that the page had as the last: a later one of another page was not seen.
    """

    def decide(state: State) -> list[events.Event]:
        last = last_own_result(desk, state, round=round, session=session)
        if last is None:
            raise InputError(
                Message("you have entered no result of round %(round)s that still counts", round=round)
            )
        if shown is not None and last > shown:
            raise SeenChanged(
                Message(
                    "your last entry is number %(number)s now, which was not on this screen", number=last
                ),
                entry_mark(state, last),
            )
        undone = events.Undone(entry=last)
        _demand_effect(state, [undone])
        return [undone]

    return desk.change(tournament_id, decide, by=by)


def last_own_result(desk: Desk, state: State, *, round: int, session: str) -> int | None:
    """The number of the last result of a round that a browser entered and that counts."""
    own = desk.entries_of(state.id, session)
    for entry in reversed(state.history.entries_of_draw(round)):
        match entry.event:
            case events.ResultEntered(round=number) if number == round and entry.number in own:
                return entry.number
    return None
