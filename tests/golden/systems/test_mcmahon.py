"""Document 1, chapter 4: a McMahon event of seven players and three rounds, worked out on paper.

Grades give the starts (4.1.1): counted from 30 kyu at 0, so 1 dan is 30, and the bar at 4 dan is 33.
"""

import pytest

from kit.golden_event import drawn, event_of, free, misses, pairs, places, results, starts, stones, values

FIELD = "Ada 5d, Bo 4d, Cy 3d, Di 2d, Eva 1d, Flo 1k, Gus 2k"


@pytest.mark.requirement("V31", "V33", "V36", "V38")
def test_a_mcmahon_event_from_entry_to_final_places() -> None:
    hall = event_of("mcmahon", FIELD, rounds=3)
    misses(hall, "Di", 2, 3)
    # 4.1.1: Ada and Bo are at or above the bar and start equal, then a point less for each grade.
    assert starts(hall) == {"Ada": 33, "Bo": 33, "Cy": 32, "Di": 31, "Eva": 30, "Flo": 29, "Gus": 28}

    # 4.1, rule 3: Ada and Bo have 33. Every other group is odd and sends its player to the next group.
    # Rule 4: seven players, so the lowest in the standings is free.
    assert drawn(hall, 1) == pairs("Ada-Bo Cy-Di Eva-Flo")
    assert free(hall, 1) == ["Gus"]
    results(hall, 1, "Ada>Bo Cy>Di Eva>Flo")

    # Now Ada 34, Bo 33, Cy 33, Di 31, Eva 31, Flo 29, Gus 28 + 1 = 29. Di is absent, and six can be paired.
    # Ada alone has 34 and has met Bo (rule 2), so she meets Cy. Bo is left in the group of 33, Eva is the
    # next; Flo and Gus have 29.
    assert drawn(hall, 2) == pairs("Ada-Cy Bo-Eva Flo-Gus")
    assert free(hall, 2) == []
    results(hall, 2, "Cy>Ada Bo>Eva Gus>Flo")

    # Now Ada, Bo, Cy 34, Eva 31, Gus 30, Flo 29. Of the three at 34 only Bo and Cy have not met. Flo has
    # met Eva and Gus, so Ada meets Flo, and Eva meets Gus.
    assert drawn(hall, 3) == pairs("Bo-Cy Ada-Flo Eva-Gus")
    # Ada starts at the bar, and Eva and Gus are one point apart: the difference less one is no stone.
    assert stones(hall, 3) == [0, 0, 0]
    results(hall, 3, "Bo>Cy Ada>Flo Gus>Eva")

    # 4.1, rules 5 and 6: Ada 33+2, Bo 33+2, Cy 32+2, Di 31 + two absences of half a point = 32, Eva 30+1,
    # Flo 29, Gus 28 + free round 1 + 2 = 31.
    assert values(hall, "mms") == {
        "Ada": 35, "Bo": 35, "Cy": 34, "Di": 32, "Eva": 31, "Flo": 29, "Gus": 31,
    }  # fmt: skip
    # 4.2.2: the opponents' scores; without an opponent the player's own score.
    # Ada: Bo 35 + Cy 34 + Flo 29. Bo: Ada 35 + Eva 31 + Cy 34. Cy: Di 32 + Ada 35 + Bo 35. Di: Cy 34 + own
    # 32 twice. Eva: Flo 29 + Bo 35 + Gus 31. Flo: Eva 31 + Gus 31 + Ada 35. Gus: own 31 + Flo 29 + Eva 31.
    assert values(hall, "sosm") == {
        "Ada": 98, "Bo": 100, "Cy": 102, "Di": 98, "Eva": 95, "Flo": 97, "Gus": 91,
    }  # fmt: skip
    # SODOS. Ada: Bo + Flo. Bo: Eva + Cy. Cy: Di + Ada. Eva: Flo. Gus: Flo + Eva; the free round beats nobody.
    assert values(hall, "sodosm") == {
        "Ada": 64, "Bo": 65, "Cy": 67, "Di": 0, "Eva": 29, "Flo": 0, "Gus": 60,
    }  # fmt: skip
    assert places(hall) == [
        (1, "Bo"), (2, "Ada"), (3, "Cy"), (4, "Di"), (5, "Eva"), (6, "Gus"), (7, "Flo"),
    ]  # fmt: skip


@pytest.mark.requirement("V32")
def test_one_absence_is_half_a_point_rounded_down() -> None:
    # 4.1, rule 5, and 4.2.1: the halves are added up and rounded down, so a single one gives nothing.
    hall = event_of("mcmahon", "Ada 3d, Bo 3d, Cy 2d", rounds=1)
    misses(hall, "Cy", 1)
    drawn(hall, 1)
    results(hall, 1, "Ada>Bo")
    assert values(hall, "mms") == {"Ada": 33, "Bo": 32, "Cy": 31}
