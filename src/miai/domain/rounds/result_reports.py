"""What becomes of results and of the players' reports when a draw changes or reports differ."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Pairings, Round
from miai.domain.rounds.round_in_progress import Claim, Contest, DelayedGame
from miai.errors import InputError
from miai.messages import Message

_MIRRORED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.WHITE_WINS_BY_DEFAULT: Result.BLACK_WINS_BY_DEFAULT,
    Result.BLACK_WINS_BY_DEFAULT: Result.WHITE_WINS_BY_DEFAULT,
}


def redrawn(old: Round, new: Pairings) -> Round:
    """A round after its draw was changed: what belongs to a game stays with the two players, not the table.

    Only the fields named here outlive the change; what players see changes when it is published again.
    """
    return replace(
        Round.of(_with_results_of(old, new)),
        shown=old.shown,
        claims=_claims_kept(old, new),
        contests=_contests_kept(old, new),
        delayed=_delays_kept(old, new),
    )


def _with_results_of(old: Round, new: Pairings) -> Pairings:
    known = {frozenset((b.white, b.black)): b for b in old.boards if b.result.known}
    boards = []
    for board in new.boards:
        before = known.pop(frozenset((board.white, board.black)), None)
        result = result_at(board, before) if before is not None else Result.UNKNOWN
        boards.append(board if board.result is result else replace(board, result=result))
    for board in known.values():
        raise InputError(
            Message(
                "round %(round)s, table %(table)s has a result: take it back first",
                round=old.number,
                table=board.table,
            )
        )
    return replace(new, boards=tuple(boards), bonuses=old.bonuses)


def result_at(board: Board, before: Board) -> Result:
    """The result of a game as it reads at another board of the same two, where colours may be turned."""
    return before.result if before.white == board.white else mirrored(before.result)


def mirrored(result: Result) -> Result:
    """The same result with the colours turned."""
    return _MIRRORED.get(result, result)


def as_shown(drawn: Pairings) -> Pairings:
    """The pairings alone, without results, as they are shown to the players."""
    boards = tuple(replace(board, result=Result.UNKNOWN, locked=False) for board in drawn.boards)
    byes = tuple(replace(bye, locked=False) for bye in drawn.byes)
    return Pairings(
        number=drawn.number,
        boards=boards,
        byes=byes,
        bonuses=(),
        matches=drawn.matches,
        resting=drawn.resting,
    )


def without_claims_on(claims: Sequence[Claim], board: Board) -> tuple[Claim, ...]:
    """The claims that are not about this board."""
    return tuple(claim for claim in claims if not is_about(claim, board))


def claims_on(claims: Sequence[Claim], board: Board) -> tuple[Claim, ...]:
    """The claims about this board."""
    return tuple(claim for claim in claims if is_about(claim, board))


def is_about(claim: Claim, board: Board) -> bool:
    """Whether a claim is about a board of its round."""
    return claim.player in (board.white, board.black)


def _claims_kept(old: Round, new: Pairings) -> tuple[Claim, ...]:
    """The claims whose game is the same in a changed draw."""
    before, after = _seats(old), _seats(new)
    return tuple(claim for claim in old.claims if before.get(claim.player) == after.get(claim.player, ()))


def without_contests_on(contests: Sequence[Contest], board: Board) -> tuple[Contest, ...]:
    """The refused results that are not about this board."""
    seats = (board.white, board.black)
    return tuple(each for each in contests if (each.white, each.black) != seats)


def _contests_kept(old: Round, new: Pairings) -> tuple[Contest, ...]:
    """The refused results whose game is in a changed draw."""
    games = {(board.white, board.black) for board in new.boards}
    return tuple(each for each in old.contests if (each.white, each.black) in games)


def delay_of(delayed: Sequence[DelayedGame], board: Board) -> DelayedGame | None:
    """Until when a game of a round was put off; None where it was not, or has a result by now."""
    if board.result.known:
        return None
    return next((each for each in delayed if _is_of(each, board)), None)


def without_delays_of(delayed: Sequence[DelayedGame], board: Board) -> tuple[DelayedGame, ...]:
    """The delayed games apart from that of a board."""
    return tuple(each for each in delayed if not _is_of(each, board))


def _delays_kept(old: Round, new: Pairings) -> tuple[DelayedGame, ...]:
    """The delayed games that are in a changed draw, with the colours that they have by now."""
    boards = {frozenset((board.white, board.black)): board for board in new.boards}
    games = ((each, boards.get(frozenset((each.white, each.black)))) for each in old.delayed)
    return tuple(replace(each, white=board.white, black=board.black) for each, board in games if board)


def _is_of(delayed: DelayedGame, board: Board) -> bool:
    return {delayed.white, delayed.black} == {board.white, board.black}


def after_claim(board: Board, claims: Sequence[Claim], mine: Claim) -> tuple[Result, tuple[Claim, ...]]:
    """The result of a board after one more claim, and the claims to remember.

    A claim alone counts unless its name was only chosen on a phone; two that agree settle the game, two that
    differ count for nothing, and none overrules the result desk.
    """
    own = claims_on(claims, board)
    others = without_claims_on(claims, board)
    by_players = from_claims(board, own)
    said = [*(claim for claim in own if claim.player != mine.player), mine]
    agreed = {claim.result for claim in said}
    if not by_players:
        return board.result, others if agreed == {board.result} else (*others, *said)
    if len(agreed) > 1:
        return Result.UNKNOWN, (*others, *said)
    if len(said) > 1:
        return mine.result, others
    return Result.UNKNOWN if mine.by_name else mine.result, (*others, *said)


def from_claims(board: Board, own: Sequence[Claim]) -> bool:
    """Whether the result of a board, if there is one, comes from the players' reports alone."""
    return not board.result.known or (bool(own) and all(claim.result is board.result for claim in own))


def _seats(drawn: Pairings) -> dict[PlayerId, tuple[PlayerId, PlayerId]]:
    return {seat: (board.white, board.black) for board in drawn.boards for seat in (board.white, board.black)}
