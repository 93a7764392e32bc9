"""The JSON of `miai lab forecast-check`."""

from miai.answers import JsonObject, Study, rounded
from miai.engine.forecast.intervals import Estimate
from miai_lab.forecast_check import ForecastScore
from miai_lab.run_forecast_check import ForecastCheck


def forecast_check_json(found: ForecastCheck) -> JsonObject:
    """How the forecast did, and each simpler one with the same fields."""
    return {
        **_score(found.forecast),
        "leave_one_out": found.left_out,
        "simulations": found.simulations,
        "seed": found.seed,
        "baselines": {score.key: _score(score) for score in found.baselines},
    }


def _score(score: ForecastScore) -> JsonObject:
    return {
        "events": score.events,
        "games": {
            "count": score.games,
            **_number("log_loss", score.game_log_loss),
            **_number("brier", score.game_brier),
        },
        "winner": {
            "states": score.states,
            **_number("log_loss", score.winner_log_loss),
            **_number("brier", score.winner_brier),
        },
        "places": {
            **_number("coverage80", score.coverage80),
            **_number("coverage95", score.coverage95),
        },
    }


def _number(name: str, found: Estimate | None) -> JsonObject:
    if found is None:
        return {name: None, f"{name}_interval": None}
    return {name: rounded(found.value), f"{name}_interval": [rounded(found.low), rounded(found.high)]}


FORECAST_CHECK = Study(question="lab-forecast-check", json=forecast_check_json)
