"""On events whose true strengths are known, what is said of strengths and games is right as often as said."""

import os

import numpy as np
import pytest

from kit.known_strengths import TRUE, known_event, true_strengths
from miai.engine.forecast.draw_habits import fitted_habits
from miai.engine.forecast.event_games import EventGames, believed_after, foretold, log_losses
from miai.engine.rating.strengths import FITTED_NAMES, before_the_event
from miai_lab.strength_figures import study_figures

# The share that is inside has a standard error of 0.006 with 600 events.
EVENTS = 2_000 if os.environ.get("MIAI_SOAK") else 600
# In standard deviations: eight of ten and nineteen of twenty of a normal law.
WIDTHS = {0.8: 1.2816, 0.95: 1.96}


def strengths_of(seed: int, event: EventGames) -> np.ndarray:
    """The strengths that made the games: the first that the event's seed gave."""
    dice = np.random.default_rng(seed)
    n = len(event.grades)
    dice.integers(-8, 4, n)
    dice.normal(0, 0.6, n)
    dice.choice([-6.0, 6.0], n)
    dice.random(n)
    return true_strengths(before_the_event(TRUE, event.grades, event.ratings), dice)


@pytest.fixture(scope="module")
def events() -> list[EventGames]:
    return [known_event(seed, players=12, rounds=5) for seed in range(EVENTS)]


@pytest.mark.parametrize("after", [0, 2, 5])
@pytest.mark.parametrize("share", WIDTHS)
def test_true_strengths_lie_in_the_intervals_as_often_as_these_say(
    events: list[EventGames], after: int, share: float
) -> None:
    inside = []
    for seed, event in enumerate(events):
        believed = believed_after(TRUE, event, after)
        off = np.abs(strengths_of(seed, event) - believed.mean)
        inside.append(off < WIDTHS[share] * np.sqrt(np.diag(believed.covariance)))
    assert np.concatenate(inside).mean() == pytest.approx(share, abs=0.02)


def test_chances_that_learn_are_calibrated_and_foretell_later_rounds_better(events: list[EventGames]) -> None:
    score = np.concatenate([event.games.score for event in events])
    later = np.concatenate([event.rounds >= 3 for event in events])
    learnt, fixed = (
        np.concatenate([foretold(TRUE, event, learns=learns) for event in events]) for learns in (True, False)
    )
    for low in np.arange(0, 1, 0.2):
        chosen = (low <= learnt) & (learnt < low + 0.2)
        error = np.sqrt(0.25 / chosen.sum())
        assert abs(score[chosen].mean() - learnt[chosen].mean()) < 4 * error
    assert log_losses(score[later], learnt[later]).mean() < log_losses(score[later], fixed[later]).mean()


@pytest.mark.skipif(not os.environ.get("MIAI_SOAK"), reason="minutes; MIAI_SOAK=1 runs it")
def test_the_intervals_of_a_fit_hold_the_figures_that_made_the_games() -> None:
    events = [known_event(seed) for seed in range(100)]
    study = study_figures(events, fitted_habits(), seed=3, resamples=100)
    inside = 0
    for name in FITTED_NAMES:
        low, high = study.interval(name)
        assert low < getattr(study.model, name) < high
        inside += low <= getattr(TRUE, name) <= high
    assert inside >= len(FITTED_NAMES) - 1
