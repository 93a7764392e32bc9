"""Whether a game can end in jigo: not with half a point of komi."""

from miai.domain.rounds.game import Board, Result
from miai.errors import InputError
from miai.messages import Message, Score


def jigo_possible(board: Board) -> bool:
    """Whether a game can end in jigo; also where its komi is not known."""
    return board.komi is None or board.komi == int(board.komi)


def demand_possible(board: Board, result: Result) -> None:
    """Refuse jigo where the komi excludes it."""
    if result.played is Result.JIGO and board.komi is not None and not jigo_possible(board):
        raise InputError(
            Message(
                "jigo is not possible with komi %(komi)s: change the komi of table %(table)s first",
                komi=Score(round(board.komi * 4)),
                table=board.table,
            )
        )
