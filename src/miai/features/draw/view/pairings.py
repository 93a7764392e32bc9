"""The pairings of a round by name and by table."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from babel.dates import format_skeleton

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.result_reports import delay_of
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.server.words import gettext as _
from miai.server.words import locale, ngettext
from miai.server.words.formatting import clock_time, delay_words, parsed, points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeat:
    """Where a player sits: the table, the colour ("w" or "b") and the opponent; none of these for a bye.

    `delay` says that the game is put off, and until when.
    """

    player: Player
    table: int | None = None
    colour: str = ""
    opponent: Player | None = None
    board: Board | None = None
    delay: str = ""

    @property
    def won(self) -> bool | None:
        """Whether the player won; None while nobody did."""
        winner = self.board.result.winner if self.board else None
        if self.board is None or winner is None:
            return None
        return winner is self.board.colour_of(self.player.id)

    @property
    def result(self) -> Result:
        """How the game ended."""
        return self.board.result if self.board else Result.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedBoard:
    """A board with its two players; `delay` says that the game is put off, and until when."""

    board: Board
    white: Player
    black: Player
    delay: str = ""


def winner_stone(result: Result) -> str:
    """The stone of the winner: "w", "b", or none."""
    return {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[result.winner]


def name_order(player: Player) -> tuple[str, str, str]:
    """The key by which names are sorted: accents and capitals make no difference."""
    return plain_name(player.surname), plain_name(player.first_name), player.id


def by_name(event: Tournament, drawn: Round, tables: Collection[int] | None = None) -> list[PlayerSeat]:
    """Everybody who plays or has a bye, by name, or those at some tables."""
    seats = (seat for seat in _seats(event, drawn) if tables is None or seat.table in tables)
    return sorted(seats, key=lambda seat: name_order(seat.player))


def by_table(event: Tournament, drawn: Round, tables: Collection[int] | None = None) -> list[PairedBoard]:
    """The boards, table by table, or some of them."""
    players = _players(event)
    return [
        PairedBoard(
            board=board,
            white=players[board.white],
            black=players[board.black],
            delay=delay_at(event, board, drawn.number),
        )
        for board in sorted(drawn.boards, key=lambda board: board.table)
        if tables is None or board.table in tables
    ]


def seat_of(event: Tournament, drawn: Round, player: PlayerId) -> PlayerSeat | None:
    """Where one player sits; None for somebody who does not take part."""
    return next((seat for seat in _seats(event, drawn) if seat.player.id == player), None)


def is_by_nigiri(board: Board, settings: Settings) -> bool:
    """Whether the players of a board settle the colours themselves."""
    return not board.colours_known and settings.pairing.colours is ColourRule.NIGIRI


def terms(board: Board, settings: Settings) -> str:
    """Handicap and komi of a board where they are not those of an even game: "3 stones, komi ½"."""
    said = []
    if is_by_nigiri(board, settings):
        said.append(_("nigiri"))
    if board.handicap:
        said.append(ngettext("%(num)s stone", "%(num)s stones", board.handicap))
    if unusual := unusual_komi(board, settings):
        said.append(unusual)
    return ", ".join(said)


def unusual_komi(board: Board, settings: Settings) -> str:
    """The komi of a board where it is not the one that goes with its stones: "reverse komi 3½"."""
    if board.komi is None or board.komi == settings.usual_komi(board.handicap):
        return ""
    if board.komi < 0:
        return _("reverse komi %(komi)s", komi=points(-board.komi))
    return _("komi %(komi)s", komi=points(board.komi))


def result_word(result: Result) -> str:
    """Who won, in a word or two; empty without a result."""
    word = {
        Result.UNKNOWN: "",
        Result.WHITE_WINS: _("White"),
        Result.BLACK_WINS: _("Black"),
        Result.JIGO: _("jigo"),
        Result.BOTH_LOSE: _("both lost"),
        Result.BOTH_WIN: _("both won"),
    }[result.played]
    return _("%(result)s by default", result=word) if result.by_default else word


def delay_at(event: Tournament, board: Board, number: int) -> str:
    """That a game of a round is put off, and until when by the clocks of the event."""
    delayed = event.round(number).delayed
    return delay_words(delay_of(delayed, board), zone_of(event)) if delayed else ""


def full_time(text: str, zone: tzinfo | None) -> str:
    """A moment with its date by the clocks of a zone, for paper that is read on other days too."""
    moment = parsed(text, zone)
    if not moment:
        return ""
    return f"{format_skeleton('MMMMEEEEd', moment, locale=locale())}, {clock_time(text, zone)}"


def _seats(event: Tournament, drawn: Round) -> Iterator[PlayerSeat]:
    players = _players(event)
    for board in drawn.boards:
        white, black = players[board.white], players[board.black]
        colours = ("w", "b") if board.colours_known else ("", "")
        delay = delay_at(event, board, drawn.number)
        for player, opponent, colour in ((white, black, colours[0]), (black, white, colours[1])):
            yield PlayerSeat(
                player=player, table=board.table, colour=colour, opponent=opponent, board=board, delay=delay
            )
    for free in drawn.free:
        yield PlayerSeat(player=players[free])


def _players(event: Tournament) -> dict[PlayerId, Player]:
    return {player.id: player for player in event.players}
