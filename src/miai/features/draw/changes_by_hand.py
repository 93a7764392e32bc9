"""What a person did to a draw by hand; it stays until a person takes it back."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.result_reports import claims_on, delay_of
from miai.domain.rounds.round import HandChange, Round
from miai.domain.tournament import Tournament
from miai.features.draw.entries import draw_entries
from miai.messages import Message

Pair = frozenset[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWork:
    """The boards of a round that were changed or locked by hand, and the players whose bye was.

    The history says which boards were changed: unlike locked boards they can still be moved.
    """

    boards: tuple[Board, ...] = ()
    byes: tuple[PlayerId, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.boards or self.byes)

    @property
    def tables(self) -> frozenset[int]:
        """The tables of those boards."""
        return frozenset(board.table for board in self.boards)

    @property
    def key(self) -> str:
        """What a form carries that says which changes its reader has seen."""
        boards = [f"{board.table}.{board.white}.{board.black}" for board in self.boards]
        return " ".join((*boards, *self.byes))


def hand_work(state: State, number: int) -> HandWork:
    """What was done by hand to a round as it stands."""
    return hand_work_in(state.history, state.tournament.round(number))


def hand_work_in(history: History, drawn: Round) -> HandWork:
    """What was done by hand to a round, by the history of its tournament."""
    changed = changed_pairs(draw_entries(history, drawn.number))
    return HandWork(
        boards=tuple(board for board in drawn.boards if board.locked or _pair(board) in changed),
        byes=tuple(bye.player for bye in drawn.byes if bye.locked),
    )


def changed_pairs(entries: Sequence[Entry]) -> frozenset[Pair]:
    """The pairs at boards that were changed by hand, from the entries of a round.

    A draw ends it for all boards that it did not keep, and whoever unlocks a board for that board.
    """
    changed: set[Pair] = set()
    for entry in entries:
        match entry.event:
            case events.RoundDrawn(round=drawn, kept=kept):
                changed &= {_pair(board) for board in drawn.boards if board.table in kept}
            case events.DrawChanged(how=HandChange.UNLOCKED, players=players):
                changed.discard(frozenset(players))
            case events.DrawChanged(how=how, boards=boards, players=players):
                if how is not HandChange.LOCKED:
                    changed |= {_pair(board) for board in boards if not _pair(board).isdisjoint(players)}
    return frozenset(changed)


def work_messages(tournament: Tournament, work: HandWork) -> tuple[Message, ...]:
    """Each change by hand in words, with names and tables."""
    names = tournament.names
    boards = (board_message(tournament, board) for board in work.boards)
    return (*boards, *(Message("the bye of %(name)s", name=names[player]) for player in work.byes))


def board_message(tournament: Tournament, board: Board) -> Message:
    """A board by its table and its players."""
    names = tournament.names
    return Message(
        "table %(table)s (%(white)s – %(black)s)",
        table=board.table,
        white=names[board.white],
        black=names[board.black],
    )


def held_boards(state: State, drawn: Round) -> tuple[Board, ...]:
    """The boards that stay when the rest is paired again: set by hand, over, or being reported."""
    reported = reported_boards(state.tournament, drawn.number)
    by_hand = hand_work(state, drawn.number).tables
    return tuple(
        board for board in drawn.boards if board.table in by_hand or board.result.known or board in reported
    )


def reported_boards(tournament: Tournament, number: int) -> tuple[Board, ...]:
    """The boards of a round of which a player has reported something that is not settled."""
    drawn = tournament.round(number)
    return tuple(board for board in drawn.boards if claims_on(drawn.claims, board))


def postponed_boards(drawn: Round) -> tuple[Board, ...]:
    """The boards of a round whose games are postponed or adjourned and not over yet."""
    return tuple(board for board in drawn.boards if delay_of(drawn.delayed, board))


def _pair(board: Board) -> Pair:
    return frozenset((board.white, board.black))
