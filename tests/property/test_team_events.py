"""Random team events by every system, refereed; a soak plays many more."""

import pytest

from conftest import SOAK
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.scoring.teams.entrants import round_of_teams
from miai.features.draw.pair import analyse, pair, round_of
from miai_lab.referee.referee_study import refereed_teams
from miai_lab.team_events import TeamRecipe, team_event

EVERY = tuple(ALL_SYSTEMS)


@pytest.mark.parametrize("system", EVERY)
def test_random_team_events_hold_what_the_system_promises(system: str) -> None:
    recipe = TeamRecipe(system=system)
    found = [(seed, wrong) for seed in range(200 if SOAK else 5) for wrong in refereed_teams(recipe, seed)]
    assert found == []


@pytest.mark.parametrize("system", ["mcmahon", "swiss", "round_robin", "knockout"])
@pytest.mark.parametrize("teams", range(2, 11))
def test_any_number_of_teams_with_substitutes_and_absences(system: str, teams: int) -> None:
    recipe = TeamRecipe(system=system, fewest=teams, most=teams, largest=4, absent=0.2, stated=0.4)
    assert [wrong for seed in range(20 if SOAK else 1) for wrong in refereed_teams(recipe, seed)] == []


@pytest.mark.parametrize("preset", ["miai", "gotha", "kaniuk"])
def test_every_preset_explains_the_matches_it_draws(preset: str) -> None:
    event = team_event(TeamRecipe(system="mcmahon", fewest=7, most=7, absent=0.0, resting=0.0), 3)
    draw = pair(event, round=1, preset=preset)
    assert draw.teams is not None
    explained = analyse(event, round=1, preset=preset).explain(round_of_teams(round_of(draw)))
    assert explained.own
    assert [each.reasons for each in explained.boards] == [each.reasons for each in draw.teams.boards]
