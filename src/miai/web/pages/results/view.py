"""The games of a round for the results page: who won, what came in last, what players do not agree on."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from miai.app.desk import State
from miai.app.results.claim_result import OpenClaims, open_claims
from miai.domain import events
from miai.domain.game import Board, Colour, Result
from miai.domain.history import Entry
from miai.domain.player import Player
from miai.domain.points import POINT
from miai.web.words import gettext as _
from miai.web.words.formatting import clock_time, joined
from miai.web.words.happenings import result_sentence, winner_colour

JUST_IN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Players who report different things of their game, and when they did."""

    what: str
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game; `won` is the winner's colour, `sign` what stands between the names."""

    board: Board
    white: Player
    black: Player
    won: str
    sign: str
    dispute: Dispute | None = None

    @property
    def done(self) -> bool:
        """Whether a result stands and nobody contradicts it."""
        return self.board.result.known and self.dispute is None

    @property
    def now(self) -> str:
        """The result that stands, in words."""
        return (
            result_sentence(self.board.result, self.white.name, self.black.name)
            if self.board.result.known
            else ""
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """A result that came in a moment ago."""

    number: int
    table: int
    colour: str
    sentence: str
    by: str


def games_of(state: State, number: int, tables: Collection[int] | None = None) -> tuple[Game, ...]:
    """The games of a round, table by table, or those at some tables."""
    event = state.tournament
    players = {player.id: player for player in event.players}
    claims = {each.board.table: each for each in open_claims(event) if each.round == number}
    return tuple(
        Game(
            board=board,
            white=players[board.white],
            black=players[board.black],
            won=winner_colour(board.result),
            sign=_sign(board),
            dispute=_dispute(state, claims.get(board.table)),
        )
        for board in event.round(number).boards
        if tables is None or board.table in tables
    )


def just_in(state: State, number: int) -> tuple[News, ...]:
    """The latest results of a round that still count, the last first."""
    return tuple(islice(_news(state, number), JUST_IN))


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
    if board.result.known:
        what = _("A player reports another result")
    elif all(claim.result.points(_colour(board, claim.player)) == POINT for claim in claims.claims):
        what = _("Both report a win")
    else:
        what = _("The players report different results")
    when = _("from their phones, %(times)s", times=joined(times)) if times else ""
    return Dispute(what=what, when=when)


def _colour(board: Board, player: str) -> Colour:
    return Colour.WHITE if player == board.white else Colour.BLACK


def _claims_in(state: State, number: int, table: int) -> list[Entry]:
    """The latest report of each player about a board."""
    latest: dict[str, Entry] = {}
    for entry in state.history.entries:
        match entry.event:
            case events.ResultClaimed(round=r, table=t, claimed_by=player) if (r, t) == (number, table):
                latest[player] = entry
    return list(latest.values())


def _news(state: State, number: int) -> Iterator[News]:
    undone = state.history.undone
    players = {player.id: player for player in state.tournament.players}
    boards = {board.table: board for board in state.tournament.round(number).boards}
    for entry in reversed(state.history.entries):
        match entry.event:
            case events.ResultEntered(round=r, table=t) | events.ResultClaimed(round=r, table=t) if (
                r == number
            ):
                board = boards.get(t)
                if board is None or entry.number in undone:
                    continue
                white, black = players[board.white].surname, players[board.black].surname
                yield News(
                    number=entry.number,
                    table=t,
                    colour=winner_colour(entry.event.result),
                    sentence=result_sentence(entry.event.result, white, black),
                    by=entry.by,
                )
