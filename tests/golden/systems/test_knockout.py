"""Document 1, 3.2: a cup for four and a cup for six players, worked out on paper."""

import pytest

from kit.golden_event import drawn, earlier_wins, event_of, free, places, stones, values


@pytest.mark.requirement("V22")
def test_a_cup_from_entry_to_final_places() -> None:
    # Four players are 2² and need two rounds. Lots decide who meets whom; the stronger always wins.
    hall = event_of("knockout", "Ada 5d 2500, Bo 3d 2300, Cy 1k 2000, Di 10k 1100", rounds=2)
    first = drawn(hall, 1)
    assert stones(hall, 1) == [0, 0]
    assert free(hall, 1) == []
    earlier_wins(hall, 1)
    # "The player who wins continues in the tournament and the loser drops out": the winners meet. The losers
    # play for place 3, which Miai adds.
    won = {min(game) for game in first}
    lost = {max(game) for game in first}
    assert drawn(hall, 2) == {frozenset(won), frozenset(lost)}
    earlier_wins(hall, 2)
    # Ada is never out, the other winner of round 1 has survived one round, and the losers none.
    assert min(won) == "Ada"
    assert values(hall, "cps") == {"Ada": 2, max(won): 1, min(lost): 0, max(lost): 0}
    assert places(hall)[:2] == [(1, "Ada"), (2, max(won))]


@pytest.mark.requirement("V23")
def test_in_a_cup_lots_decide_who_begins_in_round_two() -> None:
    # Six players are no power of two: two are free, so that round 2 has four players.
    seen = set()
    for name in ("Spring", "Autumn", "Winter", "May", "June"):
        hall = event_of(
            "knockout",
            f"Ada 5d 2500, Bo 4d 2400, Cy 3d 2300, Di 2d 2200, Eva 1d 2100, {name} 1k 2000",
            rounds=3,
        )
        assert len(drawn(hall, 1)) == 2
        assert len(free(hall, 1)) == 2
        seen.add(tuple(sorted(free(hall, 1))))
        earlier_wins(hall, 1)
        assert len(drawn(hall, 2)) == 2
        earlier_wins(hall, 2)
        drawn(hall, 3)
        earlier_wins(hall, 3)
        assert places(hall)[0] == (1, "Ada")
    # Ratings would always choose Ada and Bo.
    assert seen != {("Ada", "Bo")}
