"""What document 5 prints of T_ideal: six rounds, four players of each grade from 8 kyu to 5 dan."""

from functools import cache

import numpy as np
import pytest

from miai.engine.judging.groups import GradeGroup, groups_of
from miai.engine.judging.measures import measures
from miai.engine.kernel.qualities import COUNTS, GROUP_COUNTS, Entrants, Games, count_groups, count_many
from miai.engine.pairing.simulation import (
    BY_SCORE,
    Scheme,
    SimulatedField,
    above_bar,
    field_of,
    simulate,
    terms_of,
)
from miai.engine.rating.win_models import KaniukErf

LOWEST, HIGHEST = -8, 4
GRADES = tuple(grade for grade in range(LOWEST, HIGHEST + 1) for _ in range(4))
PAIRINGS = 300


@cache
def measured(bar: int) -> tuple[dict[str, float], dict[int, GradeGroup]]:
    """The measures of many pairings under a bar, and the groups by grade."""
    entry, model = SimulatedField(grades=GRADES), KaniukErf()
    scheme = Scheme(rounds=6, bar=bar, pricing=BY_SCORE, most_stones=0)
    played, field = simulate(entry, scheme, model, seed=5, count=PAIRINGS), field_of(entry, scheme, model)
    grades, counts = np.array(GRADES), np.zeros((PAIRINGS, COUNTS))
    entrants = Entrants(
        grades=grades,
        starts=field.starts,
        above_bar=above_bar(entry, scheme),
        countries=field.countries,
        clubs=field.clubs,
        seeding_methods=terms_of(scheme).seeding,
    )
    count_many(Games(*(getattr(played, name) for name in Games._fields)), entrants, counts)
    table = np.zeros((HIGHEST - LOWEST + 1, GROUP_COUNTS))
    for opponents, final, wins in zip(played.opponents, played.final, played.wins, strict=True):
        count_groups(opponents, final, wins, grades, LOWEST, table)
    return measures(counts.sum(axis=0)), {group.grade: group for group in groups_of(table, LOWEST)}


@pytest.mark.requirement("B29")
@pytest.mark.parametrize(
    ("grade", "bar", "printed"), [(4, -8, 0.183), (4, 4, 0.492), (3, 4, 0.813), (4, 0, 0.26)]
)
def test_peer_games_of_the_top_groups(grade: int, bar: int, printed: float) -> None:
    assert measured(bar)[1][grade].peers == pytest.approx(printed, abs=0.015)


def test_peer_games_above_the_bar_are_those_of_the_bar_group() -> None:
    values, groups = measured(3)
    assert values["peer"] == groups[3].peers


@pytest.mark.requirement("B23")
@pytest.mark.parametrize("bar", [-1, 1, 3, 4])
def test_uneven_games_are_12_to_14_in_a_hundred(bar: int) -> None:
    assert 0.11 < measured(bar)[0]["uneven"] < 0.145


@pytest.mark.requirement("B25")
def test_games_over_more_than_a_point_are_4_in_a_hundred_at_worst() -> None:
    assert measured(4)[0]["far_apart"] == pytest.approx(0.042, abs=0.006)


@pytest.mark.requirement("B30")
def test_the_weakest_group_meets_players_0_7_grades_stronger() -> None:
    group = measured(1)[1][LOWEST]
    assert group.opponent_grade is not None
    assert group.opponent_grade - LOWEST == pytest.approx(0.7, abs=0.05)


@pytest.mark.requirement("B32")
def test_shodans_score_2_96_under_the_highest_bar() -> None:
    assert measured(4)[1][0].score == pytest.approx(2.96, abs=0.05)


@pytest.mark.requirement("B28")
def test_the_rank_deviation_improves_as_the_bar_rises() -> None:
    deviations = [measured(bar)[0]["rank_deviation"] for bar in (-1, 1, 3, 4)]
    assert deviations == sorted(deviations, reverse=True)
