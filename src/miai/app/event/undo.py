"""Take back one thing that happened, and nothing else; it can be done again."""

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.errors import InputError


def undo(desk: Desk, tournament_id: str, entry: int, *, by: str) -> Saved:
    """Let one entry no longer count; refused while later entries rest on it."""
    return desk.change(tournament_id, lambda state: [state.history.undoing(entry)], by=by)


def redo(desk: Desk, tournament_id: str, entry: int, *, by: str) -> Saved:
    """Let an undone entry count again."""
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
        undone = state.history.undone
        for entry in reversed(state.history.entries):
            match entry.event:
                case events.ResultEntered(round=number) if (
                    number == round and entry.by == by and entry.number not in undone
                ):
                    return [events.Undone(entry=entry.number)]
        raise InputError(f"you have entered no result of round {round} that still counts")

    return desk.change(tournament_id, decide, by=by)
