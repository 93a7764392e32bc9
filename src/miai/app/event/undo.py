"""Undo one entry of the history and nothing else, or redo it."""

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.errors import InputError
from miai.messages import Message


def undo(desk: Desk, tournament_id: str, entry: int, *, by: str) -> Saved:
    """Undo one entry; refused while later entries depend on it."""
    return desk.change(tournament_id, lambda state: [state.history.undoing(entry)], by=by)


def redo(desk: Desk, tournament_id: str, entry: int, *, by: str) -> Saved:
    """Redo an entry that was undone."""
    return desk.change(tournament_id, lambda state: [state.history.redoing(entry)], by=by)


def undo_my_last(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
) -> Saved:
    """Take back the last result of a round that this author entered."""

    def decide(state: State) -> list[events.Event]:
        for entry in reversed(state.history.effective_entries):
            match entry.event:
                case events.ResultEntered(round=number) if number == round and entry.by == by:
                    return [events.Undone(entry=entry.number)]
        raise InputError(
            Message("you have entered no result of round %(round)s that still counts", round=round)
        )

    return desk.change(tournament_id, decide, by=by)
