"""Relative strengths from results alone, and the total error of a pairing (document 1, appendix B and (7.1)).

Taken literally the appendix never moves: everybody starts at 0, where a win adds log 1. A win over an equal
counts as one over a weaker player here, the mirror image of what the appendix says of a loss.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from miai.domain.points import HALF, POINT
from miai.engine.kernel.arrays import Floats, Ints
from miai.errors import InputError
from miai.messages import Message

FEWEST = 6
MOST_ITERATIONS = 1_000
_STABLE = 0.001  # by which the squares of the last changes may add up, for each player


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeStrength:
    """The strengths, from 0 to one less than the players, and whether they came to rest."""

    strengths: Floats
    iterations: int
    converged: bool
    total_error: float


def relative_strength(opponents: Ints, points: Ints) -> RelativeStrength:
    """Strengths by round and player; points are in quarters, below 0 where no game was played to an end."""
    n = opponents.shape[1]
    if n < FEWEST:
        raise InputError(
            Message(
                "relative strengths need %(fewest)s players or more: here are %(players)s",
                fewest=FEWEST,
                players=n,
            )
        )
    played = (opponents >= 0) & (points >= 0)
    # Whoever has no game meets themselves, which moves nobody.
    others = np.where(played, opponents, np.arange(n))
    results = np.where(played, points, HALF)
    strengths = np.zeros(n)
    iterations, converged = 0, False
    while not converged and iterations < MOST_ITERATIONS:
        before, strengths = strengths, _pushed(strengths, others, results)
        converged = bool(np.sum((strengths - before) ** 2) <= _STABLE * n)
        iterations += 1
    return RelativeStrength(
        strengths=strengths,
        iterations=iterations,
        converged=converged,
        total_error=_total_error(strengths, others),
    )


def _pushed(strengths: Floats, others: Ints, points: Ints) -> Floats:
    """Push players apart or draw them together by each result, and stretch strengths to the whole range."""
    n = len(strengths)
    difference = strengths - strengths[others]
    step = np.log(np.abs(difference) + 1) / np.log(n / 5)
    won = np.where(difference >= 0, 1 - step, step)
    lost = np.where(difference > 0, -step, step - 1)
    drawn = np.where(difference > 0, -step, step)
    moves = np.select([points >= POINT, points == HALF], [won, drawn], lost)
    moved = np.clip(strengths + moves.sum(axis=0), 0, n - 1)
    span = moved.max() - moved.min()
    stretched: Floats = (moved - moved.min()) * (n - 1) / span if span > 0 else moved
    return stretched


def _total_error(strengths: Floats, others: Ints) -> float:
    squares = float(np.sum((strengths - strengths[others]) ** 2))
    return sqrt(squares) / (2 * others.size)
