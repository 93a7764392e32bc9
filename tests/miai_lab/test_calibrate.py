"""The study of document 3, on games made to measure."""

import math
from itertools import product

import pytest

from miai_lab.calibration import (
    CalibrationGame,
    LambdaPoint,
    expected_bins,
    fit_hyperbola,
    fit_line,
    handicap_rows,
    lambda_points,
)


def games(weaker: int, gap: int, won: int, lost: int, *, stones: int = 0) -> list[CalibrationGame]:
    rating = 2100.0 + 100 * weaker
    return [
        CalibrationGame(
            weaker=weaker,
            stronger=weaker + gap,
            weaker_rating=rating,
            stronger_rating=rating + 100 * gap,
            stones=stones,
            weaker_score=score,
        )
        for score in [1.0] * won + [0.0] * lost
    ]


@pytest.mark.requirement("C26")
def test_lambda_is_inferred_from_how_often_the_weaker_wins() -> None:
    (point,) = lambda_points(games(0, 2, 1, 3))
    assert (point.games, point.won) == (4, 1)
    assert point.value == pytest.approx(math.log(3) / 200)
    assert lambda_points(games(0, 1, 0, 3))[0].value is None
    assert lambda_points(games(0, 5, 1, 3) + games(0, 1, 1, 3, stones=1)) == ()


@pytest.mark.requirement("C27")
def test_the_hyperbola_is_found_again() -> None:
    points = [
        LambdaPoint(grade=grade, gap=gap, games=100, won=30, value=0.07 / (33 - (2100 + 100 * grade) / 100))
        for grade, gap in product(range(-15, 6), range(1, 5))
    ]
    assert fit_hyperbola(points) == pytest.approx((0.07, 33.0), rel=1e-3)
    assert fit_hyperbola(points[:2]) is None


@pytest.mark.requirement("C25")
def test_ratings_are_regressed_on_grades() -> None:
    assert fit_line([(g, 96.7 * g + 2061.3) for g in range(-10, 5)]) == pytest.approx((96.7, 2061.3))
    assert fit_line([(0, 2100.0)]) is None


@pytest.mark.requirement("C31")
def test_handicap_games_count_where_stones_are_the_difference_of_grades() -> None:
    rows = handicap_rows(games(-5, 3, 2, 3, stones=3) + games(-5, 4, 1, 1, stones=3) + games(-5, 1, 1, 1))
    assert [(row.stones, row.won, row.games) for row in rows] == [(3, 2, 5)]


@pytest.mark.requirement("C29")
def test_scores_are_set_beside_expectation_for_dan_and_kyu_apart() -> None:
    bins = expected_bins(games(2, 1, 1, 3) + games(-9, 1, 2, 2) + games(0, 0, 3, 0))
    assert [(each.dan, each.observed, each.games) for each in bins] == [(False, 0.5, 4), (True, 0.25, 4)]
    assert bins[1].expected == pytest.approx(0.248, abs=5e-4)
