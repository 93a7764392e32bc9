"""Document 1, chapter 6: an event paired and counted as EPM does, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, free, misses, pairs, places, results, starts, stones, values


@pytest.mark.requirement("V37", "V52")
def test_a_backtracking_event_from_entry_to_final_places() -> None:
    hall = event_of("backtracking", "Ada 5d, Bo 4d, Cy 3d, Di 3d, Eva 2d, Flo 2d", rounds=3)
    misses(hall, "Eva", 2, 3)
    # 4.1.1, with the bar at 4 dan.
    assert starts(hall) == {"Ada": 33, "Bo": 33, "Cy": 32, "Di": 32, "Eva": 31, "Flo": 31}

    # Three groups of two.
    assert drawn(hall, 1) == pairs("Ada-Bo Cy-Di Eva-Flo")
    results(hall, 1, "Ada>Bo Cy>Di Flo>Eva")
    # Ada 34, Bo and Cy 33, Di and Flo 32, and Eva is absent. 4.2.4: the lowest in the standings is free. Of
    # the two with 32 that is Flo, whose SOS is 31 (Eva) where Di has 33 (Cy). Ada has met Bo.
    assert drawn(hall, 2) == pairs("Ada-Cy Bo-Di")
    assert free(hall, 2) == ["Flo"]
    results(hall, 2, "Cy>Ada Bo>Di")
    # Ada, Bo, Cy 34, Flo 33, Di 32. Di is the lowest who has not been free. Ada has met Bo and Cy, so these
    # two meet and Ada is paired down to Flo.
    assert drawn(hall, 3) == pairs("Bo-Cy Ada-Flo")
    assert free(hall, 3) == ["Di"]
    assert stones(hall, 3) == [0, 0]
    results(hall, 3, "Bo>Cy Flo>Ada")

    # 6.1: half a point for each absence, rounded down in total, is not for their own place: Eva stays at 31.
    # Ada 33+1, Bo 33+2, Cy 32+2, Di 32+1 free, Flo 31+1+1 free+1.
    assert values(hall, "mms") == {"Ada": 34, "Bo": 35, "Cy": 34, "Di": 33, "Eva": 31, "Flo": 34}
    # It is for the opponents' SOS: Eva counts 31 + 1 there. A free round adds their own score (4.2.4), an
    # absence nothing (figure 6.1, player 22: one opponent with 2 points gives an SOS of 2). Ada: Bo 35 + Cy
    # 34 + Flo 34. Bo: Ada 34 + Di 33 + Cy 34. Cy: Di 33 + Ada 34 + Bo 35. Di: Cy 34 + Bo 35 + own 33. Eva:
    # Flo 34. Flo: Eva 32 + own 34 + Ada 34.
    assert values(hall, "sosm") == {"Ada": 103, "Bo": 101, "Cy": 102, "Di": 102, "Eva": 34, "Flo": 100}
    # SOSOS; a free round adds nothing (figure 6.1, player 20: 4 + 5 = 9).
    # Ada: 101 + 102 + 100. Bo: 103 + 102 + 102. Cy: 102 + 103 + 101. Di: 102 + 101. Eva: 100. Flo: 34 + 103.
    assert values(hall, "sososm") == {"Ada": 303, "Bo": 307, "Cy": 306, "Di": 203, "Eva": 100, "Flo": 137}
    assert places(hall) == [(1, "Bo"), (2, "Ada"), (3, "Cy"), (4, "Flo"), (5, "Di"), (6, "Eva")]
