"""The games of a round for the results page: results, the latest entries, and disputed games."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from miai.app.desk import State
from miai.app.results.claim_result import OpenClaims, open_claims
from miai.app.results.result_messages import result_message
from miai.domain import events
from miai.domain.game import Board, Result
from miai.domain.history import Entry
from miai.domain.player import Player
from miai.web.pages.shared.pairings import winner_stone
from miai.web.words import gettext as _
from miai.web.words import tell
from miai.web.words.formatting import capitalised, clock_time, joined

MOST_RECENT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """What is disputed about a game, and when the players reported it."""

    what: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A game on the results page; `won` is the winner's stone, `sign` what stands between the names."""

    board: Board
    white: Player
    black: Player
    won: str
    sign: str
    dispute: Dispute | None = None

    @property
    def done(self) -> bool:
        """Whether there is a result that no player contradicts."""
        return self.board.result.known and self.dispute is None

    @property
    def now(self) -> str:
        """The present result in words; empty without one."""
        return result_text(self.board, self.white.name, self.black.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentResult:
    """A result that was entered a moment ago."""

    number: int
    table: int
    colour: str
    sentence: str
    by: str


def games_of(state: State, number: int, tables: Collection[int] | None = None) -> tuple[ResultRow, ...]:
    """The games of a round, table by table, or those at some tables."""
    event = state.tournament
    players = {player.id: player for player in event.players}
    claims = {each.board.table: each for each in open_claims(event) if each.round == number}
    return tuple(
        ResultRow(
            board=board,
            white=players[board.white],
            black=players[board.black],
            won=winner_stone(board.result),
            sign=_sign(board),
            dispute=_dispute(state, claims.get(board.table)),
        )
        for board in event.round(number).boards
        if tables is None or board.table in tables
    )


def recent_results(state: State, number: int) -> tuple[RecentResult, ...]:
    """The latest results of a round that still count, the last first."""
    return tuple(islice(_recent(state, number), MOST_RECENT))


def result_text(board: Board, white: str, black: str) -> str:
    """The result of a board in words; empty without one."""
    return tell(result_message(board.result, white, black)) if board.result.known else ""


def touched_since(state: State, number: int, version: int) -> set[int]:
    """The tables of a round whose results changed after a version."""
    return {
        entry.event.table
        for entry in state.history.entries[version:]
        if isinstance(entry.event, events.ResultEntered | events.ResultClaimed)
        and entry.event.round == number
    }


def _sign(board: Board) -> str:
    if not board.result.known:
        return f"H{board.handicap}" if board.handicap else "·"
    signs = {
        Result.WHITE_WINS: "‹",
        Result.BLACK_WINS: "›",
        Result.JIGO: "=",
        Result.BOTH_LOSE: "0",
        Result.BOTH_WIN: "+",
    }
    sign = signs[board.result.played]
    return f"{sign} f" if board.result.by_default else sign


def _dispute(state: State, claims: OpenClaims | None) -> Dispute | None:
    if claims is None or claims.provisional:
        return None
    board = claims.board
    times = [clock_time(entry.at) for entry in _claims_in(state, claims.round, board.table)]
    when = _("from their phones, %(times)s", times=joined(times)) if times else ""
    return Dispute(what=capitalised(tell(claims.disagreement)), when=when)


def _claims_in(state: State, number: int, table: int) -> list[Entry]:
    """The latest report of each player about a board."""
    latest: dict[str, Entry] = {}
    for entry in state.history.entries:
        match entry.event:
            case events.ResultClaimed(round=r, table=t, claimed_by=player) if (r, t) == (number, table):
                latest[player] = entry
    return list(latest.values())


def _recent(state: State, number: int) -> Iterator[RecentResult]:
    players = {player.id: player for player in state.tournament.players}
    boards = {board.table: board for board in state.tournament.round(number).boards}
    for entry in reversed(state.history.effective_entries):
        match entry.event:
            case events.ResultEntered(round=r, table=t) | events.ResultClaimed(round=r, table=t):
                board = boards.get(t)
                if r != number or board is None:
                    continue
                white, black = players[board.white].surname, players[board.black].surname
                yield RecentResult(
                    number=entry.number,
                    table=t,
                    colour=winner_stone(entry.event.result),
                    sentence=tell(result_message(entry.event.result, white, black)),
                    by=entry.by,
                )
