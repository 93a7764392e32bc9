"""What is lost when a round is drawn again or its draw is taken back."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log.history import History
from miai.domain.rounds.game import Board
from miai.domain.tournament import Tournament
from miai.features.draw.changes_by_hand import (
    HandWork,
    board_message,
    hand_work,
    postponed_boards,
    reported_boards,
    work_messages,
)
from miai.messages import Message, counted
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingAgain:
    """What a new draw drops: changes by hand, and games of which players have reported something.

    A game with a result cannot be dropped, so it is not among them.
    """

    work: HandWork
    reported: tuple[Board, ...]

    @property
    def key(self) -> str:
        """What a form carries that says which losses its reader has seen; empty where nothing is lost."""
        reported = _key_of(self.reported)
        return f"{self.work.key}|{reported}" if reported else self.work.key

    def messages(self, tournament: Tournament) -> Iterator[Message]:
        """Each loss in a sentence."""
        if self.reported:
            yield _reported_message(tournament, self.reported)
        if self.work:
            yield dropped_by_hand(tournament, self.work)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingBack:
    """The losses with a draw: changes by hand, results, reports, postponed games, and what players see."""

    work: HandWork
    results: int
    reported: tuple[Board, ...]
    postponed: tuple[Board, ...]
    published: bool
    standings: int | None

    @property
    def key(self) -> str:
        """What a form carries that says which losses its reader has seen; empty where nothing is lost."""
        parts = (
            self.work.key,
            str(self.results or ""),
            "shown" if self.published else "",
            "standings" if self.standings is not None else "",
            _key_of(self.reported),
            _key_of(self.postponed),
        )
        return "|".join(parts) if any(parts) else ""

    def messages(self, tournament: Tournament) -> Iterator[Message]:
        """Each loss in a sentence."""
        if self.published:
            yield Message("Players no longer see the pairings of this round.")
        if self.standings is not None:
            yield Message(
                "Players no longer see the standings after round %(round)s, on phones and on the projector.",
                round=self.standings,
            )
        if self.results:
            yield counted(
                "%(num)s result is dropped with the draw.",
                "%(num)s results are dropped with the draw.",
                self.results,
            )
        if self.postponed:
            yield counted(
                "A postponed or adjourned game is dropped with the draw: %(games)s.",
                "Postponed or adjourned games are dropped with the draw: %(games)s.",
                len(self.postponed),
                games=tuple(board_message(tournament, board) for board in self.postponed),
            )
        if self.reported:
            yield _reported_message(tournament, self.reported)
        if self.work:
            yield dropped_by_hand(tournament, self.work)


def drawing_again(state: State, number: int) -> DrawingAgain:
    """What drawing a round again may lose."""
    drawn = state.tournament.round(number)
    return DrawingAgain(work=hand_work(state, number), reported=_only_reported(state, drawn.boards, number))


def taking_back(state: State, number: int) -> TakingBack:
    """What taking back a round would lose."""
    event = state.tournament
    drawn = event.round(number)
    return TakingBack(
        work=hand_work(state, number),
        results=sum(board.result.known for board in drawn.boards),
        reported=_only_reported(state, drawn.boards, number),
        postponed=postponed_boards(drawn),
        published=drawn.shown is not None,
        standings=next((number for each in event.tables_shown if each.after_round == number), None),
    )


def lost_by_drawing(history: History, number: int) -> tuple[Message, ...]:
    """The losses with a draw that takes back its round and those after it, of a document."""
    event = history.tournament()
    state = State(id=TournamentId(""), history=history, tournament=event, version=0)
    return tuple(
        Message("round %(round)s: %(what)s", round=drawn.number, what=what)
        for drawn in event.rounds
        if drawn.number >= number
        for what in taking_back(state, drawn.number).messages(event)
    )


def dropped_by_hand(tournament: Tournament, work: HandWork) -> Message:
    """The changes by hand that a new draw drops."""
    return Message("This drops what was done by hand: %(changes)s.", changes=work_messages(tournament, work))


def _only_reported(state: State, boards: tuple[Board, ...], number: int) -> tuple[Board, ...]:
    """The games that have no result because their players report different ones."""
    reported = reported_boards(state.tournament, number)
    return tuple(board for board in boards if board in reported and not board.result.known)


def _reported_message(tournament: Tournament, boards: tuple[Board, ...]) -> Message:
    return counted(
        "The players of this game have reported different results, which are dropped: %(games)s.",
        "The players of these games have reported different results, which are dropped: %(games)s.",
        len(boards),
        games=tuple(board_message(tournament, board) for board in boards),
    )


def _key_of(boards: tuple[Board, ...]) -> str:
    return " ".join(f"{board.table}.{board.white}.{board.black}" for board in boards)
