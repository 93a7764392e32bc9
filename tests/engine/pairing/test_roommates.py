"""Stable roommates: whether nobody would rather meet somebody else, checked by trying all."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.engine.kernel.roommates import stable_mates
from miai.engine.pairing.protocol import Draw, Ints, RoundView
from miai.engine.pairing.stepwise_pairing import everybody
from miai.engine.pairing.systems.roommates import OpponentPreference, Roommates, blocking_pairs, ranks_of
from miai.engine.pairing.view import build_view
from miai.features.draw.pair import round_of, with_draw


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def all_mates(left: list[int], ranks: Ints) -> Iterator[dict[int, int]]:
    if not left:
        yield {}
        return
    first, *others = left
    for other in others:
        if ranks[first, other] >= 0:
            for mates in all_mates([i for i in others if i != other], ranks):
                yield mates | {first: other, other: first}


def is_stable(ranks: Ints, mates: dict[int, int]) -> bool:
    return not any(
        0 <= ranks[i, j] < ranks[i, mates[i]] and ranks[j, i] < ranks[j, mates[j]]
        for i in mates
        for j in mates
    )


def random_ranks(seed: int) -> Ints:
    chance = np.random.default_rng(seed)
    n = int(chance.choice([2, 4, 6, 8]))
    upper = np.triu(chance.random((n, n)) < chance.choice([0.6, 0.9, 1.0]), 1)
    return ranks_of(chance.integers(0, 100, (n, n)), np.asarray(upper | upper.T))


def lists(*rows: str) -> Ints:
    """Everybody's list, the best first: lists("BCD", "CAD", …) for A, B, …"""
    n = len(rows)
    ranks = np.full((n, n), -1, np.int64)
    for i, row in enumerate(rows):
        for place, name in enumerate(row):
            ranks[i, ord(name) - ord("A")] = place
    return ranks


@pytest.mark.requirement("A61")
@pytest.mark.parametrize("block", range(5))
def test_a_stable_matching_is_found_exactly_where_trying_all_finds_one(block: int) -> None:
    outcomes = set()
    for seed in range(100 * block, 100 * block + 100):
        ranks = random_ranks(seed)
        everyone = [*range(len(ranks))]
        exists = any(is_stable(ranks, mates) for mates in all_mates(everyone, ranks))
        found = stable_mates(ranks)
        assert (found is not None) == exists
        outcomes.add(exists)
        if found is not None:
            mates = dict(enumerate(found.tolist()))
            assert all(mates[mates[i]] == i and ranks[i, mates[i]] >= 0 for i in everyone)
            assert is_stable(ranks, mates)
            assert blocking_pairs(ranks, found) == []
    assert outcomes == {True, False}


def test_six_players_with_two_stable_matchings_get_one_of_them() -> None:
    ranks = lists("CDBFE", "FEDAC", "BDEAF", "EBCFA", "CABDF", "EACDB")
    found = stable_mates(ranks)
    assert found is not None
    assert ["ABCDEF"[i] for i in found] == [*"FDEBCA"]
    assert sum(is_stable(ranks, mates) for mates in all_mates([*range(6)], ranks)) == 2


def test_three_who_prefer_each_other_in_a_circle_and_one_whom_nobody_wants_have_none() -> None:
    assert stable_mates(lists("BCD", "CAD", "ABD", "ABC")) is None


def test_who_may_meet_nobody_leaves_no_stable_matching() -> None:
    assert stable_mates(lists("B", "A", "", "")) is None
    assert stable_mates(np.zeros((0, 0), np.int64)) is not None


@pytest.mark.parametrize("n", [60, 301])
def test_large_lists_of_chance_are_stable_where_a_matching_is_found(n: int) -> None:
    chance = np.random.default_rng(n)
    n += n % 2
    found = 0
    for _ in range(8):
        ranks = ranks_of(chance.integers(0, 10**9, (n, n)), ~np.eye(n, dtype=np.bool_))
        mates = stable_mates(ranks)
        if mates is not None:
            found += 1
            assert (mates[mates] == np.arange(n)).all()
            assert blocking_pairs(ranks, mates) == []
    assert found


def circle() -> Tournament:
    """Players who did better or worse than their grades want stronger or weaker ones: wishes at odds."""
    event = crosstable("A?B C?D E?F G?H I?J", start=0)
    for name, grade in zip(
        "ABCDEFGHIJ", ("1d", "2k", "1k", "3k", "2d", "5k", "4k", "2k", "1d", "6k"), strict=True
    ):
        event = with_player(event, name, grade=Grade.parse(grade))
    return replace(event, rounds=(), settings=replace(event.settings, rounds=6))


