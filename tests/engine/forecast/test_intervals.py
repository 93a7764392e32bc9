"""Intervals: the luck of simulations, the error of a model, and the places that are likely."""

import numpy as np
import pytest

from miai.engine.forecast.intervals import explained_spread, wilson, with_spread
from miai.engine.forecast.likely_places import likely_places


def test_an_error_of_the_model_makes_an_interval_wider_and_none_leaves_it() -> None:
    assert with_spread(0.4, 500, 0.0) == pytest.approx(wilson(0.4, 500))
    low, high = with_spread(0.4, 10**9, 0.1)
    assert (low, high) == pytest.approx((0.4 - 0.196, 0.4 + 0.196), abs=1e-3)
    assert with_spread(0.01, 100, 0.2)[0] == 0.0


def test_the_spread_is_that_of_what_the_causes_explain() -> None:
    dice = np.random.default_rng(5)
    causes = dice.normal(0, 1, (4_000, 2))
    chance = np.clip(0.5 + 0.1 * causes[:, 0], 0, 1)
    told = (dice.random(4_000) < chance).astype(float)
    untold = (dice.random(4_000) < 0.5).astype(float)
    found = explained_spread(np.column_stack((told, untold)), causes)
    assert found[0] == pytest.approx(0.1, abs=0.02)
    assert found[1] < 0.02


def test_where_nothing_differs_nothing_is_explained() -> None:
    assert explained_spread(np.ones((10, 3)), np.ones((10, 2))).tolist() == [0, 0, 0]
    assert explained_spread(np.ones((10, 3)), np.empty((10, 0))).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("chances", "share", "places"),
    [
        ((1.0, 0.0, 0.0), 0.8, (1, 1)),
        ((0.1, 0.4, 0.4, 0.1), 0.8, (2, 3)),
        ((0.5, 0.3, 0.15, 0.05), 0.8, (1, 2)),
        ((0.5, 0.3, 0.15, 0.05), 0.95, (1, 3)),
        # Nearer to 80 with 84 of 100 than with 60.
        ((0.2, 0.6, 0.16, 0.04), 0.8, (1, 2)),
        ((0.25, 0.25, 0.25, 0.25), 0.8, (1, 3)),
    ],
)
def test_likely_places_come_nearest_to_the_share(
    chances: tuple[float, ...], share: float, places: tuple[int, int]
) -> None:
    assert likely_places(chances, share) == places
