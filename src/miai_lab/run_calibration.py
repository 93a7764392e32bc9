"""Calibrate ratings and win models on the results of files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from miai.engine.forecast.draw_habits import board_chances, fit_habits
from miai.engine.forecast.event_games import with_games
from miai.errors import Problem
from miai_lab.calibration import Calibration, calibrate
from miai_lab.event_files import as_drawn, read_events
from miai_lab.model_scores import ModelScore, score_models
from miai_lab.strength_figures import FigureStudy, study_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationStudy:
    """What ratings are worth by the results of files, and how well each win model foretold them."""

    files: int
    notes: tuple[Problem, ...]
    calibration: Calibration
    scores: tuple[ModelScore, ...]


def calibrate_files(paths: Sequence[Path], *, lenient: bool = False) -> CalibrationStudy:
    """Compare ratings with the results of all these tournaments; a folder stands for its files."""
    found = read_events(paths, lenient=lenient)
    tournaments = [event.tournament for event in found.events]
    events = with_games(tournaments)
    return CalibrationStudy(
        files=len(tournaments),
        notes=found.notes,
        calibration=calibrate(tournaments),
        scores=score_models(events) if events else (),
    )


def fit_files(
    paths: Sequence[Path], *, seed: int, told: Callable[[str], None], lenient: bool = False
) -> FigureStudy:
    """Fit the win model and the strengths of players to all these tournaments."""
    found = read_events(paths, lenient=lenient)
    told("draws")
    habits = fit_habits([board_chances(as_drawn(event)) for event in found.events])
    return study_figures(with_games(event.tournament for event in found.events), habits, seed=seed, told=told)
