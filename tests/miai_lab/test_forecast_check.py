"""Forecasts of events that are over know nothing of how these ended."""

from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.player import Registration
from miai.domain.tournament import Tournament
from miai.engine.forecast.draw_habits import fitted_habits
from miai.engine.forecast.event_games import event_games
from miai.engine.rating.strengths import fitted
from miai.features.forecast.draw_as_set import draw_as_set
from miai_lab.forecast_check import BASELINES, FORECAST, CheckedEvent, ForecastScore, score_forecaster

COIN = next(each for each in BASELINES if each.key == "coin")


def over(text: str) -> Tournament:
    event = crosstable(text)
    return replace(event, settings=replace(event.settings, rounds=len(event.rounds)))


def scored(*events: Tournament, simulations: int = 400) -> ForecastScore:
    checked = [
        CheckedEvent(tournament=each, figures=fitted(), habits=fitted_habits(), drawn=()) for each in events
    ]
    return score_forecaster(COIN, checked, draw_as_set, simulations=simulations, threads=1)


def test_two_players_and_one_game_cost_a_coin_one_bit() -> None:
    found = scored(over("A+B"), over("B+A"))
    assert (found.events, found.games, found.states) == (2, 2, 2)
    assert found.game_log_loss.value == pytest.approx(np.log(2))
    assert found.winner_log_loss is not None
    assert found.winner_log_loss.value == pytest.approx(np.log(2), abs=0.02)
    assert found.winner_brier is not None
    assert found.winner_brier.value == pytest.approx(0.5, abs=0.02)
    # Half of all chances is nearer to 80 and 95 than nothing, and all of them is nearer still to 95.
    assert found.coverage95.value == 1


def test_a_winner_of_whom_nobody_thought_costs_much_but_not_everything() -> None:
    """A is out of reach after two rounds of three: forecasts before the third are right for certain."""
    event = over("A+B C=D E=F | A+C B=E D=F | A+D E=C B=F")
    found = scored(event, simulations=50)
    assert found.winner_log_loss is not None
    assert 0 < found.winner_log_loss.value < np.log(6)


def test_the_results_of_a_round_are_not_known_before_it() -> None:
    """Events that differ in the last round only are forecast alike, whatever that round brought."""
    one, other = over("A+B C+D | A+C B+D"), over("A+B C+D | A-C B-D")
    first, second = (FORECAST.chances(event_games(event), fitted()) for event in (one, other))
    assert np.array_equal(first, second)


def test_who_signed_up_and_never_came_takes_nobodys_place() -> None:
    """By rating C would be first of three; of the two who came B is first, and certain to be."""
    event = over("A+B C-")
    event = replace(event, settings=replace(event.settings, criteria=("rating",)))
    event = with_player(with_player(event, "C", rating=2900.0), "B", rating=2500.0)
    event = with_player(event, "C", registration=Registration.PRELIMINARY)
    found = scored(event)
    assert (found.games, found.states) == (1, 1)
    assert found.winner_log_loss is not None
    assert found.winner_log_loss.value == pytest.approx(0, abs=0.01)
    assert found.coverage80.value == 1
