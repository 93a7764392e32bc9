"""The rows of the history page."""

from dataclasses import dataclass

from miai.app.desk import State
from miai.app.event.history import HistoryEntry
from miai.domain import events


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """An entry with what can be done about it.

    A result of an earlier round is better corrected than undone: `correct` is its round and table.
    """

    entry: HistoryEntry
    to_settle: bool
    correct: tuple[int, int] | None


def history_row(state: State, entry: HistoryEntry) -> HistoryRow:
    """An entry as the history page shows it."""
    return HistoryRow(
        entry=entry,
        to_settle=_to_settle(state, entry.event),
        correct=_correctable(state, entry.event) if entry.undoable else None,
    )


def _correctable(state: State, event: events.Event) -> tuple[int, int] | None:
    """The board of a result on which a later draw depends, as long as the same two sit there."""
    if not isinstance(event, events.ResultEntered) or event.round >= state.tournament.rounds_played:
        return None
    board = state.tournament.round(event.round).board_at(event.table)
    return (event.round, event.table) if board and event.white in (None, board.white) else None


def _to_settle(state: State, event: events.Event) -> bool:
    """Whether two players still report different results of this board."""
    if not isinstance(event, events.ResultClaimed):
        return False
    board = state.tournament.round(event.round).board_of(event.claimed_by)
    seats = (board.white, board.black) if board else ()
    reported = {
        claim.result
        for claim in state.tournament.claims
        if claim.round == event.round and claim.player in seats
    }
    return len(reported) > 1
