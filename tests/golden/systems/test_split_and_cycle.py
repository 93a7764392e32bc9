"""Document 5, 2: an event by split-and-cycle, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, pairs, places, results, stones, values


@pytest.mark.requirement("B11")
def test_a_split_and_cycle_event_from_entry_to_final_places() -> None:
    # "Players are split into two equal teams A and B; one team remains seated and the other cycles."
    hall = event_of("split_and_cycle", "Ada 4d 2400, Bo 3d 2300, Cy 2d 2200, Di 1d 2100", rounds=2)
    assert drawn(hall, 1) == pairs("Ada-Cy Bo-Di")
    assert stones(hall, 1) == [0, 0]
    results(hall, 1, "Ada>Cy Di>Bo")
    # The lower half has moved on by one board: every player of one team has now met every player of the
    # other.
    assert drawn(hall, 2) == pairs("Ada-Di Bo-Cy")
    results(hall, 2, "Ada>Di Bo>Cy")

    assert values(hall, "nbw") == {"Ada": 2, "Bo": 1, "Cy": 0, "Di": 1}
    # Ada: Cy 0 + Di 1. Bo: Di 1 + Cy 0. Cy: Ada 2 + Bo 1. Di: Bo 1 + Ada 2.
    assert values(hall, "sosw") == {"Ada": 1, "Bo": 1, "Cy": 3, "Di": 3}
    assert places(hall) == [(1, "Ada"), (2, "Di"), (3, "Bo"), (4, "Cy")]
