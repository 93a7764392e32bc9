"""EGF ratings until 2021: document 3, and with epsilon document 1."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import ClassVar, TypeVar

import numpy as np

from miai.domain.settings.classic_rating import ClassicRating
from miai.engine.kernel.arrays import Floats
from miai.engine.rating.elo import Handicaps, performances, sum_changes
from miai.engine.rating.protocol import Change, RatedEvent, RatedGame

# One number, or one for each game.
T = TypeVar("T", float, Floats)
# The exponential of more than this is no number.
_LARGEST_EXPONENT = 700.0

CON = (
    116,
    110,
    105,
    100,
    95,
    90,
    85,
    80,
    75,
    70,
    65,
    60,
    55,
    51,
    47,
    43,
    39,
    35,
    31,
    27,
    24,
    21,
    18,
    15,
    13,
    11,
    10,
)
"""Table I of document 3: C at ratings 100, 200, … 2700."""


class Form(Enum):
    """Whose expected score epsilon is taken from, so that ratings keep up with improving players."""

    HIGHER = "higher"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class EgfClassic:
    """The system of the European Go Federation until 2021, with the constants of an event.

    Document 1 takes epsilon from the higher rated player alone; document 3 has none.
    """

    key: ClassVar[str] = "egf-classic"
    says: ClassVar[str] = (
        "R' = R + C·(S - P), with half of epsilon from each player as the EGF applied it until 2021."
    )
    clause: ClassVar[str] = "C5"
    form: Form = Form.BOTH
    epsilon: float = 0.016
    floor: float = 100.0
    fall_limit: float | None = 100.0
    reset_on_promotion: bool = True
    handicaps: Handicaps = field(default_factory=Handicaps)

    def rate(self, event: RatedEvent) -> tuple[Change, ...]:
        """The changes of all entrants."""
        return sum_changes(event, self, change)

    def performances(self, event: RatedEvent) -> tuple[float | None, ...]:
        """The rating at which each entrant's score would be the expected one."""
        return performances(event, self)

    def expectancy(self, game: RatedGame, white: float, black: float) -> tuple[float, float]:
        """The expected scores of White and Black; Black's rating is raised by the handicap."""
        raised = black + self.handicaps.advantage(game)
        lower = expected_score(min(white, raised), max(white, raised))
        match self.form:
            case Form.HIGHER:
                pair = (lower, higher_score(lower, self.epsilon))
            case Form.BOTH:
                pair = (lower - self.epsilon / 2, 1.0 - lower - self.epsilon / 2)
        return pair if white < raised else pair[::-1]


def classic_system(constants: ClassicRating) -> EgfClassic:
    """The old rating inside a tournament, as document 1 has it, with the tournament's own constants."""
    return EgfClassic(
        form=Form.HIGHER,
        epsilon=constants.epsilon,
        handicaps=Handicaps(points_per_stone=constants.points_per_stone, stones_off=constants.stones_off),
    )


def classic_system_after(constants: ClassicRating) -> EgfClassic:
    """The old rating of a finished tournament: as the EGF applied it, unless it has constants of its own."""
    return EgfClassic() if constants == ClassicRating() else classic_system(constants)


def change(rating: float, score: float, expected: float) -> float:
    """The rating change of one game."""
    return con(rating) * (score - expected)


def con(rating: float) -> float:
    """C of table I, linear between its rows."""
    for hundred, (low, high) in enumerate(pairwise(CON), start=1):
        if rating < 100 * (hundred + 1):
            return low + (high - low) * max(0.0, rating - 100 * hundred) / 100
    return float(CON[-1])


def spread(rating: float) -> float:
    """The parameter a = 1/lambda of table I, for the weaker player's rating."""
    return _spread(rating, _clipped)


def expected_score(lower: float, higher: float) -> float:
    """The chance of the lower rated player in an even game."""
    return _chance(lower, higher, math.exp, _clipped)


def expected_scores(lower: Floats, higher: Floats) -> Floats:
    """The chances of the lower rated players in many even games."""
    return _chance(lower, higher, np.exp, np.clip)


def _chance(lower: T, higher: T, exp: Callable[[T], T], clip: Callable[[T, float, float], T]) -> T:
    """Equation 2.1 of document 1, (4) of document 3, for one game or for many."""
    gap = clip((higher - lower) / _spread(lower, clip), -_LARGEST_EXPONENT, _LARGEST_EXPONENT)
    return 1.0 / (1.0 + exp(gap))


def _spread(rating: T, clip: Callable[[T, float, float], T]) -> T:
    return clip(205.0 - rating / 20.0, 70.0, 200.0)


def _clipped(value: float, low: float, high: float) -> float:
    return min(high, max(low, value))


def higher_score(lower_score: T, epsilon: float) -> T:
    """The higher rated player's expected score from that of the lower rated (document 1, 2.2.1)."""
    return 1.0 - lower_score - epsilon


def expected_total_change(rating: float, difference: float, epsilon: float = 0.016) -> float:
    """Figure 2.2 of document 1 as printed: what epsilon injects into both ratings by one game, on average."""
    other = rating + difference
    low, high = min(rating, other), max(rating, other)
    chance = expected_score(low, high)
    return epsilon * (con(low) * chance + con(high) * higher_score(chance, epsilon))
