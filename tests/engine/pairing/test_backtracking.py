"""EPM: floaters from the middle, then the best opponent left for each player from the top."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kit.builders import crosstable, value, with_player, with_scoring
from miai.domain.points import quarters
from miai.domain.rounds.round import Bonus
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.match import Blocked
from miai.engine.pairing.protocol import Constraints, Draw, Flags, Ints, RoundView
from miai.engine.pairing.stepwise_pairing import Remaining
from miai.engine.pairing.systems.backtracking import Backtracking, weigh
from miai.engine.pairing.view import build_view
from miai.errors import InputError, NoPairingError


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def seeded(names: str, **starts: float) -> Tournament:
    """Players in the order of their ratings, who have not played yet."""
    event = replace(crosstable(" ".join(f"{a}?{b}" for a, b in pairwise(names)), start=0), rounds=())
    for place, name in enumerate(names):
        event = with_player(event, name, rating=2000.0 - 10 * place, start=quarters(starts[name]))
    return event


def by_going_back(order: list[int], costs: Ints) -> list[Pair] | None:
    """Lines 2 to 10 of EPM's algorithm to the letter."""
    standing = {player: place for place, player in enumerate(order)}
    lists = {
        i: sorted(
            (j for j in order if costs[i, j] != ABSENT and j != i), key=lambda j: (costs[i, j], standing[j])
        )
        for i in order
    }
    z = dict.fromkeys(order, 0)
    pairs: list[Pair] = []
    while len(pairs) * 2 < len(order):
        paired = {i for pair in pairs for i in pair}
        a = next(i for i in order if i not in paired)
        while z[a] < len(lists[a]) and lists[a][z[a]] in paired:
            z[a] += 1
        if z[a] < len(lists[a]):
            pairs.append((a, lists[a][z[a]]))
            continue
        if not pairs:
            return None
        back, _ = pairs.pop()
        z[back] += 1
        for other in order:
            if standing[other] > standing[back]:
                z[other] = 0
    return pairs


@pytest.mark.requirement("V54")
@pytest.mark.parametrize("seed", range(30))
def test_looking_ahead_finds_the_pairing_that_going_back_finds(seed: int) -> None:
    chance = np.random.default_rng(seed)
    names = [*"ABCDEFGH"]
    event = replace(crosstable(" ".join(f"{a}?{b}" for a, b in pairwise(names)), start=20), rounds=())
    for name in names:
        event = with_player(
            event,
            name,
            club=str(chance.integers(3)),
            rating=float(chance.integers(100)),
            family=str(chance.integers(4)),
        )
    bans = tuple((a, b) for a in names for b in names if a < b and chance.random() < 0.45)
    view = build_view(event, 1, seed=seed, constraints=Constraints(forbidden=bans))
    order = sorted(range(8), key=lambda i: int(view.places[i]))
    expected = by_going_back(order, weigh(view, seed).costs)
    try:
        draw = Backtracking().draw(view, seed)
    except NoPairingError:
        assert expected is None
        return
    assert expected is not None
    assert games(draw) == {frozenset((str(view.players[i].id), str(view.players[j].id))) for i, j in expected}


@pytest.mark.requirement("V53")
def test_floaters_come_from_the_middle_of_their_groups() -> None:
    event = seeded("ABCDEF", A=20, B=20, C=20, D=19, E=19, F=19)
    draw = Backtracking().draw(build_view(event, 1, seed=0), 0)
    assert games(draw) == {frozenset("BE"), frozenset("AC"), frozenset("DF")}
    floater = next(r for b in draw.boards for r in b.reasons if r.rule == "floater")
    assert str(floater.text) == (
        "B goes down, as near the middle of the group as possible; "
        "E goes up, as near the middle of the group as possible"
    )


def with_rules(event: Tournament, **changes: Any) -> Tournament:
    rules = replace(event.settings.pairing, **changes)
    return replace(event, settings=replace(event.settings, pairing=rules))


@pytest.mark.requirement("V44")
@pytest.mark.parametrize("down", GroupEnd)
@pytest.mark.parametrize("up", GroupEnd)
def test_floaters_come_from_the_part_that_the_settings_name(down: GroupEnd, up: GroupEnd) -> None:
    event = seeded("ABCDEF", A=20, B=20, C=20, D=19, E=19, F=19)
    event = with_rules(event, float_down_from=down, float_up_from=up)
    place = {GroupEnd.TOP: 0, GroupEnd.MIDDLE: 1, GroupEnd.BOTTOM: 2}
    draw = Backtracking().draw(build_view(event, 1, seed=0), 0)
    assert frozenset(("ABC"[place[down]], "DEF"[place[up]])) in games(draw)


