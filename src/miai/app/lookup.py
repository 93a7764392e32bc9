"""Finds rounds, boards and players, and says in one sentence what is not there."""

from miai.domain.game import Board
from miai.domain.player import PlayerId
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError


def drawn_round(tournament: Tournament, number: int) -> Round:
    """A round that has been drawn."""
    for drawn in tournament.rounds:
        if drawn.number == number:
            return drawn
    raise InputError(f"round {number} is not drawn yet")


def board_at(tournament: Tournament, number: int, table: int) -> Board:
    """The board at a table of a drawn round."""
    for board in drawn_round(tournament, number).boards:
        if board.table == table:
            return board
    raise InputError(f"round {number} has no table {table}")


def names_of(tournament: Tournament) -> dict[PlayerId, str]:
    """Every player's name by id."""
    return {player.id: player.name for player in tournament.players}


def in_words(names: list[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"
