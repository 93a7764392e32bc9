"""Calibrate ratings on the results of files."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from miai.domain.grade import Grade
from miai.formats import read_file
from miai.lab.calibrate import calibrate


def calibrate_data(paths: Sequence[Path]) -> dict[str, Any]:
    """The stable JSON of a calibration; the constants of document 3 stand beside ours."""
    found = calibrate(read_file(path).tournament for path in paths)
    return {
        "files": len(paths),
        "games": found.games,
        "players": found.players,
        "hyperbola": _pair(found.hyperbola, "A", "B"),
        "hyperbola_of_the_document": {"A": 0.07, "B": 33.0},
        "regression": _pair(found.regression, "slope", "shodan"),
        "regression_of_the_document": {"slope": 96.7, "shodan": 2061.3},
        "lambda": [{**asdict(point), "grade": str(Grade.of_number(point.grade))} for point in found.points],
        "handicaps": [asdict(row) for row in found.handicaps],
        "observed": [asdict(each) for each in found.bins],
    }


def _pair(values: tuple[float, float] | None, first: str, second: str) -> dict[str, float] | None:
    return None if values is None else {first: values[0], second: values[1]}
