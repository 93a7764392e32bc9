"""Document 1, 5.3: an event paired as GoDraw does, with the scores of chapter 4, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, pairs, places, results, starts, stones, values


@pytest.mark.requirement("V47")
def test_a_guided_random_event_from_entry_to_final_places() -> None:
    hall = event_of("guided_random", "Ada 5d, Bo 4d, Cy 3d, Di 3d", rounds=3)
    # 4.1.1, with the bar at 4 dan.
    assert starts(hall) == {"Ada": 33, "Bo": 33, "Cy": 32, "Di": 32}

    # 5.3.1: both groups are even and have two players each: chance has nothing to decide.
    assert drawn(hall, 1) == pairs("Ada-Bo Cy-Di")
    results(hall, 1, "Ada>Bo Cy>Di")
    # Ada 34, Bo and Cy 33, Di 32. The topmost group is odd: Ada is paired down. In the next group nobody
    # was paired down before, and she has met Bo, so Cy is paired up. Then Bo's group is odd, and Di is all
    # that is left.
    assert drawn(hall, 2) == pairs("Ada-Cy Bo-Di")
    results(hall, 2, "Cy>Ada Bo>Di")
    # Ada, Bo and Cy have 34. Ada lost her previous game, so she is paired down, to Di.
    assert drawn(hall, 3) == pairs("Ada-Di Bo-Cy")
    # Reduced handicaps: 34 - 32 less one would be a stone, but Ada starts at the bar.
    assert stones(hall, 3) == [0, 0]
    results(hall, 3, "Di>Ada Cy>Bo")

    # Ada 33 + 1, Bo 33 + 1, Cy 32 + 3, Di 32 + 1.
    assert values(hall, "mms") == {"Ada": 34, "Bo": 34, "Cy": 35, "Di": 33}
    # Everybody met all others: 136 less the player's own score.
    assert values(hall, "sosm") == {"Ada": 102, "Bo": 102, "Cy": 101, "Di": 103}
    # Ada beat Bo 34, Bo beat Di 33, Cy beat Di 33, Ada 34 and Bo 34, Di beat Ada 34.
    assert values(hall, "sodosm") == {"Ada": 34, "Bo": 33, "Cy": 101, "Di": 34}
    assert places(hall) == [(1, "Cy"), (2, "Ada"), (3, "Bo"), (4, "Di")]
