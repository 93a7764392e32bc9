"""Win models on the same games: what they cost, and how favourites fared."""

import math

import numpy as np
import pytest

from kit.known_strengths import known_event
from miai.engine.rating.win_models import MODELS
from miai_lab.model_scores import COIN, LEARNING, by_event, favourite_bins, score_models


def test_every_model_is_scored_and_a_coin_costs_what_a_coin_costs() -> None:
    scores = {score.key: score for score in score_models([known_event(1), known_event(2)])}
    assert set(scores) == {COIN, LEARNING, *MODELS}
    assert scores[COIN].log_loss.value == pytest.approx(math.log(2))
    assert scores[COIN].brier.value == pytest.approx(0.25)
    assert scores[COIN].bins == ()
    for score in scores.values():
        assert sum(one.games for one in score.bins) <= 80
        assert score.log_loss.low is not None
        assert score.log_loss.low <= score.log_loss.value <= (score.log_loss.high or 0)


def test_favourites_are_counted_from_their_side() -> None:
    score = np.array([1.0, 0.0, 0.0, 1.0, 0.5])
    chance = np.array([0.8, 0.2, 0.81, 0.5, 0.55])
    low, high = favourite_bins(score, chance)
    assert (low.expected, low.observed, low.games) == pytest.approx((0.55, 0.5, 1))
    # Two of three favourites with about 80 % won; the game without a favourite tells nothing.
    assert (high.expected, high.observed, high.games) == pytest.approx((2.41 / 3, 2 / 3, 3))


def test_the_interval_is_over_events_and_one_event_has_none() -> None:
    one = by_event([np.array([0.0, 1.0])])
    assert (one.value, one.low, one.high) == (0.5, None, None)
    # Games of an event are alike: ten events of a hundred equal games are ten observations, not a thousand.
    many = by_event([np.full(100, float(k % 2)) for k in range(10)])
    assert many.value == 0.5
    assert many.low is not None and many.low <= 0.3


def test_rounding_makes_nobody_a_favourite() -> None:
    assert favourite_bins(np.array([1.0, 0.0]), np.array([0.5 + 1e-15, 0.5 - 1e-15])) == ()
