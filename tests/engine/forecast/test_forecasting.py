"""What is still open is left to chance, and what is decided is certain."""

from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable, with_player, with_scoring
from miai.domain.people.grade import Grade
from miai.domain.points import HALF
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.seeding import SeedingChoice
from miai.domain.tournament import Tournament
from miai.engine.forecast.forecasting import Forecast, Question, forecast
from miai.engine.rating.strengths import fitted
from miai.errors import InputError
from miai.features.forecast.draw_as_set import draw_as_set
from miai.features.forecast.event_forecast import EstimatedChance
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.messages import literal

QUESTION = question_for(model="egf-2021", simulations=1_000, threads=1)


def _ahead(tournament: Tournament, rounds: int, question: Question = QUESTION) -> Forecast:
    event = replace(tournament, settings=replace(tournament.settings, rounds=rounds))
    return forecast(event, question, draw_as_set)


def _first(found: Forecast, name: str) -> float:
    return float(found.places[_line(found, name), 0])


def _line(found: Forecast, name: str) -> int:
    return [player.name for player in found.players].index(name)


def test_a_leader_whom_nobody_can_reach_wins_for_certain() -> None:
    found = _ahead(crosstable("A+B C=D E=F | A+C B=E D=F | A+D E=C B=F"), 4)
    assert _first(found, "A") == 1.0
    assert found.alone[_line(found, "A")] == 1.0
    assert found.unique_winner == 1.0


def test_two_equal_leaders_who_must_meet_split_the_first_place() -> None:
    found = _ahead(crosstable("A+C B+D | A+D B+C"), 3)
    assert _first(found, "A") + _first(found, "B") == pytest.approx(1)
    assert _first(found, "A") == pytest.approx(0.5, abs=0.06)
    assert found.unique_winner == 1.0


def test_the_stronger_of_two_leaders_is_the_favourite() -> None:
    event = crosstable("A+C B+D | A+D B+C")
    found = _ahead(with_player(event, "A", rating=2500.0), 3)
    assert _first(found, "A") == pytest.approx(QUESTION.model.chance(4, 0), abs=0.05)


def test_stones_help_whoever_gets_them() -> None:
    even = with_player(crosstable("A?B"), "A", rating=2400.0)
    assert _first(_ahead(even, 1), "A") == pytest.approx(QUESTION.model.chance(3, 0), abs=0.05)
    stones = with_player(crosstable("A?B/3"), "A", rating=2400.0)
    assert _first(_ahead(stones, 1), "A") == pytest.approx(QUESTION.model.chance(0.5, 0), abs=0.05)


def test_the_chances_of_a_place_and_of_a_player_add_up_to_one() -> None:
    found = _ahead(crosstable("A+B C+D E+F G+ | A+C B+E G+D F-"), 5)
    assert np.allclose(found.places.sum(axis=0), 1)
    assert np.allclose(found.places.sum(axis=1), 1)
    assert float(found.alone.sum()) == pytest.approx(found.unique_winner)


def test_games_without_a_result_are_played_as_drawn() -> None:
    found = _ahead(crosstable("A+C B+D | A?B C+D"), 2)
    assert found.pending == 1
    assert found.after == 2
    assert not found.finished
    assert _first(found, "A") == pytest.approx(0.5, abs=0.06)
    assert _first(found, "A") + _first(found, "B") == pytest.approx(1)
    assert found.scores[_line(found, "A")] == found.scores[_line(found, "B")]


def test_a_player_who_has_left_scores_no_more() -> None:
    event = crosstable("A+C B+D | A+D B+C")
    left = with_player(event, "A", absent_rounds=frozenset({3}))
    assert _first(_ahead(left, 3), "B") > 0.9


@pytest.mark.parametrize(("rules", "reached"), [({"round_down": True}, 1.0), ({"round_down": False}, 0.0)])
def test_half_a_point_for_absence_is_rounded_down_where_the_event_does(
    rules: dict[str, bool], reached: float
) -> None:
    event = with_scoring(crosstable("A+B C+D | A- C-"), absent_points=HALF, **rules)
    found = _ahead(replace(event, rounds=event.rounds[:1]), 2)
    # A and C have won once and are away; B and D play each other, and the winner has one point as well.
    assert found.shared[_line(found, "A")] == 1.0
    assert found.shared[_line(found, "B")] + found.shared[_line(found, "D")] == reached


def test_more_rounds_are_tried_until_a_unique_winner_is_likely() -> None:
    event = crosstable("A+B C+D E+F G+H")
    found = _ahead(event, 1)
    assert found.finished
    assert found.unique[0] == 0.0
    # Of four with one win two are left after the second round, and one after the third.
    assert found.needed(0.9) == 3
    assert _ahead(event, 1, replace(QUESTION, limit=2)).needed(0.9) is None


def test_a_finished_event_has_the_places_of_its_own_table() -> None:
    event = crosstable("A+B C+D | A+C B=D | A+D B+C")
    found = forecast_event(event, QUESTION)
    assert found.finished
    assert found.players[0].player.name == "A"
    assert found.players[0].first == EstimatedChance(value=1.0, low=1.0, high=1.0)
    assert "all 3 rounds are played" in str(found.notes[0])


@pytest.mark.parametrize("preset", ["miai", "gotha", "kaniuk", "aga"])
def test_the_event_is_played_on_by_its_own_preset(preset: str) -> None:
    event = crosstable("A+B C+D E+F G+H | A+C B+E G+D F+H", preset=preset)
    found = _ahead(event, 5, replace(QUESTION, simulations=50))
    assert (found.system, found.preset, found.drawn_because) == ("mcmahon", preset, None)


