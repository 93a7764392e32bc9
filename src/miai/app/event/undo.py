"""Undo entries of the history and nothing else, or redo them."""

from collections.abc import Collection

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.domain.history import Entry
from miai.errors import InputError, Problem
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


def why_not(state: State, entry: int) -> tuple[Problem, ...]:
    """Why an entry can be neither undone nor, where it was, redone; nothing where it can."""
    change = state.history.redo if entry in state.history.undone else state.history.undo
    try:
        change(entry)
    except InputError as error:
        return tuple(error.problems)
    return ()


def undo(desk: Desk, tournament_id: str, entry: int, *, by: str, last: int | None = None) -> Saved:
    """Undo an entry, or all entries from it to `last`; refused while later entries depend on one of them."""

    def decide(state: State) -> list[events.Event]:
        return [state.history.undoing(number) for number in range(last or entry, entry - 1, -1)]

    return desk.change(tournament_id, decide, by=by)


def redo(desk: Desk, tournament_id: str, entry: int, *, by: str, last: int | None = None) -> Saved:
    """Redo an entry that was undone, or all entries from it to `last`."""

    def decide(state: State) -> list[events.Event]:
        return [state.history.redoing(number) for number in range(entry, (last or entry) + 1)]

    return desk.change(tournament_id, decide, by=by)


def undo_my_last(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    own: Collection[int] | None = None,
) -> Saved:
    """Take back the last result of a round that this author entered.

    Several desks may have the same name, or none: `own` are the entries that one of them made.
    """

    def decide(state: State) -> list[events.Event]:
        for entry in reversed(state.history.effective_entries):
            match entry.event:
                case events.ResultEntered(round=number) if number == round and _is_own(entry, by, own):
                    return [events.Undone(entry=entry.number)]
        raise InputError(
            Message("you have entered no result of round %(round)s that still counts", round=round)
        )

    return desk.change(tournament_id, decide, by=by)


def _is_own(entry: Entry, by: str, own: Collection[int] | None) -> bool:
    return entry.by == by if own is None else entry.number in own
