"""Enter the result of a board; a result that somebody else entered meanwhile is not overwritten unseen."""

from typing import Any

from miai.app.desk import Desk, Saved, State
from miai.app.results.result_messages import result_message
from miai.domain import events
from miai.domain.game import Board, Result
from miai.domain.history import Entry
from miai.errors import MiaiError
from miai.messages import Message


class Clash(MiaiError):  # noqa: N818 - nothing is wrong, two people were at work
    """Somebody else entered another result for the same board in the meantime."""

    def __init__(self, state: State, entry: Entry | None, board: Board, *, mine: Result) -> None:
        names = state.tournament.names
        self.by = entry.by if entry else ""
        self.theirs, self.mine = board.result, mine
        values: dict[str, Any] = {
            "table": board.table,
            "theirs": result_message(board.result, names[board.white], names[board.black]),
            "mine": result_message(mine, names[board.white], names[board.black]),
        }
        self.message = (
            Message(
                "%(who)s entered table %(table)s first: %(theirs)s. You entered: %(mine)s.",
                who=self.by,
                **values,
            )
            if self.by
            else Message(
                "Somebody entered table %(table)s first: %(theirs)s. You entered: %(mine)s.", **values
            )
        )
        super().__init__(str(self.message))


def enter_result(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    result: Result,
    by: str,
    seen: Result | None = None,
) -> Saved:
    """Enter or correct a result, or take it back with an unknown one.

    `seen` is the result that was on the screen: if another was entered meanwhile, `Clash` is raised. Without
    it any result is overwritten.
    """

    def decide(state: State) -> list[events.Event]:
        board = state.tournament.board_at(round, table)
        if board.result is result and not _claimed(state, round, board):
            return []
        if seen is not None and board.result not in (seen, result) and board.result.known:
            entry = last_entry(state, round, board)
            raise Clash(state, entry, board, mine=result)
        return [
            events.ResultEntered(
                round=round, table=table, result=result, white=board.white, black=board.black
            )
        ]

    return desk.change(tournament_id, decide, by=by)


def last_entry(state: State, number: int, board: Board) -> Entry | None:
    """The entry that gave a board its result, if the log has one that still counts."""
    for entry in reversed(state.history.effective_entries):
        match entry.event:
            case events.ResultEntered(round=r, table=t) | events.ResultClaimed(round=r, table=t):
                if (r, t) == (number, board.table):
                    return entry
    return None


def _claimed(state: State, number: int, board: Board) -> bool:
    """Whether the players have reported something that the result desk should settle."""
    seats = (board.white, board.black)
    return any(claim.round == number and claim.player in seats for claim in state.tournament.claims)
