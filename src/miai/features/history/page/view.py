"""The rows of the history page."""

from collections.abc import Collection
from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.rounds.result_reports import claims_on
from miai.features.history.show_history import HistoryEntry
from miai.features.history.undo import always_undoable
from miai.features.publish.publish_round import screens


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """An entry with what can be done about it.

    A result of an earlier round is better corrected than undone: `correct` is its round and table. `sure`:
    undo will work and change something. `fixed`: it will not, as for a draw that has results. For other
    entries, and for redo, the panel of the entry says which.
    """

    entry: HistoryEntry
    to_settle: bool
    correct: tuple[int, int] | None
    sure: bool
    fixed: bool


def history_row(state: State, entry: HistoryEntry, overtaken: Collection[int] = ()) -> HistoryRow:
    """An entry as the history page shows it; undo of those `overtaken` may change nothing."""
    return HistoryRow(
        entry=entry,
        to_settle=_to_settle(state, entry.event),
        correct=_correctable(state, entry.event) if entry.undoable else None,
        sure=entry.undoable
        and entry.number not in overtaken
        and state.tournament.final is None
        and always_undoable(entry.event),
        fixed=entry.undoable and _has_results(state, entry),
    )


def _has_results(state: State, entry: HistoryEntry) -> bool:
    """True if an entry drew a round that has results; an earlier draw of the round has none."""
    if not isinstance(entry.event, events.RoundDrawn):
        return False
    number = entry.event.round.number
    if not any(board.result.known for board in state.tournament.round(number).boards):
        return False
    return not any(
        isinstance(later.event, events.RoundDrawn) and later.event.round.number == number
        for later in state.history.since(entry.number)
    )


def _correctable(state: State, event: events.Event) -> tuple[int, int] | None:
    """The board of a result on which a later draw depends, as long as the same two play there."""
    if not isinstance(event, events.ResultEntered) or event.round >= state.tournament.rounds_played:
        return None
    shown = screens(state.tournament, event.round).desk
    board = shown.board_of(event.white) if event.white else shown.board_at(event.table)
    if board is None or event.black not in (None, board.white, board.black):
        return None
    return event.round, board.table


def _to_settle(state: State, event: events.Event) -> bool:
    """Whether the players or the desks still say different things of this board."""
    if isinstance(event, events.ResultContested):
        contests = state.tournament.round(event.round).contests
        return any((each.white, each.black) == (event.white, event.black) for each in contests)
    if not isinstance(event, events.ResultClaimed):
        return False
    drawn = state.tournament.round(event.round)
    board = drawn.board_of(event.claimed_by)
    return board is not None and len({claim.result for claim in claims_on(drawn.claims, board)}) > 1
