"""The pairings of a round as they hang on the wall, by name and by table."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from babel.dates import format_skeleton

from miai.domain.game import Board, Result
from miai.domain.names import plain_name
from miai.domain.player import Player, PlayerId
from miai.domain.round import Round
from miai.domain.settings import Clock, Overtime, Settings
from miai.domain.tournament import Tournament
from miai.web.words import gettext as _
from miai.web.words import locale, ngettext
from miai.web.words.formatting import clock_time, parsed, points
from miai.web.words.happenings import winner_colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Where a player sits: the table, the colour ("w" or "b") and the opponent; nothing of it for a bye."""

    player: Player
    table: int | None = None
    colour: str = ""
    opponent: Player | None = None
    board: Board | None = None

    @property
    def won(self) -> bool | None:
        """Whether the player won; None while nobody did."""
        colour = winner_colour(self.board.result) if self.board else ""
        if self.board is None or not colour:
            return None
        return (colour == "w") == (self.board.white == self.player.id)

    @property
    def result(self) -> Result:
        """How the game ended."""
        return self.board.result if self.board else Result.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A board with its two players."""

    board: Board
    white: Player
    black: Player


def name_order(player: Player) -> tuple[str, str, str]:
    """How names are sorted: accents and capitals make no difference."""
    return plain_name(player.surname), plain_name(player.first_name), player.id


def by_name(event: Tournament, drawn: Round, tables: Collection[int] | None = None) -> list[Seat]:
    """Everybody who plays or has a bye, by name, or those at some tables."""
    seats = (seat for seat in _seats(event, drawn) if tables is None or seat.table in tables)
    return sorted(seats, key=lambda seat: name_order(seat.player))


def by_table(event: Tournament, drawn: Round, tables: Collection[int] | None = None) -> list[Game]:
    """The boards, table by table, or some of them."""
    players = _players(event)
    return [
        Game(board=board, white=players[board.white], black=players[board.black])
        for board in sorted(drawn.boards, key=lambda board: board.table)
        if tables is None or board.table in tables
    ]


def seat_of(event: Tournament, drawn: Round, player: PlayerId) -> Seat | None:
    """Where one player sits; None for somebody who does not take part."""
    return next((seat for seat in _seats(event, drawn) if seat.player.id == player), None)


def terms(board: Board, settings: Settings) -> str:
    """What a board is played on, where it is not an even game: "3 stones, komi ½"."""
    said = []
    if board.handicap:
        said.append(ngettext("%(num)s stone", "%(num)s stones", board.handicap))
    usual = 0.5 if board.handicap else settings.komi
    if board.komi is not None and board.komi != usual:
        said.append(_("komi %(komi)s", komi=points(board.komi)))
    return ", ".join(said)


def result_word(result: Result) -> str:
    """Who won, in a word or two; nothing while nobody knows."""
    word = {
        Result.UNKNOWN: "",
        Result.WHITE_WINS: _("White"),
        Result.BLACK_WINS: _("Black"),
        Result.JIGO: _("jigo"),
        Result.BOTH_LOSE: _("both lost"),
        Result.BOTH_WIN: _("both won"),
    }[result.played]
    return _("%(result)s by default", result=word) if result.by_default else word


def thinking_time(clock: Clock) -> str:
    """How long a player may think."""
    values = {"minutes": clock.basic_minutes}
    match clock.overtime:
        case Overtime.BYO_YOMI:
            return _(
                "%(minutes)s minutes, then byo-yomi of %(seconds)s seconds",
                seconds=clock.byo_yomi_seconds,
                **values,
            )
        case Overtime.CANADIAN:
            return _(
                "%(minutes)s minutes, then %(moves)s moves in %(overtime)s minutes",
                moves=clock.canadian_moves,
                overtime=points(clock.canadian_seconds / 60),
                **values,
            )
        case Overtime.FISCHER:
            return _(
                "%(minutes)s minutes, and %(seconds)s seconds more a move",
                seconds=clock.fischer_seconds,
                **values,
            )
    return _("%(minutes)s minutes, no overtime", **values)


def full_time(text: str) -> str:
    """A moment with its whole day, for paper that hangs longer than today."""
    moment = parsed(text)
    return f"{format_skeleton('MMMMEEEEd', moment, locale=locale())}, {clock_time(text)}" if moment else ""


def _seats(event: Tournament, drawn: Round) -> Iterator[Seat]:
    players = _players(event)
    for board in drawn.boards:
        white, black = players[board.white], players[board.black]
        colours = ("w", "b") if board.colours_known else ("", "")
        yield Seat(player=white, table=board.table, colour=colours[0], opponent=black, board=board)
        yield Seat(player=black, table=board.table, colour=colours[1], opponent=white, board=board)
    for bye in drawn.byes:
        yield Seat(player=players[bye.player])


def _players(event: Tournament) -> dict[PlayerId, Player]:
    return {player.id: player for player in event.players}
