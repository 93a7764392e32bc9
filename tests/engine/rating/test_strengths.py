"""Strengths as a normal law: what grades and ratings tell, and what results make of it."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from miai.engine.rating.strengths import (
    FITTED_NAMES,
    Believed,
    GamesPlayed,
    StrengthModel,
    after_games,
    before_the_event,
    fitted,
)
from miai.engine.rating.win_models import DEFAULT, MODELS, FittedToGames

MODEL = StrengthModel(
    slope=0.7,
    spread=1.4,
    unrated_spread=2.4,
    unrated_shift=-0.9,
    stone=0.75,
    grade_spread=0.2,
    far_spread=0.5,
    trusted=1.4,
    luck=0.0,
)


def games(*played: tuple[int, int, float]) -> GamesPlayed:
    """White, Black and White's score, all without handicap."""
    white, black, score = (np.array(column) for column in zip(*played, strict=True))
    return GamesPlayed(white=white, black=black, stones=np.zeros(len(score)), score=score.astype(float))


def law(grades: list[float], ratings: list[float], model: StrengthModel = MODEL) -> Believed:
    return before_the_event(model, np.array(grades), np.array(ratings))


def integrated(before: Believed, model: StrengthModel, *, wins: int, losses: int) -> tuple[np.ndarray, float]:
    """Two players after some games: their mean strengths and the chance of the first, summed over a grid."""
    line = np.linspace(-14, 14, 561)
    a, b = np.meshgrid(line, line, indexing="ij")
    prior = multivariate_normal(before.mean, before.covariance).pdf(np.dstack((a, b)))
    chance = 1 / (1 + np.exp(-model.slope * (a - b)))
    weight = prior * chance**wins * (1 - chance) ** losses
    weight /= weight.sum()
    return np.array([(a * weight).sum(), (b * weight).sum()]), float((chance * weight).sum())


@pytest.mark.parametrize(("wins", "losses"), [(1, 0), (0, 1), (2, 1), (4, 0)])
@pytest.mark.parametrize("grades", [(0.0, 0.0), (1.0, -2.0), (-3.0, 2.0)])
def test_results_move_strengths_as_bayes_rule_says(
    grades: tuple[float, float], wins: int, losses: int
) -> None:
    before = law(list(grades), [grades[0] + 0.3, grades[1] - 0.2])
    after = after_games(MODEL, before, games(*[(0, 1, 1.0)] * wins, *[(0, 1, 0.0)] * losses))
    mean, chance = integrated(before, MODEL, wins=wins, losses=losses)
    assert after.mean == pytest.approx(mean, abs=0.01)
    found = after.chances(MODEL, np.array([0]), np.array([1]), np.zeros(1))
    assert found[0] == pytest.approx(chance, abs=0.002)
    # Whatever happened, more is known than before.
    assert (np.diag(after.covariance) < np.diag(before.covariance)).all()


def test_before_any_game_the_chance_is_that_of_all_strengths_that_are_possible() -> None:
    before = law([1.0, -2.0], [1.4, -2.1])
    _, chance = integrated(before, MODEL, wins=0, losses=0)
    found = before.chances(MODEL, np.array([0]), np.array([1]), np.zeros(1))
    assert found[0] == pytest.approx(chance, abs=1e-4)
    assert after_games(MODEL, before, games((0, 1, 1.0)).only(np.array([False]))) is before


@pytest.mark.parametrize("off", [-9.0, -3.5, 3.5, 9.0])
def test_a_rating_far_from_the_grade_is_not_believed(off: float) -> None:
    model = fitted().model
    assert before_the_event(model, np.zeros(2), np.array([off, 0.5])).mean[0] == pytest.approx(0, abs=0.05)


def test_a_rating_near_the_grade_is_believed_and_without_one_less_is_known() -> None:
    model = fitted().model
    rated, unrated = before_the_event(model, np.zeros(2), np.array([0.5, 0.0])), model.unrated_shift
    assert rated.mean == pytest.approx([0.5, unrated], abs=0.02)
    assert rated.covariance[1, 1] > rated.covariance[0, 0]


def test_a_far_rating_may_be_right_and_results_of_the_like_tell_so() -> None:
    """Of four players with ratings far above the grade three win: the fourth is stronger than was thought."""
    before = law([0, 0, 0, 0, 0, 0, 0], [6, 6, 6, 6, 0.1, 0.1, 0.1])
    after = after_games(MODEL, before, games((0, 4, 1.0), (1, 5, 1.0), (2, 6, 1.0)))
    assert after.mean[3] > before.mean[3] + 0.1


def test_a_result_moves_the_earlier_opponents_too() -> None:
    before = law([0.0, 0.0, 0.0], [0.1, 0.1, 0.1])
    once = after_games(MODEL, before, games((2, 0, 1.0)))
    more = after_games(MODEL, before, games((2, 0, 1.0), (0, 1, 1.0)))
    assert more.mean[0] > once.mean[0]
    assert more.mean[1] < once.mean[1]
    # Who had beaten the winner is stronger than that win alone told.
    assert more.mean[2] > once.mean[2]


def test_the_order_of_games_does_not_matter_and_a_jigo_between_equals_moves_nobody() -> None:
    before = law([0.0, 1.0, -1.0], [0.1, 1.2, -0.8])
    played = [(0, 1, 1.0), (1, 2, 0.0), (2, 0, 0.5)]
    forth, back = (after_games(MODEL, before, games(*some)) for some in (played, played[::-1]))
    assert forth.mean == pytest.approx(back.mean)
    equal = law([0.0, 0.0], [0.1, 0.1])
    assert after_games(MODEL, equal, games((0, 1, 0.5))).mean == pytest.approx(equal.mean)


def test_stones_count_for_black_what_the_model_says_they_are_worth() -> None:
    before = law([0.0, 0.0], [0.1, 0.1])
    found = before.chances(MODEL, np.array([0, 0]), np.array([1, 1]), np.array([0.0, 4.0]))
    level = law([0.0, 3.0], [0.1, 3.1], replace(MODEL, grade_spread=0.0))
    as_strong = level.chances(MODEL, np.array([0]), np.array([1]), np.zeros(1))
    assert found[0] == pytest.approx(0.5)
    assert found[1] == pytest.approx(as_strong[0], abs=0.01)


def test_the_shipped_figures_lie_in_their_intervals_and_the_model_is_the_default() -> None:
    figures = fitted()
    for name in FITTED_NAMES:
        assert figures.low[name] < getattr(figures.model, name) < figures.high[name]
    assert len(figures.others) >= 40
    assert isinstance(MODELS[DEFAULT], FittedToGames)
    assert list(MODELS) == ["fitted", "egf-logistic", "egf-2021", "kaniuk", "aga"]


def test_even_the_weakest_win_by_luck_now_and_then() -> None:
    model = replace(MODEL, luck=0.02)
    assert model.chances(np.array([-50.0, 50.0])) == pytest.approx([0.01, 0.99])


def test_where_only_grades_are_known_the_chances_are_flatter() -> None:
    known = FittedToGames()
    for ahead in (1.0, 3.0, 6.0):
        assert 0.5 < known.by_grades().chance(ahead, 0.0) < known.chance(ahead, 0.0)
