"""Document 4, 2 and document 5, 3: an event paired at random, worked out on paper."""

import pytest

from kit.golden_event import drawn, earlier_wins, event_of, places, starts, stones, values


@pytest.mark.requirement("K4")
def test_a_random_event_from_entry_to_final_places() -> None:
    # Document 5, 3: the mid-score is half the number of rounds, so everybody starts at 0 whatever the grade.
    hall = event_of("random", "Ada 5d, Bo 1d, Cy 5k, Di 15k", rounds=3)
    assert starts(hall) == {"Ada": 0, "Bo": 0, "Cy": 0, "Di": 0}

    # Document 4, 2: "players are paired at random and no pairings are repeated": in three rounds all six
    # games are played, in whatever order. The stronger always wins.
    games: list[frozenset[str]] = []
    for number in (1, 2, 3):
        games += drawn(hall, number)
        assert stones(hall, number) == [0, 0]
        earlier_wins(hall, number)
    assert len(set(games)) == 6

    assert values(hall, "nbw") == {"Ada": 3, "Bo": 2, "Cy": 1, "Di": 0}
    # Six wins in all, less the player's own.
    assert values(hall, "sosw") == {"Ada": 3, "Bo": 4, "Cy": 5, "Di": 6}
    assert places(hall) == [(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Di")]
