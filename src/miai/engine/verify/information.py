"""Entropy pairing (document 1, 2.4.5): the bits that a game tells less than the most that one can tell."""

import numpy as np

from miai.domain.people.player import PlayerId
from miai.engine.verify.before_round import Facts
from miai.engine.verify.deviations import Rule
from miai.engine.verify.live_ratings import Ratings

# Prices are whole numbers: millionths of a bit.
_MILLION = 1_000_000
_TINY = 1e-300


def information(ratings: Ratings, epsilon: float) -> Rule:
    """Equation 2.3 with the chances of equation 2.1, for a pair."""
    most = 2 * _bits((1.0 - epsilon) / 2)

    def lacking(a: Facts, b: Facts) -> int:
        low, high = sorted(ratings[PlayerId(each.player.id)] for each in (a, b))
        spread = min(200.0, max(70.0, 205.0 - low / 20.0))
        chance = 1.0 / (1.0 + float(np.exp(min(700.0, max(-700.0, (high - low) / spread)))))
        return int(np.rint(_MILLION * (most - (_bits(chance) + _bits(1.0 - chance - epsilon)))))

    return lacking


def _bits(chance: float) -> float:
    return float(-chance * np.log2(max(chance, _TINY)))
