"""Find rounds, boards and names in a tournament."""

from miai.domain.game import Board
from miai.domain.player import PlayerId
from miai.domain.round import Round
from miai.domain.tournament import Tournament


def drawn_round(tournament: Tournament, number: int) -> Round:
    """A round that has been drawn."""
    return tournament.drawn_round(number)


def board_at(tournament: Tournament, number: int, table: int) -> Board:
    """The board at a table of a drawn round."""
    return tournament.board_at(number, table)


def names_of(tournament: Tournament) -> dict[PlayerId, str]:
    """Every player's name by id."""
    return {player.id: player.name for player in tournament.players}
