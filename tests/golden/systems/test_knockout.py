"""Document 1, 3.2: a cup for four and a cup for six players, worked out on paper."""

from kit.golden_event import drawn, earlier_wins, event_of, free, places, stones, values


def test_a_cup_from_entry_to_final_places() -> None:
    # Four players are 2² and need two rounds. Lots decide who meets whom; the stronger always wins.
    hall = event_of("knockout", "Ada 5d 2500, Bo 3d 2300, Cy 1k 2000, Di 10k 1100", rounds=2)
    first = drawn(hall, 1)
    assert stones(hall, 1) == [0, 0]
    assert free(hall, 1) == []
    earlier_wins(hall, 1)
    out = {max(game, key=list("ABCD").index) for game in _by_letter(first)}
    # The winners meet; Miai lets the losers play for place 3.
    second = drawn(hall, 2)
    assert {"".join(sorted(game)) for game in _by_letter(second)} == {
        "".join(sorted(out)), "".join(sorted(set("ABCD") - out)),
    }  # fmt: skip
    earlier_wins(hall, 2)
    # "The player who wins continues in the tournament and the loser drops out": Ada is never out. The loser
    # of the final is place 2. In every draw the winner of the two who lost in round 1 is above the other.
    runner_up = min(set("BCD") - out)
    third, fourth = sorted(out)
    names = {"A": "Ada", "B": "Bo", "C": "Cy", "D": "Di"}
    assert places(hall)[:2] == [(1, "Ada"), (2, names[runner_up])]
    assert {name for _, name in places(hall)[2:]} == {names[third], names[fourth]}
    assert {name: values(hall, "cps")[name] for name in ("Ada", names[runner_up])} == {
        "Ada": 2, names[runner_up]: 1,
    }  # fmt: skip
    assert [values(hall, "cps")[names[each]] for each in (third, fourth)] == [0, 0]


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


def _by_letter(games: set[frozenset[str]]) -> list[set[str]]:
    return [{name[0] for name in game} for game in games]
