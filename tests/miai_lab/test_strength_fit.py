"""A fit finds the figures again that made the games, and leaves out what it is told to leave out."""

from dataclasses import replace

import numpy as np
import pytest

from kit.known_strengths import TRUE, known_event
from miai.engine.forecast.draw_habits import DrawHabits, read_habits
from miai.engine.forecast.event_games import EventGames, foretold, log_losses
from miai.engine.rating.strengths import FITTED_NAMES, StrengthModel, read_figures
from miai.errors import InputError
from miai_lab.strength_figures import FigureStudy, figures_text, study_figures
from miai_lab.strength_fit import fit_strengths

HABITS = DrawHabits(as_set=0.5, by_score=0.3, at_random=0.2, rounds=2.0)


@pytest.fixture(scope="module")
def events() -> list[EventGames]:
    return [known_event(seed, players=12, rounds=4) for seed in range(8)]


@pytest.fixture(scope="module")
def study(events: list[EventGames]) -> FigureStudy:
    return study_figures(events, HABITS, seed=3, resamples=3)


def loss(model: StrengthModel, events: list[EventGames]) -> float:
    return float(sum(log_losses(event.games.score, foretold(model, event)).sum() for event in events))


def test_no_figures_foretell_the_games_better_and_the_true_ones_hardly_worse(
    events: list[EventGames], study: FigureStudy
) -> None:
    best = loss(study.model, events)
    # Twice the difference follows a chi-squared law with 8 degrees of freedom: 26 is exceeded once in 1000.
    assert 0 <= loss(TRUE, events) - best < 13
    for factor in (0.5, 2.0):
        assert loss(replace(study.model, slope=study.model.slope * factor), events) > best


def test_an_event_is_foretold_worse_by_a_fit_that_does_not_know_it(study: FigureStudy) -> None:
    assert study.log_loss_fitted < study.log_loss_left_out
    assert (study.events, study.games) == (8, 192)


def test_the_file_of_figures_is_read_as_it_was_written(study: FigureStudy) -> None:
    found = read_figures(figures_text(study))
    assert read_habits(figures_text(study)) == HABITS
    assert len(found.others) == 3
    for name in FITTED_NAMES:
        assert getattr(found.model, name) == pytest.approx(getattr(study.model, name), abs=1e-4)
        assert (found.low[name], found.high[name]) == pytest.approx(study.interval(name), abs=1e-4)


def test_a_game_is_foretold_from_the_rounds_before_it_alone(events: list[EventGames]) -> None:
    event = events[0]
    late = event.rounds >= 3
    score = np.where(late, 1 - event.games.score, event.games.score)
    other = replace(event, games=replace(event.games, score=score))
    before, after = foretold(TRUE, event), foretold(TRUE, other)
    assert np.array_equal(before[event.rounds <= 3], after[event.rounds <= 3])
    assert not np.allclose(before[event.rounds > 3], after[event.rounds > 3])
    alone = foretold(TRUE, event, learns=False)
    assert np.array_equal(alone, foretold(TRUE, other, learns=False))
    assert np.array_equal(alone[event.rounds == 1], before[event.rounds == 1])


def test_a_handful_of_events_is_no_fit(events: list[EventGames]) -> None:
    with pytest.raises(InputError, match="3 tournaments with games are too few for a fit"):
        fit_strengths(events[:3])
