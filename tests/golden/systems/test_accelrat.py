"""Document 1, 3.3: an event paired by AccelRat, with the scores of chapter 4, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, pairs, places, results, starts, stones, values


@pytest.mark.requirement("V26", "V28")
def test_an_accelrat_event_from_entry_to_final_places() -> None:
    # Two pairs of close ratings, 150 points apart: one round moves a rating by far less.
    hall = event_of("accelrat", "Ada 5d 2510, Bo 4d 2490, Cy 3d 2320, Di 3d 2300", rounds=3)
    # 4.1.1, with the bar at 4 dan: 33, and 32 for 3 dan.
    assert starts(hall) == {"Ada": 33, "Bo": 33, "Cy": 32, "Di": 32}

    # "Starting from the top, pairs the closest two players who have not yet played each other."
    assert drawn(hall, 1) == pairs("Ada-Bo Cy-Di")
    results(hall, 1, "Ada>Bo Cy>Di")
    # Cy has gained and Di has lost: of those whom Ada has not met, Cy is closest.
    assert drawn(hall, 2) == pairs("Ada-Cy Bo-Di")
    results(hall, 2, "Cy>Ada Bo>Di")
    # The only games that are left.
    assert drawn(hall, 3) == pairs("Ada-Di Bo-Cy")
    # Ratings decide who meets whom, so the games are even whatever the scores.
    assert stones(hall, 3) == [0, 0]
    results(hall, 3, "Ada>Di Bo>Cy")

    # 33 + 2, 33 + 2, 32 + 2, 32 + 0.
    assert values(hall, "mms") == {"Ada": 35, "Bo": 35, "Cy": 34, "Di": 32}
    # Everybody met all others: 136 less the player's own score.
    assert values(hall, "sosm") == {"Ada": 101, "Bo": 101, "Cy": 102, "Di": 104}
    # Ada beat Bo 35 and Di 32, Bo beat Di 32 and Cy 34, Cy beat Di 32 and Ada 35.
    assert values(hall, "sodosm") == {"Ada": 67, "Bo": 66, "Cy": 67, "Di": 0}
    assert places(hall) == [(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Di")]
