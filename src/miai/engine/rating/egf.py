"""EGF ratings since 2021."""

import math
from dataclasses import dataclass, field
from typing import ClassVar

from miai.engine.rating.elo import Handicaps, performances, sum_changes
from miai.engine.rating.protocol import Change, RatedEvent, RatedGame

# The formulas are not defined above this; no player comes near it.
_CEILING = 3299.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Egf:
    """The system of the European Go Federation since 2021, with what it leaves open."""

    key: ClassVar[str] = "egf"
    says: ClassVar[str] = (
        "r' = r + con·(S - Se) + bonus; the bonus against deflation comes with every game, won or lost."
    )
    clause: ClassVar[str] = ""
    floor: float = -900.0
    fall_limit: float | None = None
    reset_on_promotion: bool = True
    handicaps: Handicaps = field(default_factory=Handicaps)

    def rate(self, event: RatedEvent) -> tuple[Change, ...]:
        """The changes of all entrants."""
        return sum_changes(event, self, change)

    def performances(self, event: RatedEvent) -> tuple[float | None, ...]:
        """The rating at which each entrant's score would be the expected one."""
        return performances(event, self)

    def expectancy(self, game: RatedGame, white: float, black: float) -> tuple[float, float]:
        """The expected scores of White and Black."""
        expected = expected_score(white, black + self.handicaps.advantage(game))
        return expected, 1.0 - expected


def change(rating: float, score: float, expected: float) -> float:
    """The rating change of one game."""
    return con(rating) * (score - expected) + bonus(rating)


def con(rating: float) -> float:
    """How far a game can move a rating."""
    return math.pow((3300.0 - min(rating, _CEILING)) / 200.0, 1.6)


def bonus(rating: float) -> float:
    """The points that every game adds, against deflation."""
    return math.log1p(math.exp((2300.0 - rating) / 80.0)) / 5.0


def beta(rating: float) -> float:
    """The scale on which differences count."""
    return -7.0 * math.log(3300.0 - min(rating, _CEILING))


def expected_score(own: float, opponent: float) -> float:
    """The chance of winning an even game."""
    return 1.0 / (1.0 + math.exp(min(700.0, beta(opponent) - beta(own))))
