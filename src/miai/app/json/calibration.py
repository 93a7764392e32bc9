"""The JSON of `miai lab calibrate`."""

from miai.app.json.values import JsonObject
from miai.domain.grade import Grade
from miai.lab.calibrate import Calibration
from miai.report.calibration import DOCUMENT_HYPERBOLA, DOCUMENT_REGRESSION


def calibration_json(found: Calibration, *, files: int) -> JsonObject:
    """The fits beside the constants of document 3, and the games behind them."""
    return {
        "files": files,
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
    }


def _pair(values: tuple[float, float] | None, first: str, second: str) -> JsonObject | None:
    return None if values is None else {first: values[0], second: values[1]}
