"""Document 2, implementation notes: an event of roommates by the AGA's rules, worked out on paper."""

import pytest

from kit.golden_event import drawn, earlier_wins, event_of, places, starts, stones, values


@pytest.mark.requirement("A61")
def test_a_roommates_event_from_entry_to_final_places() -> None:
    hall = event_of("roommates", "Ada 7d 2700, Bo 7d 2690, Cy 7d 2680, Di 3d 2300", rounds=3)
    # The bands of document 2: three players at the bar, and Di below, with S = int(0.75·1/3) = 0, but at
    # least 1.
    assert starts(hall) == {"Ada": 0, "Bo": 0, "Cy": 0, "Di": -1}
    # In three rounds everybody meets everybody, in whatever order; the stronger always wins.
    games: list[frozenset[str]] = []
    for number in (1, 2, 3):
        games += drawn(hall, number)
        assert stones(hall, number) == [0, 0]
        earlier_wins(hall, number)
    assert len(set(games)) == 6

    assert values(hall, "mms") == {"Ada": 3, "Bo": 2, "Cy": 1, "Di": -1}
    # 5 in all, less the player's own score.
    assert values(hall, "soms") == {"Ada": 2, "Bo": 3, "Cy": 4, "Di": 6}
    # Ada beat all others, Bo beat Cy 1 and Di -1, Cy beat Di.
    assert values(hall, "sodoms") == {"Ada": 2, "Bo": 0, "Cy": -1, "Di": 0}
    assert places(hall) == [(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Di")]
