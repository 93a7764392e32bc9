"""The AGA's protocol: separations of the bands and their initial scores."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil


def separation(players: int, rounds: int, factor: Fraction) -> int:
    """Band construction: "integer part of" D·(P/R), from 1 to R/3 "rounded up"."""
    wanted = int(factor * players / rounds)
    return max(1, min(wanted, ceil(Fraction(rounds, 3))))


def initial_scores(
    sizes: Sequence[int],
    rounds: int,
    factor: Fraction,
    *,
    top_one: bool = False,
    zero_at_bottom: bool = False,
) -> list[int]:
    """Assigning initial McMahon scores: 0 at the top and below it negative, or 0 at the bottom.

    The separation to "the next higher" band is that of the lower band's size. Sample band calculation: the
    director may "enforce a single point separation between the top and second groups".
    """
    scores = [0]
    for place, size in enumerate(sizes[1:]):
        step = 1 if top_one and place == 0 else separation(size, rounds, factor)
        scores.append(scores[-1] - step)
    return [score - scores[-1] for score in scores] if zero_at_bottom else scores
