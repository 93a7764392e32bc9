"""The round robin of document 1, section 3.1: the seats of table 3.1.

Players are numbers from 1; the free seat of an odd field has the number after the last one.
"""

from dataclasses import dataclass

Seats = tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class Seated:
    """A game of the table, Black first."""

    black: int
    white: int


def number_of_rounds(players: int) -> int:
    """ "Round robin needs N-1 rounds"; "if the number of participants is odd, N rounds"."""
    return players - 1 if players % 2 == 0 else players


def seats(players: int, round_number: int) -> Seats:
    """The upper and the lower row of the long table in a round.

    "Player 1 stays put", "other players move to the seat on their left, skipping player 1"; "if the number of
    participants is odd, a bye is added as a dummy player".
    """
    full = players + players % 2
    upper, lower = list(range(1, full // 2 + 1)), list(range(full // 2 + 1, full + 1))
    for _ in range(round_number - 1):
        upper, lower = [1, lower[0], *upper[1:-1]], [*lower[1:], upper[-1]]
        if full == 2:
            upper, lower = [1], [2]
    return upper, lower


def games(players: int, round_number: int) -> list[Seated]:
    """The games of a round, board by board, with the free seat.

    "The upper row plays the first round with black and then alternating between white and black".
    """
    upper, lower = seats(players, round_number)
    if round_number % 2:
        return [Seated(black=one, white=other) for one, other in zip(upper, lower, strict=True)]
    return [Seated(black=other, white=one) for one, other in zip(upper, lower, strict=True)]
