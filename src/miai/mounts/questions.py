"""Every question that a command answers for scripts, for the reference and its tests."""

from functools import cache
from importlib import import_module
from typing import Any

from miai.answers import Answer, Study

# Where the answers are declared.
_MODULES = (
    "miai.features.accounts.answer",
    "miai.features.congress.answer",
    "miai.features.draw.answer",
    "miai.features.draw.all_games_answer",
    "miai.features.verify.answer",
    "miai.features.hosting.answer",
    "miai.features.files.answer",
    "miai.features.settings.answer",
    "miai.features.library.answer",
    "miai.features.lists.answer",
    "miai.features.players.answer",
    "miai.features.programs.answer",
    "miai.features.standings.bonus_answer",
    "miai.features.fees.answer",
    "miai.features.schedule.open_games_answer",
    "miai.features.standings.answer",
    "miai.features.sign_up.answer",
    "miai.features.stages.answer",
    "miai.features.bands.answer",
    "miai.features.bar.answer",
    "miai_lab.calibration_answer",
    "miai.features.forecast.answer",
    "miai_lab.forecast_check_answer",
    "miai_lab.informed_answer",
    "miai_lab.lab_answer",
    "miai_lab.league.answer",
    "miai_lab.probe.answer",
    "miai.features.quality.answer",
    "miai.features.ratings.answer",
    "miai_lab.reproduce.answer",
    "miai_lab.search.answer",
    "miai.features.teams.answer",
    "miai.features.uploads.answer",
)


@cache
def questions() -> dict[str, Answer[Any] | Study[Any]]:
    """The declared answers by their questions."""
    found = {
        each.question: each
        for module in _MODULES
        for each in vars(import_module(module)).values()
        if isinstance(each, Answer | Study)
    }
    return dict(sorted(found.items()))
