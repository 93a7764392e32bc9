"""Document 1, 3.4: two Swiss events, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, free, pairs, places, results, stones, values


@pytest.mark.requirement("V29")
def test_a_swiss_event_from_entry_to_final_places() -> None:
    # Grades do not matter: "on the first round, every player starts with 0 points". Four players need two
    # rounds.
    hall = event_of("swiss", "Ada 6d, Bo 1d, Cy 10k, Di 20k", rounds=2)
    assert hall.event.settings.by_wins

    # The first round is open: the director forces the games. All are even, 25 grades apart or not.
    assert drawn(hall, 1, forced="Ada-Bo Cy-Di") == pairs("Ada-Bo Cy-Di")
    assert stones(hall, 1) == [0, 0]
    results(hall, 1, "Ada>Bo Cy>Di")
    # Rule 1: those with one win meet, and those with none.
    assert drawn(hall, 2) == pairs("Ada-Cy Bo-Di")
    assert stones(hall, 2) == [0, 0]
    results(hall, 2, "Ada>Cy Bo=Di")

    # A jigo is half a win.
    assert values(hall, "nbw") == {"Ada": 2, "Bo": 0.5, "Cy": 1, "Di": 0.5}
    # Ada: Bo ½ + Cy 1. Bo: Ada 2 + Di ½. Cy: Di ½ + Ada 2. Di: Cy 1 + Bo ½.
    assert values(hall, "sosw") == {"Ada": 1.5, "Bo": 2.5, "Cy": 2.5, "Di": 1.5}
    # The defeated: Ada ½ + 1, Cy ½, and half of the opponent's ½ for each in the jigo.
    assert values(hall, "sodosw") == {"Ada": 1.5, "Bo": 0.25, "Cy": 0.5, "Di": 0.25}
    assert places(hall) == [(1, "Ada"), (2, "Cy"), (3, "Bo"), (4, "Di")]


@pytest.mark.requirement("V30")
def test_nobody_has_two_free_rounds_in_a_swiss_and_each_counts_as_a_win() -> None:
    hall = event_of("swiss", "Ada 3d, Bo 2d, Cy 1d", rounds=3)
    assert drawn(hall, 1, forced="Ada-Bo") == pairs("Ada-Bo")
    assert free(hall, 1) == ["Cy"]
    results(hall, 1, "Ada>Bo")
    # Ada and Cy have a win each and meet; Bo is alone below, and there is no group with less points.
    assert drawn(hall, 2) == pairs("Ada-Cy")
    assert free(hall, 2) == ["Bo"]
    results(hall, 2, "Ada>Cy")
    # Rule 2: Bo and Cy have been free, so Ada is, although she leads.
    assert drawn(hall, 3) == pairs("Bo-Cy")
    assert free(hall, 3) == ["Ada"]
    results(hall, 3, "Bo>Cy")
    # Ada 2 and a free round, Bo 1 and a free round, Cy a free round.
    assert values(hall, "nbw") == {"Ada": 3, "Bo": 2, "Cy": 1}
    # 4.2.2: opponents' wins, and their own in the free round. Ada: 2 + 1 + 3. Bo: 3 + 2 + 1. Cy: 1 + 3 +
    # 2.
    assert values(hall, "sosw") == {"Ada": 6, "Bo": 6, "Cy": 6}
    assert places(hall) == [(1, "Ada"), (2, "Bo"), (3, "Cy")]
