"""Cells of a reproduction against sums done by hand from the text of the documents."""

import math
from functools import cache

import pytest

from miai.engine.bar.equilibrium import fitted_grades
from miai_lab.reproduce import ReproductionStudy, selected
from miai_lab.reproduce.run_reproduction import reproduce


@cache
def ours(group: str) -> dict[str, float | str]:
    """Our numbers by the name of their cell."""
    return {cell.cell: cell.ours for cell in reproduce(selected(only=[group]), ReproductionStudy()).cells}


# Document 1, figure 6.1. Rows used: 1 (2d, MMS 6: 5+ 3+ 2+), 2 (MMS 5, SOS 15), 3 (5, 14), 5 (4, 14),
# 17 (2), 18 (MMS 2, SOS 4: 20+ 17- 22+), 19 (1, 5), 20 (MMS 1: 18- 19- free), 21 (absent three times),
# 22 (MMS 0: absent, absent, 18-).
EPM = {
    "1, SOS": 4 + 5 + 5,
    "1, SOSOS": 14 + 14 + 15,
    # "On a free round ... SOS is increased by the player's own MMS."
    "20, SOS": 2 + 1 + 1,
    "20, SOSOS": 4 + 5,
    # EPM "gives half a point for each round absent ... and uses these points only when calculating pairings
    # and the opponents' SOS": player 22 counts one point for player 18, and none for the own score.
    "18, SOS": 1 + 2 + (0 + 2 * 0.5),
    "22, MMS": 0,
    "22, SOS": 2,
    "22, SOSOS": 4,
    "21, SOS": 0,
    "21, SOSOS": 0,
}


@pytest.mark.parametrize(("cell", "value"), EPM.items())
def test_standings_of_epm(cell: str, value: float) -> None:
    assert ours("figure 6.1")[cell] == value


def test_places_go_by_mms_then_sos_then_sosos() -> None:
    # 5 and 6 of figure 6.1 have 4 points and SOS 14; SOSOS 39 and 38.
    assert (ours("figure 6.1")["5, place"], ours("figure 6.1")["6, place"]) == (5, 6)
    # 5 and 6 of figure 5.1 have 9 points and SOS 33. Opponents of 5: 3, 9, 8, 10; of 6: 16, 8, 2, 9.
    assert 38 + 34 + 36 + 33 > 29 + 36 + 38 + 34
    assert (ours("figure 5.1")["5, place"], ours("figure 5.1")["6, place"]) == (5, 6)


def test_standings_of_figures_4_3_and_5_1() -> None:
    # Row 1 of figure 4.3 met 4 (MMS 11, SOS 32), 7 (10, 31) and 6 (10, 34).
    assert ours("figure 4.3")["1, SOS"] == 11 + 10 + 10
    assert ours("figure 4.3")["1, SOSOS"] == 32 + 31 + 34
    # Row 6 of figure 5.1 met 16 (7), 8 (8), 2 (10) and 9 (8).
    assert ours("figure 5.1")["6, SOS"] == 7 + 8 + 10 + 8


def test_cuss_and_starting_points() -> None:
    assert ours("CUSS")["CUSS, 3 wins, then 2 losses"] == 1 + 2 + 3 + 3 + 3
    assert ours("CUSS")["CUSS, 2 losses, then 3 wins"] == 0 + 0 + 1 + 2 + 3
    # "no points for players who are 20 kyu or weaker, one point to 19 kyus and so on": 1k is 19 above 20k.
    starts = [ours("4.1.1")[f"starting points of {grade}"] for grade in ("20k", "1k", "1d", "2d")]
    assert starts == [0, 20 - 1, 20, 21]


def test_the_hyperbola_of_document_3_is_the_line_of_a() -> None:
    # a(R) = 200 - (R - 100) / 20 = 5 (41 - R / 100), and 1 / a = A / (B - R / 100).
    assert ours("hyperbola")["A of the EGF's parametrization"] == pytest.approx(1 / 5)
    assert ours("hyperbola")["B of the EGF's parametrization"] == pytest.approx(41)
    # 100 points at a = 100 and at a = 70.
    assert ours("document 3, table I")["P1 at 2100"] == pytest.approx(1 / (1 + math.e))
    assert ours("document 3, table I")["P1 at 2700"] == pytest.approx(1 / (1 + math.exp(100 / 70)))


def test_graphs_and_teams_of_document_5() -> None:
    # "two possible pairings for round 2: 1-3 and 2-4 ... or 1-2 and 3-4".
    assert ours("figures 2 and 3")["pairings of round two"] == 2
    # A cycle of six edges has two: every other edge, beginning with the first or the second.
    assert ours("figures 2 and 3")["right, pairings after 1-3 2-4 5-6"] == 2
    # Two triangles: "only two players in each triangle can be paired".
    assert ours("figures 2 and 3")["left, byes after 1-2 3-4 5-6"] == 6 - 2 * 2
    # Five against five is 25 games, five a round; then five of a team are left, an odd number.
    assert ours("split-and-cycle")["split-and-cycle, rounds without a bye"] == 25 // 5
    assert ours("split-and-cycle")["split-and-cycle, players of team A who can be paired in round 6"] == 5 - 1


def test_a_line_goes_through_two_grades_on_either_side_of_the_change_of_sign() -> None:
    # The grades that somebody has in table 4 of document 5; the sign of ΔG changes between -3 and -1.
    grades = (-8, -7, -5, -4, -3, -1, 0, 1, 3, 4)
    assert fitted_grades({grade: -2.0 - grade for grade in grades}) == [-4, -3, -1, 0]
    assert fitted_grades({grade: grade + 0.5 for grade in grades}) == [-3, -1, 0, 1]


def test_prices_of_document_2() -> None:
    # Player 1's best opponent of eight is 5: ΔP is how far the other is from there.
    deltas = [ours("document 2, penalty")[f"ΔP of 1 and {other}"] for other in "567"]
    assert deltas == [5 - 5, 6 - 5, 7 - 5]
