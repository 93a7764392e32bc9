"""Stones in simulated tournaments: they change results only where something says what they are worth."""

import numpy as np

from miai.domain.points import POINT
from miai.engine.bar.trial import MODEL
from miai.engine.kernel.event import PlayedRounds
from miai.engine.pairing.simulation import BY_SCORE, Scheme, SimulatedField, chances_with, simulate
from miai.engine.rating.win_models import table

# Three groups far apart, whose scores differ by more than a point.
FIELD = SimulatedField(grades=(4, 4, 0, 0, 0, -4, -4, -4))


def played(*head_starts: float) -> PlayedRounds:
    scheme = Scheme(rounds=4, bar=4, pricing=BY_SCORE, head_starts=head_starts)
    return simulate(FIELD, scheme, MODEL, seed=3, count=200)


def won_by_the_lower(found: PlayedRounds, stones: int) -> float:
    """How often the player with the lower score wins, of games with so many stones."""
    after = np.concatenate([found.before[:, 1:], found.final[:, np.newaxis]], axis=1)
    met = np.take_along_axis(found.before, found.opponents, axis=2)
    given = (met - found.before) // POINT - 1
    games = given == stones if stones else np.abs(met - found.before) <= POINT
    assert games.sum() > 20
    return float(((after - found.before) > 0)[games].mean())


def test_whoever_has_a_head_start_beyond_all_grades_wins() -> None:
    assert won_by_the_lower(played(*[100.0] * 9), 3) == 1
    # Even games stay as they are: of the two players of a game one wins.
    assert 0.4 < won_by_the_lower(played(*[100.0] * 9), 0) < 0.6


def test_without_a_worth_stones_change_no_result() -> None:
    even = played()
    assert won_by_the_lower(even, 3) < 0.2
    assert (even.final == played(*[0.0] * 9).final).all()


def test_a_stone_more_is_worth_more() -> None:
    strengths = (0.0, 2.0, 0.0)
    chances = chances_with(MODEL, strengths, (0.5, 1.5))
    assert chances.shape == (2, 3, 3)
    assert (chances[0] > chances[1]).all()
    assert (table(MODEL, strengths) > chances[0]).all()
    assert chances[0, 1, 0] == MODEL.chance(2.0, 0.5)
    assert chances[0, 0, 1] == MODEL.chance(0.0, 2.5)
