"""The JSON of `miai lab calibrate`."""

from miai.answers import JsonObject, Study, rounded
from miai.domain.people.grade import Grade
from miai.engine.forecast.intervals import Estimate
from miai_lab.calibration_report import DOCUMENT_HYPERBOLA, DOCUMENT_REGRESSION
from miai_lab.model_scores import ModelScore
from miai_lab.run_calibration import CalibrationStudy


def calibration_json(study: CalibrationStudy) -> JsonObject:
    """The fits beside the constants of document 3, the games behind them, and all win models."""
    found = study.calibration
    return {
        "files": study.files,
        "games": found.games,
        "players": found.players,
        "hyperbola": _pair(found.hyperbola, "A", "B"),
        "hyperbola_of_the_document": _pair(DOCUMENT_HYPERBOLA, "A", "B"),
        "regression": _pair(found.regression, "slope", "shodan"),
        "regression_of_the_document": _pair(DOCUMENT_REGRESSION, "slope", "shodan"),
        "lambda": [
            {
                "grade": str(Grade.of_number(point.grade)),
                "gap": point.gap,
                "games": point.games,
                "won": point.won,
                "value": point.value,
            }
            for point in found.points
        ],
        "handicaps": [{"stones": row.stones, "won": row.won, "games": row.games} for row in found.handicaps],
        "observed": [
            {"dan": each.dan, "expected": each.expected, "observed": each.observed, "games": each.games}
            for each in found.bins
        ],
        "models": [_model(score) for score in study.scores],
    }


def _model(score: ModelScore) -> JsonObject:
    return {
        "model": score.key,
        "log_loss": estimate_json(score.log_loss),
        "brier": estimate_json(score.brier),
        "favourites": [
            {"expected": rounded(one.expected), "observed": rounded(one.observed), "games": one.games}
            for one in score.bins
        ],
    }


def estimate_json(found: Estimate) -> JsonObject:
    """A number with its interval."""
    return {"value": rounded(found.value), "low": rounded(found.low), "high": rounded(found.high)}


def _pair(values: tuple[float, float] | None, first: str, second: str) -> JsonObject | None:
    return None if values is None else {first: values[0], second: values[1]}


CALIBRATION = Study(question="lab-calibrate", json=calibration_json)
