"""Games of earlier rounds that are not over when the next round is drawn."""

from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.domain.rounds.game import Board
from miai.domain.rounds.result_reports import delay_of
from miai.domain.rounds.round_in_progress import DelayedGame
from miai.domain.settings.unfinished_games import OpenGames
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstanding:
    """A game of an earlier round that is not over; `settings.unfinished` says what it counts in a draw."""

    round: int
    board: Board
    white: Player
    black: Player
    delay: DelayedGame | None = None


def outstanding(tournament: Tournament, *, before: int) -> tuple[Outstanding, ...]:
    """The games of earlier rounds that are not over yet."""
    players = {player.id: player for player in tournament.players}
    return tuple(
        Outstanding(
            round=drawn.number,
            board=board,
            white=players[board.white],
            black=players[board.black],
            delay=delay_of(drawn.delayed, board),
        )
        for drawn in tournament.rounds
        if drawn.number < before
        for board in drawn.boards
        if not board.result.known
    )


def draw_waits(tournament: Tournament, *, before: int) -> bool:
    """Whether the rules forbid to draw a round because of games that are not over."""
    waits = tournament.settings.unfinished.in_next_draw is OpenGames.WAIT
    return waits and bool(outstanding(tournament, before=before))


def demand_games_over(tournament: Tournament, *, before: int) -> None:
    """Refuse a draw that has to wait for games of earlier rounds, naming each of them."""
    if not draw_waits(tournament, before=before):
        return
    missing, names = outstanding(tournament, before=before), tournament.names
    why = counted(
        "the draw waits for %(num)s game of an earlier round",
        "the draw waits for %(num)s games of earlier rounds",
        len(missing),
    )
    games = [
        Message(
            "round %(round)s, table %(table)s: %(white)s against %(black)s",
            round=game.round,
            table=game.board.table,
            white=names[game.white.id],
            black=names[game.black.id],
        )
        for game in missing
    ]
    raise InputError(Problem(what=each) for each in (why, *games))
