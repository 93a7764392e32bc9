"""Enter the result of a board; who was slower is told, and nothing is overwritten unseen."""

from miai.app.desk import Desk, Saved, State
from miai.app.event.sentences import result_sentence
from miai.app.lookup import board_at, names_of
from miai.domain import events
from miai.domain.game import Board, Result
from miai.domain.history import Entry
from miai.errors import MiaiError


class Clash(MiaiError):  # noqa: N818 - nothing is wrong, two people were busy
    """Somebody else entered another result for the same board in the meantime."""

    def __init__(self, state: State, entry: Entry | None, board: Board, *, mine: Result) -> None:
        names = names_of(state.tournament)
        self.table = board.table
        self.by, self.at = (entry.by, entry.at) if entry else ("", "")
        self.theirs, self.mine = board.result, mine
        self.theirs_text = result_sentence(board.result, names[board.white], names[board.black])
        self.mine_text = result_sentence(mine, names[board.white], names[board.black])
        super().__init__(
            f"{self.by or 'Somebody'} entered table {self.table} first: {self.theirs_text}. "
            f"You said: {self.mine_text}."
        )


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

    With `seen`, the result that was on the screen, another one that came in meanwhile is a `Clash`; without,
    whatever stands there is overwritten knowingly.
    """

    def decide(state: State) -> list[events.Event]:
        board = board_at(state.tournament, round, table)
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
    undone = state.history.undone
    for entry in reversed(state.history.entries):
        match entry.event:
            case events.ResultEntered(round=r, table=t) | events.ResultClaimed(round=r, table=t) if (
                r,
                t,
            ) == (number, board.table) and entry.number not in undone:
                return entry
    return None


def _claimed(state: State, number: int, board: Board) -> bool:
    """Whether the players have said something that the result desk should settle."""
    seats = (board.white, board.black)
    return any(claim.round == number and claim.player in seats for claim in state.tournament.claims)
