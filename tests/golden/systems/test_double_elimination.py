"""Document 1, 3.2.1: double elimination of four players, worked out on paper."""

import pytest

from kit.golden_event import drawn, earlier_wins, event_of, places, stones, values


@pytest.mark.requirement("V24")
def test_a_double_elimination_from_entry_to_final_places() -> None:
    hall = event_of("double_elimination", "Ada 5d 2500, Bo 3d 2300, Cy 1k 2000, Di 10k 1100", rounds=4)
    # The stronger always wins. Whatever the lots say: those without a loss meet each other, and so do those
    # with one ("a player is dropped out after two losses"). Di loses first to one of the others and then to
    # the loser of the other game, or to the loser of round 2; Cy is the next who has lost twice, then Bo.
    games = []
    for number in (1, 2, 3, 4):
        games.append(drawn(hall, number))
        assert set(stones(hall, number)) == {0}
        earlier_wins(hall, number)
    # Round 1 has two games, round 2 one of each bracket, round 3 one between the two with one loss, round 4
    # the final.
    assert [len(each) for each in games] == [2, 2, 1, 1]
    assert games[2] == {frozenset(("Bo", "Cy"))}
    assert games[3] == {frozenset(("Ada", "Bo"))}
    # Ada is unbeaten, so the final is not repeated.
    assert values(hall, "nbw")["Ada"] == 3
    assert places(hall) == [(1, "Ada"), (2, "Bo"), (3, "Cy"), (4, "Di")]