def simulated(seeds: range, system: Roommates) -> Iterator[tuple[RoundView, Draw]]:
    for seed in seeds:
        chance = np.random.default_rng(seed)
        event = circle()
        for number in range(1, 6):
            view = build_view(event, number, seed=seed)
            draw = system.draw(view, seed)
            yield view, draw
            drawn = round_of(draw)
            results = [Result.WHITE_WINS, Result.BLACK_WINS]
            boards = tuple(replace(b, result=results[int(chance.integers(2))]) for b in drawn.boards)
            event = with_draw(event, replace(drawn, boards=boards))


@pytest.mark.requirement("A61")
def test_a_draw_says_whether_it_is_stable_and_who_would_rather_meet() -> None:
    notes = set()
    for view, draw in simulated(range(12), Roommates()):
        ranks = ranks_of(Roommates().scale(view), everybody(view).may_meet)
        index = {player.id: i for i, player in enumerate(view.players)}
        mates: dict[int, int] = {}
        for board in draw.boards:
            i, j = index[board.white.id], index[board.black.id]
            mates |= {i: j, j: i}
        stable = str(draw.notes[0]).startswith("stable")
        notes.add(stable)
        assert is_stable(ranks, mates) == stable
        possible = [*all_mates([*range(10)], ranks)]
        assert any(is_stable(ranks, other) for other in possible) == stable
        assert draw.total == sum(ranks[i, j] for i, j in mates.items())
        if stable:
            assert draw.problems == ()
        else:
            assert draw.optimal
            assert draw.total == min(sum(ranks[i, j] for i, j in other.items()) for other in possible)
            assert all("would rather meet each other" in str(problem) for problem in draw.problems)
            assert draw.problems
    assert notes == {True, False}


def paired_by_first_choices(ranks: Ints) -> int:
    """How many are paired where those who are each other's best choice left meet, again and again."""
    left = set(range(len(ranks)))
    while True:
        best = {}
        for i in left:
            known = [j for j in left if ranks[i, j] >= 0]
            if known:
                best[i] = min(known, key=lambda j: ranks[i, j])
        agreed = {i for i, j in best.items() if best[j] == i}
        if not agreed:
            return len(ranks) - len(left)
        left -= agreed


def test_mutual_wishes_are_stable_exactly_where_first_choices_pair_everybody() -> None:
    mutual = Roommates(
        wishes=(
            OpponentPreference.SCORE,
            OpponentPreference.GEOGRAPHY,
            OpponentPreference.COLOUR,
            OpponentPreference.RATING,
        )
    )
    seen = 0
    for view, draw in simulated(range(8), mutual):
        ranks = ranks_of(mutual.scale(view), everybody(view).may_meet)
        stable = str(draw.notes[0]).startswith("stable")
        assert stable == (paired_by_first_choices(ranks) == len(ranks))
        seen += stable
    assert seen > 15


def test_no_more_than_a_dozen_pairs_are_named_and_the_rest_counted() -> None:
    names = [f"P{i}" for i in range(40)]
    event = crosstable(" ".join(f"{a}?{b}" for a, b in zip(names[::2], names[1::2], strict=True)), start=0)
    event = replace(event, rounds=())
    view = build_view(event, 1, seed=0)
    chance = np.random.default_rng(5)
    for seed in range(40):
        # Players whom chance makes want this grade or that.
        grades = chance.integers(-9, 4, 40)
        low = grades + chance.integers(-6, 7, 40)
        odd = replace(view, grades=grades, wanted_low=low, wanted_high=low, ratings=chance.random(40) * 2000)
        draw = Roommates(wishes=(OpponentPreference.GRADING, OpponentPreference.RATING)).draw(odd, seed)
        if len(draw.problems) == 13:
            assert str(draw.problems[-1]).endswith("in all")
            count = int(str(draw.problems[-1]).split()[-3])
            assert f"{count} pairs" in str(draw.notes[0])
            return
    pytest.fail("no draw with many blocking pairs")


def test_winners_meet_winners_and_the_lowest_has_the_bye() -> None:
    draw = Roommates().draw(build_view(crosstable("A+B C+D", start=20), 2, seed=0), 0)
    assert games(draw) == {frozenset("AC"), frozenset("BD")}
    odd = crosstable("A+B C+D E-", start=20)
    odd = with_player(odd, "E", start=0)
    alone = Roommates().draw(build_view(odd, 2, seed=0), 0)
    assert alone.bye is not None
    assert alone.bye.id == "E"
    assert draw.boards[0].reasons[0].rule == "wishes"
