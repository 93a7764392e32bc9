"""Every question that a command answers for scripts, for the reference and its tests."""

from functools import cache
from importlib import import_module
from typing import Any

from miai.answers import Answer, Study

# Where the answers are declared.
_MODULES = (
    "miai.app.accounts.account_answers",
    "miai.app.congress.congress_answers",
    "miai.app.draw.draw_answers",
    "miai.app.draw.proof_answers",
    "miai.app.event.check_answers",
    "miai.app.event.file_answers",
    "miai.app.event.rule_answers",
    "miai.app.library.plugin_answers",
    "miai.app.players.list_answers",
    "miai.app.players.player_answers",
    "miai.app.programs.program_answers",
    "miai.app.results.bonus_answers",
    "miai.app.results.fees_answers",
    "miai.app.results.open_game_answers",
    "miai.app.results.standings_answers",
    "miai.app.sign_up.sign_up_answers",
    "miai.app.stages.stage_answers",
    "miai.app.studies.bands_answers",
    "miai.app.studies.bar_answers",
    "miai.app.studies.calibrate_answers",
    "miai.app.studies.forecast_answers",
    "miai.app.studies.forecast_check_answers",
    "miai.app.studies.informed_answers",
    "miai.app.studies.lab_answers",
    "miai.app.studies.league_answers",
    "miai.app.studies.probe_answers",
    "miai.app.studies.quality_answers",
    "miai.app.studies.rate_answers",
    "miai.app.studies.reproduce_answers",
    "miai.app.studies.search_answers",
    "miai.app.teams.team_answers",
    "miai.app.uploads.upload_answers",
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
