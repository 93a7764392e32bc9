"""How well the balance is known, and when two bars are as good as each other."""

from dataclasses import replace

import pytest

from miai.engine.bar.equilibrium import (
    Equilibrium,
    FittedLine,
    Layer,
    Solution,
    balance_in,
    find_bar,
    luck_of,
)
from miai.engine.bar.study import BarEntry, BarStudy
from miai.features.bar.find_bar import study_bar

GRADES = (4, *[3] * 4, *[2] * 3, *[0] * 4, *[-1] * 6, *[-2] * 4, *[-3] * 4)
ENTRY = BarEntry(grades=GRADES, rounds=5, present=3, present_population=5)


def layer(bar: int, *parts: tuple[float, float]) -> Layer:
    g, s = (sum(each) / len(parts) for each in zip(*parts, strict=True))
    return Layer(
        bar=bar, population=0, delta_g=g, delta_s=s, gamma_b=0.5, gamma_l=0.0, unique=0.5,
        rank_deviation=0.1, peer=0.5, flawed=0.0, parts=parts,
    )  # fmt: skip


def study(
    balance: float, interval: tuple[float, float] | None, present: int = 0, set_at: int | None = None
) -> BarStudy:
    line = FittedLine(zero=balance, slope=1.0)
    found = Equilibrium(opponents=line, scores=line, grade=balance)
    bar = min(sorted(set(GRADES), reverse=True), key=lambda grade: abs(grade - balance))
    return BarStudy(
        entry=replace(
            ENTRY,
            present=present,
            present_population=sum(each >= present for each in GRADES),
            set_at=present if set_at is None else set_at,
        ),
        solution=Solution(bar=bar, layers=(), equilibrium=found, separation=None),
        present=None,
        interval=interval,
        model="fitted by grades",
        pairings=100,
        seed=0,
    )


def test_where_all_parts_agree_luck_plays_no_role() -> None:
    layers = (layer(3, (-1.0, 0.5), (-1.0, 0.5)), layer(2, (1.0, -0.5), (1.0, -0.5)))
    solution = Solution(bar=3, layers=layers, equilibrium=None, separation=None)
    assert balance_in(solution, [0]) == pytest.approx(2.5)
    assert luck_of(solution) == pytest.approx(0)


def test_luck_is_the_standard_error_of_the_parts() -> None:
    """The balance of one part is at 2.4, of the other at 2.6: their mean is known to 0.1, 95 % to 0.196."""
    layers = (
        layer(3, (-0.6, 0.6), (-0.4, 0.4)),
        layer(2, (0.4, -0.4), (0.6, -0.6)),
    )
    solution = Solution(bar=3, layers=layers, equilibrium=None, separation=None)
    assert [balance_in(solution, [part]) for part in (0, 1)] == pytest.approx([2.4, 2.6])
    assert luck_of(solution) == pytest.approx(0.196)


def test_one_tournament_says_nothing_of_luck() -> None:
    solution = Solution(
        bar=3, layers=(layer(3, (-1.0, 1.0)), layer(2, (1.0, -1.0))), equilibrium=None, separation=None
    )
    assert luck_of(solution) is None


def test_the_balance_of_many_tournaments_lies_where_few_say_it_may() -> None:
    many = find_bar(GRADES, 5, pairings=1_000, seed=99).b_sol
    assert many is not None
    inside = 0
    for seed in range(20):
        few = find_bar(GRADES, 5, pairings=40, seed=seed)
        luck = luck_of(few)
        assert few.b_sol is not None and luck is not None
        inside += abs(few.b_sol - many) <= luck
    assert inside >= 16


@pytest.mark.parametrize(
    ("balance", "interval", "other"),
    [
        (2.45, (2.40, 2.55), 3),
        (2.55, (2.45, 2.65), 2),
        (2.45, (2.41, 2.49), None),
        (2.0, (1.9, 2.1), None),
        # Nobody is 2 dan: between 3 dan and 1 dan the middle is at 1.
        (1.05, (0.9, 1.2), 0),
        (2.45, None, None),
    ],
)
def test_two_bars_are_a_toss_up_if_the_balance_may_be_nearer_to_either(
    balance: float, interval: tuple[float, float] | None, other: int | None
) -> None:
    assert study(balance, interval).toss_up == other


def test_a_toss_up_is_said_in_one_plain_sentence_and_the_own_bar_is_as_good() -> None:
    found = study(2.45, (2.4, 2.55), present=3)
    assert [str(each) for each in found.certainty] == [
        "With a bar between 3 dan and 4 dan the lowest of the top group would meet their equals and win "
        "half of their games; 3 dan is nearer to that.",
        "It is a toss-up: 3 dan with 8 players is as good a bar as 4 dan with 5 players.",
    ]
    assert [str(each) for each in found.comparison] == ["The tournament's own bar, 4 dan, is as good."]
    sure = str(study(2.45, (2.41, 2.49)).certainty[-1])
    assert sure == "It is at least 95 % sure that no other grade is nearer to that."
    assert study(2.45, None).certainty == ()


@pytest.mark.parametrize(
    ("balance", "interval", "present", "told"),
    [
        (4.1, (3.9, 4.2), 4, "It may stay there."),
        (3.45, (3.4, 3.55), 4, "It may stay there."),
        (2.1, (2.0, 2.2), 4, "Now the top group has 1 player, from 5 dan up."),
    ],
)
def test_a_bar_above_everybody_is_named_as_it_is_set(
    balance: float, interval: tuple[float, float], present: int, told: str
) -> None:
    found = study(balance, interval, present=present, set_at=6)
    assert [str(each) for each in found.comparison] == [
        "The tournament's own bar is at 7 dan; for these players it works like one at 5 dan.",
        told,
    ]


def test_the_interval_contains_the_luck_of_the_tournaments_and_the_error_of_the_model() -> None:
    found = study_bar(ENTRY, pairings=100, seed=1)
    assert found.interval is not None and found.solution.b_sol is not None
    low, high = found.interval
    luck = luck_of(found.solution)
    assert luck is not None
    assert low < found.solution.b_sol < high
    assert (high - low) / 2 > luck
    assert found.model == "fitted by grades"
