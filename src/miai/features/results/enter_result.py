"""Enter the result of a game; one that contradicts what somebody else entered meanwhile is kept to settle."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.result_reports import claims_on, mirrored
from miai.domain.rounds.round import HandChange, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, MiaiError
from miai.features.draw.entries import draw_change
from miai.features.publish.publish_round import board_on_screen, game_in_draw
from miai.features.results.contests import is_contested, last_entry
from miai.messages import Message


class Clash(MiaiError):  # noqa: N818 - nothing is wrong, two people were at work
    """Somebody else entered another result for the same board in the meantime."""

    def __init__(self, state: State, number: int, board: Board, *, mine: Result) -> None:
        names = state.tournament.names
        entry = last_entry(state, number, board)
        self.by = entry.by if entry else ""
        self.round = number
        self.table = board.table
        self.theirs, self.mine = board.result, mine
        self.version = state.version
        self._values: dict[str, Any] = {
            "table": board.table,
            "theirs": result_message(board.result, names[board.white], names[board.black]),
            "mine": result_message(mine, names[board.white], names[board.black]),
        }
        super().__init__(str(self.message(self.by)))

    def message(self, who: str) -> Message:
        """What happened, with the name of who was first; empty for somebody without a name."""
        if who:
            return Message(
                "%(who)s entered table %(table)s first: %(theirs)s. You entered: %(mine)s.",
                who=who,
                **self._values,
            )
        return Message(
            "Somebody entered table %(table)s first: %(theirs)s. You entered: %(mine)s.", **self._values
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
    white: PlayerId | None = None,
) -> Saved:
    """Enter or correct a result, or take it back with an unknown one; tables are those of the results page.

    `seen` is the result that was on the screen: if another was entered meanwhile, mine is kept for somebody
    to settle and `Clash` is raised. Without it any result is overwritten. `white` is who had White on the
    screen: if others sit there now, nothing is entered.
    """

    def decide(state: State) -> Sequence[events.Event]:
        board = board_on_screen(state.tournament, round, table)
        if white is not None and white != board.white:
            raise InputError(
                Message("Table %(table)s has changed meanwhile. Look at it, then try again.", table=table)
            )
        if seen is not None and board.result.known and board.result not in (seen, result):
            return _contested(state, round, board, result, by)
        if board.result is result:
            # Who has not seen that somebody contradicts this result does not settle it by agreeing with it.
            unseen = seen is not None and seen is not result
            reported = _reported(state.tournament, round, board)
            if not reported or (unseen and reported != {result}):
                return []
        return entering(state.tournament, round, board, result)

    saved = desk.change(tournament_id, decide, by=by)
    board = board_on_screen(saved.state.tournament, round, table)
    if board.result is not result:
        raise Clash(saved.state, round, board, mine=result)
    return saved


def entering(tournament: Tournament, number: int, board: Board, result: Result) -> list[events.Change]:
    """What to write for the result of a game on the results page.

    A changed draw that is not published may have dropped the game. It was played, so the draw gets it back,
    and those who had a game with one of the two have none in it. A game of teams is refused: it would belong
    to no match of the draw.
    """
    drawn = tournament.drawn_round(number)
    found = game_in_draw(tournament, number, board)
    if found:
        return [_entered(number, found, result if found.white == board.white else mirrored(result))]
    if not result.known:
        return []
    if drawn.matches:
        raise InputError(
            Message(
                "%(white)s and %(black)s do not meet in the draw of round %(round)s any more: publish it,"
                " or undo its change, then enter results",
                white=tournament.name_of(board.white),
                black=tournament.name_of(board.black),
                round=number,
            )
        )
    players = (board.white, board.black)
    back = draw_change(drawn, _with_game(drawn, board), HandChange.PAIRED, players)
    return [back, _entered(number, board, result)]


def _entered(number: int, board: Board, result: Result) -> events.ResultEntered:
    return events.ResultEntered(
        round=number, table=board.table, result=result, white=board.white, black=board.black
    )


def _with_game(drawn: Round, game: Board) -> Round:
    """A draw with a game instead of those of its two players; whoever sits at its table moves."""
    seats = {game.white, game.black}
    others = [board for board in drawn.boards if seats.isdisjoint((board.white, board.black))]
    used = {board.table for board in others} | {game.table}
    free = [board.table for board in drawn.boards if board.table not in used]
    moved_to = min(free, default=max(used) + 1)
    boards = [board if board.table != game.table else replace(board, table=moved_to) for board in others]
    return replace(
        drawn,
        boards=tuple(sorted([*boards, game], key=lambda board: board.table)),
        byes=tuple(bye for bye in drawn.byes if bye.player not in seats),
    )


def _contested(state: State, number: int, board: Board, result: Result, by: str) -> list[events.Event]:
    """Keep a result that is refused; once, however often the same person sends it."""
    found = game_in_draw(state.tournament, number, board)
    if found is None:
        return []
    refused = events.ResultContested(
        round=number,
        table=found.table,
        white=found.white,
        black=found.black,
        result=result if found.white == board.white else mirrored(result),
    )
    return [] if is_contested(state, refused, by=by) else [refused]


def _reported(tournament: Tournament, number: int, board: Board) -> set[Result]:
    """What players and other desks have said of a game that the result desk should settle."""
    drawn, seats = tournament.round(number), {board.white, board.black}
    contests = [
        each.result if each.white == board.white else mirrored(each.result)
        for each in drawn.contests
        if {each.white, each.black} == seats
    ]
    found = game_in_draw(tournament, number, board)
    turned = found is not None and found.white != board.white
    claims = [claim.result for claim in claims_on(drawn.claims, found)] if found else []
    return {*contests, *(mirrored(each) if turned else each for each in claims)}
