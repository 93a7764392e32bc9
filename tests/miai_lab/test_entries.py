"""Who enters simulated events: grades, ratings and true strengths as real fields have them."""

from dataclasses import replace

import numpy as np
import pytest

from miai.engine.pairing.simulation import SimulatedField
from miai.engine.rating.strengths import fitted
from miai_lab.entries import CONGRESS, Event, EventKind, drawn, with_strengths

ALIKE = EventKind(
    key="alike", fewest=4000, most=4000, rounds=1, weakest=-3, strongest=-3, mean=-3, spread=0, clubs=3
)


def _arrays(event: Event) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    entry = event.entry
    return np.array(entry.grades), np.array(entry.ratings), np.array(entry.true_strengths)


def test_true_strengths_lie_around_grades_and_ratings_as_the_fitted_model_has_them() -> None:
    model = fitted().model
    grades, ratings, strengths = _arrays(drawn(ALIKE, seed=1, number=0))
    unrated, near = ratings == grades, np.abs(ratings - grades) < 0.8
    rated = near & ~unrated
    assert np.mean(unrated) == pytest.approx(0.25, abs=0.03)
    assert np.std(strengths[unrated]) == pytest.approx(model.unrated_spread, rel=0.08)
    assert np.std((strengths - ratings)[rated]) == pytest.approx(model.spread, rel=0.08)
    # Far ratings of others may move a whole field, but all of it alike.
    apart = np.mean((strengths - ratings)[unrated]) - np.mean((strengths - ratings)[rated])
    assert apart == pytest.approx(model.unrated_shift, abs=0.25)


def test_grades_of_one_event_lie_further_apart_or_closer_than_those_of_another() -> None:
    slopes = []
    for number in range(40):
        grades, ratings, strengths = _arrays(drawn(CONGRESS, seed=2, number=number))
        rated = (ratings != grades) & (np.abs(ratings - grades) < 1)
        slopes.append(np.polyfit(grades[rated], strengths[rated], 1)[0])
    # The slope of each event is known to about 0.02 from its 170 rated players.
    assert np.std(slopes) == pytest.approx(fitted().model.grade_spread, rel=0.35)
    assert np.mean(slopes) == pytest.approx(1, abs=0.12)


def test_a_kind_with_noise_has_the_simple_law() -> None:
    grades, ratings, strengths = _arrays(drawn(replace(ALIKE, noise=0.6), seed=1, number=0))
    assert np.std(strengths - grades) == pytest.approx(0.6, rel=0.05)
    assert np.abs(ratings - (grades + strengths) / 2).max() <= 0.05


def test_true_strengths_of_a_real_field_differ_from_event_to_event_and_are_the_same_for_one_seed() -> None:
    entry = SimulatedField(grades=(0, -2, 3), strengths=(0.0, -2.2, 3.0), ratings=(0.0, -2.2, 3.0))
    event = Event(entry=entry, rounds=1, present=np.ones((1, 3), np.bool_), bar=0)
    first, again, other = (with_strengths(event, None, seed=5, number=number) for number in (0, 0, 1))
    assert first.entry == again.entry
    assert first.entry.strengths != other.entry.strengths
    assert first.entry.ratings == entry.ratings
    plain = with_strengths(event, 0.0, seed=5, number=0)
    assert plain.entry.strengths == entry.ratings
