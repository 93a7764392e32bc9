"""Rounds drawn at random: how often a small field runs into a dead end."""

import pytest

from miai.engine.kernel.random_matchings import BOARDS, SEARCH, UNIFORM, flawed_rounds

METHODS = pytest.mark.parametrize("method", [UNIFORM, BOARDS, SEARCH])


@pytest.mark.requirement("B8")
@METHODS
def test_four_players_can_always_be_paired(method: int) -> None:
    assert flawed_rounds(4, method, 1, 0, 500).tolist() == [500, 0, 0, 0]


@pytest.mark.requirement("B7", "B9", "K5")
@METHODS
def test_six_players_fail_in_round_4_only(method: int) -> None:
    found = flawed_rounds(6, method, 1, 0, 2000)
    assert found.sum() == 2000
    assert found[4] > 0
    assert found[0] + found[4] == 2000


@pytest.mark.requirement("B10")
@pytest.mark.parametrize(("method", "chance"), [(UNIFORM, 1 / 4), (BOARDS, 1 / 6), (SEARCH, 0.15)])
def test_six_players_fail_as_often_as_each_way_of_drawing_makes_it(method: int, chance: float) -> None:
    count = 40_000
    error = (chance * (1 - chance) / count) ** 0.5
    assert flawed_rounds(6, method, 7, 0, count)[4] / count == pytest.approx(chance, abs=4 * error)


@METHODS
def test_tournaments_go_by_seed_and_number_alone(method: int) -> None:
    whole = flawed_rounds(8, method, 3, 0, 400)
    parts = flawed_rounds(8, method, 3, 0, 150) + flawed_rounds(8, method, 3, 150, 250)
    assert whole.tolist() == parts.tolist()
    assert whole.tolist() != flawed_rounds(8, method, 4, 0, 400).tolist()


@pytest.mark.requirement("B7", "B10")
@METHODS
def test_sixteen_players_fail_in_the_last_round_but_one(method: int) -> None:
    found = flawed_rounds(16, method, 1, 0, 100)
    assert found[0] + found[14] == 100
    assert 10 < found[14] < 60