SEEDED_WITHOUT_THE_MIDDLE = {
    SeedMethod.SLIP: {"AD", "BE", "CF"},
    SeedMethod.FOLD: {"AF", "BE", "CD"},
    SeedMethod.DOUBLE_FOLD: {"AB", "CD", "EF"},
    SeedMethod.ADJACENT: {"AB", "CD", "EF"},
}


@pytest.mark.requirement("V55")
@pytest.mark.parametrize("method", SEEDED_WITHOUT_THE_MIDDLE)
def test_those_who_stay_in_an_odd_group_are_seeded_among_themselves(method: SeedMethod) -> None:
    event = seeded("ABCMDEFZ", A=20, B=20, C=20, M=20, D=20, E=20, F=20, Z=19)
    event = with_rules(event, first_seeding=SeedingChoice(method=method))
    draw = Backtracking().draw(build_view(event, 1, seed=0), 0)
    assert games(draw) == {frozenset("MZ"), *map(frozenset, SEEDED_WITHOUT_THE_MIDDLE[method])}
    seeding = next(
        r for b in draw.boards for r in b.reasons if r.rule == "seeding" and b.white.id in "ABCDEF"
    )
    assert "of 6" in str(seeding.text)


@pytest.mark.requirement("V55")
@pytest.mark.parametrize("size", [5, 7, 9, 11, 13])
@pytest.mark.parametrize("method", [SeedMethod.SPLIT_AND_RANDOM, SeedMethod.RANDOM])
def test_chance_decides_inside_odd_groups_where_it_should(size: int, method: SeedMethod) -> None:
    names = "ABCDEFGHIJKLM"[:size]
    event = seeded(f"{names}Z", **dict.fromkeys(names, 20), Z=19)
    event = with_rules(event, first_seeding=SeedingChoice(method=method))
    view = build_view(event, 1, seed=0)
    staying = names.replace(names[size // 2], "")
    upper = set(staying[: size // 2])
    drawn = [
        games(Backtracking().draw(view, seed)) - {frozenset((names[size // 2], "Z"))} for seed in range(8)
    ]
    assert len({frozenset(one) for one in drawn}) > 1
    inside_a_half = any(len(game & upper) != 1 for one in drawn for game in one)
    assert inside_a_half == (method is SeedMethod.RANDOM)


@pytest.mark.requirement("V52")
def test_two_rounds_of_absence_are_a_point_for_the_draw_but_not_for_the_place() -> None:
    event = crosstable("A+B C+D E- F- | A+C B+D E- F-", start=10)
    event = with_scoring(event, absent_points=quarters(0.5), absence_for_place=False)
    view = build_view(event, 3, seed=0)
    points = {str(player.id): score for player, score in zip(view.players, view.scores, strict=True)}
    assert points == {"A": 48, "B": 44, "C": 44, "D": 40, "E": 44, "F": 44}
    assert {name: value(event, name, "mms") for name in "BEF"} == {"B": 11, "E": 10, "F": 10}


@pytest.mark.requirement("V52")
def test_one_round_of_absence_is_rounded_down_to_nothing() -> None:
    event = with_scoring(crosstable("A+B C+D E-", start=10), absent_points=quarters(0.5))
    view = build_view(event, 2, seed=0)
    assert [int(view.scores[i]) for i, player in enumerate(view.players) if player.id == "E"] == [40]


@pytest.mark.requirement("V51")
def test_bonus_points_count_for_the_draw() -> None:
    event = crosstable("A+B C+D", start=10)
    bonus = Bonus(player=event.players[1].id, points=quarters(0.5))
    event = replace(event, rounds=(replace(event.rounds[0], bonuses=(bonus,)),))
    view = build_view(event, 2, seed=0)
    points = {str(player.id): score for player, score in zip(view.players, view.scores, strict=True)}
    assert points == {"A": 44, "B": 42, "C": 44, "D": 40}


def test_a_floater_is_chosen_whose_group_can_be_paired_without_them() -> None:
    event = seeded("ABCDEF", A=20, B=20, C=20, D=19, E=19, F=19)
    event = with_player(with_player(event, "A", family="Ito"), "C", family="Ito")
    draw = Backtracking().draw(build_view(event, 1, seed=0), 0)
    assert frozenset("AE") in games(draw)
    assert draw.notes == ()


def test_an_odd_group_skips_a_group_that_it_has_met() -> None:
    event = seeded("ABCDEFGH", A=20, B=20, C=20, D=19, E=18, F=18, G=18, H=18)
    ban = tuple((a, "D") for a in "ABC")
    view = build_view(event, 1, seed=0, constraints=Constraints(forbidden=ban))  # type: ignore[arg-type]
    draw = Backtracking().draw(view, 0)
    assert any(len(game & set("ABC")) == 1 and game & set("EFGH") for game in games(draw))


def test_the_highest_gets_the_best_opponent_even_where_the_whole_would_be_better() -> None:
    draw = Backtracking().draw(build_view(seeded("ABCD", A=20, B=20, C=20, D=20), 1, seed=0), 0)
    assert games(draw) == {frozenset("AC"), frozenset("BD")}  # slip
    assert not draw.optimal
    assert draw.total == sum(reason.cost for board in draw.boards for reason in board.reasons)


def test_the_bye_goes_to_the_last_without_one() -> None:
    event = seeded("ABCDE", A=20, B=20, C=20, D=20, E=20)
    draw = Backtracking().draw(build_view(event, 1, seed=0), 0)
    assert draw.bye is not None
    assert draw.bye.id == "E"
    assert str(draw.bye_reasons[0].text) == (
        "E sits out: the lowest rated of the lowest score of those with the fewest byes"
    )


def test_the_directors_wishes_that_contradict_each_other_are_named() -> None:
    event = seeded("ABCDE", A=20, B=20, C=20, D=20, E=20)
    cases = {
        "forced into two games": Constraints(forced=(("A", "B"), ("A", "C"))),  # type: ignore[arg-type]
        "A cannot have the bye and a forced game": Constraints(forced=(("A", "B"),), bye="A"),  # type: ignore[arg-type]
    }
    for complaint, constraints in cases.items():
        with pytest.raises(InputError, match=complaint):
            Backtracking().draw(build_view(event, 1, seed=0, constraints=constraints), 0)
    even = build_view(replace(event, players=event.players[:4]), 1, seed=0)
    with pytest.raises(InputError, match="even field"):
        Backtracking().draw(replace(even, constraints=Constraints(bye=even.players[0].id)), 0)


def test_where_everybody_has_met_the_error_names_them() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)
    with pytest.raises(NoPairingError, match="A, B, C and D cannot be paired"):
        Backtracking().draw(build_view(event, 4, seed=0), 0)


class TestRemaining:
    """Pairs are made one after another, and the rest can always be paired."""

    @staticmethod
    def all_pairings(left: list[int], may_meet: Flags) -> list[set[Pair]]:
        if not left:
            return [set()]
        first, *others = left
        return [
            {(first, other), *rest}
            for other in others
            if may_meet[first, other]
            for rest in TestRemaining.all_pairings([i for i in others if i != other], may_meet)
        ]

    @pytest.mark.parametrize("seed", range(60))
    def test_a_pair_is_made_exactly_if_some_pairing_of_all_contains_it(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        n = int(chance.choice([4, 6, 8, 10]))
        upper = np.triu(chance.random((n, n)) < chance.choice([0.35, 0.5, 0.8]), 1)
        may_meet = np.asarray(upper | upper.T)
        field = Remaining.of(may_meet, np.zeros(n, np.bool_))
        possible = self.all_pairings([*range(n)], may_meet)
        if isinstance(field, Blocked):
            assert not possible
            return
        for i, j in chance.permutation(np.argwhere(upper)).tolist():
            partners = {other for pairs in possible for pair in pairs if i in pair for other in pair} - {i}
            if field.may_meet[i].any():
                assert set(np.flatnonzero(field.partners(i)).tolist()) == partners - {
                    x for p in field.pairs for x in p
                }
            within = [pairs for pairs in possible if (i, j) in pairs]
            seated = any(i in pair or j in pair for pair in field.pairs)
            assert field.pair(i, j) == (bool(within) and not seated)
            if within and not seated:
                possible = within
        assert field.waiting == []

    @pytest.mark.parametrize("seed", range(40))
    def test_a_group_is_kept_together_exactly_if_it_and_the_rest_can_be_paired(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        upper = np.triu(chance.random((8, 8)) < 0.55, 1)
        may_meet = np.asarray(upper | upper.T)
        field = Remaining.of(may_meet, np.zeros(8, np.bool_))
        if isinstance(field, Blocked):
            return
        group, rest = [0, 1, 2, 3], [4, 5, 6, 7]
        both = self.all_pairings(group, may_meet) and self.all_pairings(rest, may_meet)
        assert field.keep_together(group) == bool(both)
        before = field.may_meet.any(axis=1)
        assert before.all()
        assert field.keep_together(rest) == bool(both)

    def test_those_come_first_without_whom_an_odd_group_can_be_paired(self) -> None:
        may_meet = np.ones((6, 6), np.bool_) & ~np.eye(6, dtype=np.bool_)
        may_meet[0, 1] = may_meet[1, 0] = False
        field = Remaining.of(may_meet, np.zeros(6, np.bool_))
        assert isinstance(field, Remaining)
        assert field.leavers([2, 0, 1]) == [0, 1, 2]


def test_a_view_of_nobody_is_drawn_empty() -> None:
    view: RoundView = build_view(Tournament(), 1, seed=0)
    assert Backtracking().draw(view, 0).boards == ()
