"""Document 1, 3.1: two round robins, worked out on paper."""

import pytest

from kit.golden_event import drawn, event_of, free, pairs, places, results, stones, values


@pytest.mark.requirement("V17", "V20", "V21")
def test_an_odd_round_robin_from_entry_to_final_places() -> None:
    # Five players and the dummy take their seats, A B C above and D E dummy below. A stays, and for each
    # round the others move on by one seat (table 3.1). Five rounds, because the number of players is odd.
    hall = event_of("round_robin", "A 5d 2500, B 3d 2300, C 1d 2100, D 5k 1600, E 15k 600", rounds=5)
    plan = {
        1: ("A-D B-E", "C"),
        2: ("A-E B-C", "D"),
        3: ("C-E B-D", "A"),
        4: ("A-C D-E", "B"),
        5: ("A-B C-D", "E"),
    }
    won = {
        1: "A>D B>E",
        2: "A>E B>C",
        3: "C>E B>D",
        4: "C>A D>E",
        5: "A>B C>D",
    }
    for number, (games, without) in plan.items():
        assert drawn(hall, number) == pairs(games), number
        assert free(hall, number) == [without]
        assert stones(hall, number) == [0, 0]
        results(hall, number, won[number])

    # A free round is nothing that is won: everybody has one. A beat D, E, B; B beat E, C, D; C beat E, D,
    # A; D beat E.
    assert values(hall, "nbw") == {"A": 3, "B": 3, "C": 3, "D": 1, "E": 0}
    # A beat B, B beat C, C beat A: "round robin provides no mechanism to sort the players".
    assert places(hall) == [(1, "A"), (1, "B"), (1, "C"), (4, "D"), (5, "E")]


def test_in_a_round_robin_the_game_between_two_with_as_many_wins_decides() -> None:
    # Four players, so three rounds: A B above, C D below; then A C above, D B below; then A D above, B C
    # below.
    hall = event_of("round_robin", "A 2d 2200, B 2d 2190, C 2d 2180, D 2d 2170", rounds=3)
    for number, games in ((1, "A-C B-D"), (2, "A-D B-C"), (3, "A-B C-D")):
        assert drawn(hall, number) == pairs(games)
        results(hall, number, {1: "A>C B>D", 2: "D>A B>C", 3: "A>B C>D"}[number])
    # A and B have 2 wins, and A beat B; C and D have 1, and C beat D, although D beat A with 2 wins and C
    # only D.
    assert values(hall, "nbw") == {"A": 2, "B": 2, "C": 1, "D": 1}
    assert places(hall) == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]
