"""Lines, ramps, and the bar of small entries."""

import pytest

from miai.engine.bar.equilibrium import Ramp, equilibrium_grade, find_bar, layer, linear_fit, tried_grades
from miai.engine.bar.trial import Trial, even_field, try_bar
from miai.errors import InputError


def test_a_line_through_points_on_a_line_is_that_line() -> None:
    line = linear_fit([4, 3, 1], [-1.0, -0.5, 0.5])
    assert line.zero == pytest.approx(2)
    assert line.slope == pytest.approx(-0.5)
    assert line.at(0) == pytest.approx(1)


def test_a_level_line_crosses_nought_nowhere() -> None:
    assert linear_fit([4, 3], [0.5, 0.5]).zero is None


@pytest.mark.requirement("B38")
def test_a_ramp_is_nought_up_to_its_hinge() -> None:
    ramp = Ramp(hinge=1.5, slope=0.5)
    assert [ramp.at(grade) for grade in (0, 1.5, 2.5)] == [0, 0, 0.5]


@pytest.mark.requirement("B18", "B42")
def test_the_equilibrium_grade_weighs_crossing_points_by_squared_slopes() -> None:
    grades = range(-4, 5)
    found = equilibrium_grade({g: -1.0 * (g - 1) for g in grades}, {g: 0.5 * (g - 2) for g in grades})
    assert found.grade == pytest.approx((1.0 * 1 + 0.25 * 2) / 1.25)


@pytest.mark.requirement("B15")
def test_lines_go_through_two_grades_on_either_side_of_the_change_of_sign() -> None:
    # Far from the change the values are nonsense, and nobody is at -2.
    values = {-8: 90.0, -4: 2.5, -3: 1.5, -1: -0.5, 0: -1.5, 4: -90.0}
    found = equilibrium_grade(values, {grade: -value for grade, value in values.items()})
    assert found.opponents.zero == pytest.approx(-1.5)
    assert found.grade == pytest.approx(-1.5)


def test_without_any_difference_there_is_no_equilibrium() -> None:
    with pytest.raises(InputError, match="no equilibrium"):
        equilibrium_grade({1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0})


@pytest.mark.requirement("B41")
def test_only_the_top_four_groups_and_one_for_each_round_are_tried() -> None:
    assert tried_grades([4, 4, 2, 2, 1, 1, 0, 0, -3, -3, -5, -5], 1) == (4, 4, 2, 2, 1, 1, 0, 0, -3, -3)


@pytest.mark.requirement("B4")
def test_one_of_the_lowest_group_stays_out_of_an_odd_field() -> None:
    assert even_field([2, 1, 1, 3, 3]) == (3, 3, 2, 1)
    assert even_field([2, 1]) == (2, 1)


@pytest.mark.requirement("B44")
def test_a_field_of_one_grade_has_no_bar_but_the_grade_itself() -> None:
    found = find_bar([3] * 8, 3, pairings=20)
    assert (found.bar, found.b_sol, found.separation) == (3, None, None)
    assert found.layers[0].delta_g == 0
    assert found.layers[0].delta_s == 0


def test_a_single_player_of_the_lowest_grade_who_stays_out_leaves_no_group_behind() -> None:
    found = find_bar([3, 3, 3, 3, 0], 2, pairings=20)
    assert (found.bar, [each.bar for each in found.layers]) == (0, [3])


@pytest.mark.requirement("B45")
@pytest.mark.parametrize(
    ("grades", "rounds", "pairings", "sentence"),
    [
        ([3], 2, 10, "at least two players"),
        ([3, 2], 0, 10, "at least one round"),
        ([3, 2], 1, 0, "at least one pairing"),
        ([3, 3, 2, 2], 4, 10, "4 players are too few to try 4 rounds"),
    ],
)
def test_what_cannot_be_tried_is_refused(
    grades: list[int], rounds: int, pairings: int, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        find_bar(grades, rounds, pairings=pairings)


@pytest.mark.requirement("B45")
def test_flawed_tournaments_are_told_and_not_counted() -> None:
    found = layer([3] * 6, 5, bar=3, pairings=300, seed=1)
    assert 0.05 < found.flawed < 0.4
    assert found.delta_s == 0


def test_a_bar_far_below_the_top_can_be_tried_too() -> None:
    grades = [grade for grade in range(-8, 5) for _ in range(4)]
    found = layer(grades, 6, bar=-8, pairings=50)
    assert found.population == 52
    assert found.gamma_l is None
    assert found.peer == 1


def _hand_made(final: list[list[int]]) -> Trial:
    """Two rounds of 3 dan A, B and 2 dan C, D under a bar at 3 dan: A-B C-D, A-C B-D."""
    trial = try_bar([2, 2, 1, 1], 2, bar=2, pairings=len(final))
    opponents = trial.opponents.copy()
    opponents[:] = [[1, 0, 3, 2], [2, 3, 0, 1]]
    final_scores = trial.final.copy()
    final_scores[:] = [[4 * score for score in scores] for scores in final]
    return Trial(grades=trial.grades, rounds=2, bar=2, opponents=opponents, final=final_scores, flawed=0.0)


@pytest.mark.requirement("B12", "B14", "B29", "B35", "B55")
def test_groups_are_measured_as_the_document_defines_it() -> None:
    trial = _hand_made([[4, 3, 2, 1], [4, 3, 1, 2], [3, 3, 2, 2], [4, 4, 1, 1]])
    assert trial.opponent_difference(2) == pytest.approx(-0.5)
    assert trial.score_difference(2) == pytest.approx(0.5)
    # Three of four groups score above 3; exactly 3 is no excess.
    assert trial.tail(2, trial.mid_score(2)) == 0.75
    assert trial.tail(1, trial.mid_score(2)) == 0
    assert trial.unique_winner() == 0.5
    assert trial.peer_games(2) == 0.5


@pytest.mark.requirement("B28")
def test_ranks_by_score_are_set_against_ranks_by_grade() -> None:
    # By score 1, 2/3, 1/3 and 0, by grade 1, 1, 0 and 0.
    assert _hand_made([[4, 3, 2, 1]]).rank_deviation() == pytest.approx((2 / 9 / 4) ** 0.5)