def test_both_ways_to_play_an_event_give_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    event = with_player(crosstable("A+B C+D E+F G+H | A+C B+E G+D F+H"), "A", rating=2300.0)
    question = replace(QUESTION, simulations=150)
    simulated = _ahead(event, 4, question)
    monkeypatch.setattr(
        "miai.engine.forecast.simulable.why_not_simulated", lambda *_: literal("for comparison")
    )
    drawn = _ahead(event, 4, question)
    assert drawn.drawn_because is not None
    assert np.allclose(simulated.alone, drawn.alone, atol=0.15)
    assert drawn.scores == simulated.scores


@pytest.mark.parametrize(
    "system",
    [
        "aga", "accelrat", "guided_random", "backtracking", "entropy", "random", "roommates",
        "round_robin", "split_and_cycle", "knockout", "double_elimination",
    ],
)  # fmt: skip
def test_every_other_system_is_drawn_round_by_round(system: str) -> None:
    players = crosstable("A+B C+D E+F G+H").players
    event = Tournament(players=players, settings=Settings(system=system, rounds=3))
    found = forecast(event, replace(QUESTION, simulations=4), draw_as_set)
    assert found.system == system
    assert found.drawn_because is not None
    assert np.allclose(found.places.sum(axis=0), 1)
    assert np.allclose(found.places.sum(axis=1), 1)


def test_what_the_simulation_does_not_know_is_drawn_round_by_round() -> None:
    event = crosstable("A+B C+D E+F G+H")
    a, b, *_ = (player.id for player in event.players)
    found = _ahead(replace(event, wishes=Wishes(apart=((a, b),))), 2, replace(QUESTION, simulations=3))
    assert str(found.drawn_because) == "the director's wishes are kept to"


@pytest.mark.parametrize(("criterion", "title"), [("dc", "Direct"), ("sts", "STS")])
def test_seeding_that_the_simulation_does_not_know_is_drawn_round_by_round(
    criterion: str, title: str
) -> None:
    event = crosstable("A+B C+D E+F G+H")
    rules = PairingRules(later_seeding=SeedingChoice(criteria=("mms", criterion)), first_seeding_rounds=0)
    seeded = replace(event, settings=replace(event.settings, pairing=rules))
    found = _ahead(seeded, 2, replace(QUESTION, simulations=3))
    assert str(found.drawn_because) == f"the simulation does not seed by these criteria: {title}"
    assert np.allclose(found.places.sum(axis=0), 1)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"model": "dice"}, "'dice' is not a win model"),
        ({"model": "aga", "simulations": 0}, "0 simulations"),
        ({"model": "aga", "sure": 90.0}, "90 does not"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(wrong: dict[str, str | float], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        question_for(**wrong)  # type: ignore[arg-type] # what a command line may hold


@pytest.mark.parametrize("limit", [0, 2])
def test_a_limit_below_the_rounds_of_the_event_is_refused(limit: int) -> None:
    with pytest.raises(InputError, match=f"the limit of {limit} rounds is below"):
        _ahead(crosstable("A+B C+D"), 3, replace(QUESTION, limit=limit))


LEARNING = question_for(simulations=600, threads=1)


def test_the_fitted_model_is_the_default_and_learns_from_the_results_so_far() -> None:
    """Of two leaders of one grade the one is favoured who beat the stronger opponents."""
    event = crosstable("A+C B+D | A+E B+F", system="swiss", criteria=("nbw", "sosw"))
    for name, grade in (("C", "4d"), ("E", "4d"), ("D", "4k"), ("F", "4k")):
        event = with_player(event, name, grade=Grade.parse(grade), rating=Grade.parse(grade).rating + 20.0)
    for name in "AB":
        event = with_player(event, name, rating=2110.0)
    learnt = _ahead(event, 3, LEARNING)
    unmoved = _ahead(event, 3, replace(LEARNING, learns=False))
    assert LEARNING.model.key == "fitted"
    assert _first(learnt, "A") > _first(learnt, "B") + 0.05
    assert _first(learnt, "A") > _first(unmoved, "A") + 0.03
    told = forecast_event(replace(event, settings=replace(event.settings, rounds=3)), LEARNING)
    assert any("moved by the results so far" in str(note) for note in told.notes)


def test_a_rating_far_from_the_grade_does_not_make_a_favourite() -> None:
    event = crosstable("A+C B+D | A+D B+C")
    junk = with_player(event, "A", rating=2900.0)
    assert _first(_ahead(junk, 3), "A") > 0.9
    assert _first(_ahead(junk, 3, LEARNING), "A") < 0.8


def test_intervals_contain_the_error_of_the_model() -> None:
    event = with_player(crosstable("A?B"), "A", rating=2200.0)
    fits = fitted().others
    steep = tuple(replace(each, slope=each.slope * (0.2 if k % 2 else 3.0)) for k, each in enumerate(fits))
    unsure = replace(LEARNING, simulations=2_000, figures=replace(fitted(), others=steep))
    sure = replace(LEARNING, simulations=2_000, figures=replace(fitted(), others=(fitted().model,)))
    line = _line(_ahead(event, 1, sure), "A")
    assert _ahead(event, 1, sure).first_spread[line] == 0
    assert _ahead(event, 1, unsure).first_spread[line] > 0.01


def test_places_are_those_of_the_events_own_criteria_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    event = crosstable("A+B C+D E+F G+H | A+C B+E G+D F+H", criteria=("mms", "sosm", "sodosm", "dc"))
    question = replace(QUESTION, simulations=300, drawn_simulations=150)
    simulated = _ahead(event, 3, question)
    assert (simulated.drawn_because, simulated.not_placed) == (None, ())
    monkeypatch.setattr(
        "miai.engine.forecast.simulable.why_not_simulated", lambda *_: literal("for comparison")
    )
    drawn = _ahead(event, 3, question)
    assert np.allclose(simulated.places, drawn.places, atol=0.16)
