"""Tables and maxims: what a director is told of an entry."""

import pytest

from miai.engine.bar.classical import BarField, TableBar, by_tables, group_count, spoken
from miai.engine.bar.equilibrium import Layer, Ramp, Separation, Solution
from miai.engine.bar.maxims import advice, beside_present, verdict, where_balance_is


def players(**groups: int) -> tuple[int, ...]:
    """players(d3=2, k1=4): so many of each grade."""
    numbers = {name: int(name[1:]) - 1 if name[0] == "d" else -int(name[1:]) for name in groups}
    return tuple(numbers[name] for name, count in groups.items() for _ in range(count))


def tried(bar: int, **values: float) -> Layer:
    measured = {"delta_g": 0.0, "delta_s": 0.0, "gamma_b": 0.5, "gamma_l": 0.0, "unique": 0.6} | values
    flawed = measured.pop("flawed", 0.0)
    return Layer(bar=bar, population=0, rank_deviation=0.1, peer=0.5, flawed=flawed, parts=(), **measured)


def solution(*layers: Layer, at_bar: float = 0.3) -> Solution:
    ramp = Ramp(hinge=0.0, slope=0.5)
    separation = Separation(above=ramp, below=ramp, at_bar=at_bar, theta=0.5)
    return Solution(bar=layers[0].bar, layers=layers, equilibrium=None, separation=separation)


def told(field: BarField, *layers: Layer, at_bar: float = 0.3) -> str:
    found = advice(field, solution(*(layers or (tried(field.bar),)), at_bar=at_bar))
    return "\n".join(str(message) for message in found)


def test_grades_are_named_as_players_say_them() -> None:
    assert [spoken(grade) for grade in (3, 0, -1)] == ["4 dan", "1 dan", "1 kyu"]


def test_a_table_allows_the_lowest_bar_that_is_not_too_full() -> None:
    rows = by_tables(players(d5=1, d4=4, d3=8, d2=6), 5)
    assert [(row.table, row.limit, row.bar, row.population) for row in rows] == [
        ("BGA", 12, 3, 5), ("MacMahon", 13, 2, 13), ("AGA", 18, 2, 13), ("EGF", 16, 2, 13),
    ]  # fmt: skip


def test_a_top_group_larger_than_a_table_allows_stays_at_the_top() -> None:
    assert by_tables(players(d4=9, d3=2), 3)[1] == TableBar(table="MacMahon", limit=7, bar=3, population=9)


def test_tables_say_nothing_about_rounds_they_do_not_know() -> None:
    assert by_tables(players(d4=9, d3=2), 2) == ()
    assert [row.table for row in by_tables(players(d4=9, d3=2), 9)] == ["BGA", "MacMahon", "EGF"]


@pytest.mark.requirement("V34")
@pytest.mark.parametrize(
    ("count", "usual"),
    [(9, None), (10, (1, 4)), (17, (1, 6)), (48, (5, 10)), (180, (12, None)), (300, (20, None))],
)
def test_usual_numbers_of_groups_are_those_of_the_table(
    count: int, usual: tuple[int, int | None] | None
) -> None:
    found = group_count(BarField(grades=(0,) * count, rounds=5, bar=0))
    assert (found and (found.least, found.most)) == usual


@pytest.mark.requirement("V34")
def test_a_floor_is_advised_where_groups_are_many() -> None:
    grades = tuple(range(-9, 3))
    assert "12 groups for 12 players: 1 to 4 are usual" in told(BarField(grades=grades, rounds=5, bar=2))
    assert "a floor at 1 kyu makes 4" in told(BarField(grades=grades, rounds=5, bar=2))
    assert "groups" not in told(BarField(grades=grades, rounds=5, bar=2, floor=-1))


def test_the_verdict_counts_those_who_start_at_the_bar() -> None:
    field = BarField(grades=players(d4=1, d3=6), rounds=3, bar=2)
    assert str(verdict(field)) == "The bar belongs at 3 dan: 7 players start there."
    assert "there is no bar to set" in str(verdict(BarField(grades=players(d3=6), rounds=3, bar=2)))


@pytest.mark.requirement("B62")
def test_the_gap_below_the_bar_is_named_with_what_crossing_it_would_do() -> None:
    field = BarField(grades=players(d3=8, k2=4, k3=9), rounds=5, bar=2)
    text = told(field, tried(2), tried(-2, delta_g=1.26, delta_s=-0.84))
    assert "Mind the gap: nobody from 1 kyu to 2 dan. Do not cross it" in text
    assert (
        "the bar at 2 kyu would have 12; those at its bottom would meet opponents 1.3 grades stronger" in text
    )
    assert "win 0.8 games fewer than half" in text


def test_one_game_and_one_grade_are_singular() -> None:
    field = BarField(grades=players(d3=8, k2=4, k3=9), rounds=5, bar=2)
    text = told(field, tried(2), tried(-2, delta_g=1.0, delta_s=-1.0))
    assert "opponents 1 grade stronger and win 1 game fewer than half" in text


def test_one_empty_grade_is_named_alone() -> None:
    assert "nobody at 1 kyu." in told(BarField(grades=players(d1=8, k2=4), rounds=5, bar=0))


def test_a_grade_with_one_player_is_a_gap_too() -> None:
    assert "only one player at 2 dan" in told(BarField(grades=players(d3=8, d2=1, d1=4), rounds=5, bar=2))


def test_gaps_far_below_the_top_matter_to_nobody() -> None:
    assert "gap" not in told(BarField(grades=players(d4=4, d3=4, d2=4, d1=4, k1=4, k5=9), rounds=5, bar=2))


def test_a_bar_below_a_gap_is_told_with_how_many_stand_above_it() -> None:
    field = BarField(grades=players(d5=1, d2=8, d1=8), rounds=5, bar=1)
    text = told(field, tried(1, delta_g=0.02, delta_s=-0.3))
    assert "nobody from 3 dan to 4 dan. The bar crosses it to 2 dan, where they meet their equals" in text
    assert "above the gap there is 1 player." in text


@pytest.mark.requirement("B56")
def test_few_at_the_top_are_told_what_the_next_bar_would_bring() -> None:
    text = told(BarField(grades=players(d4=4, d3=5, d2=9), rounds=6, bar=3))
    assert "Few at the top: 4 players for 6 rounds. Each has 3 opponents there" in text
    assert "with the bar at 3 dan there would be 9" in text


def test_few_at_the_top_are_not_sent_across_a_gap() -> None:
    text = told(BarField(grades=players(d4=4, d2=9), rounds=6, bar=3))
    assert "Few at the top" in text
    assert "there would be" not in text


@pytest.mark.requirement("B57")
def test_too_many_at_the_top_are_told() -> None:
    assert "of 9 players at the bar two can win every game" in told(
        BarField(grades=players(d4=9, d3=4), rounds=3, bar=3)
    )
    assert "14 players start at the bar, where tables stop at 12 (BGA) and 13 (MacMahon)." in told(
        BarField(grades=players(d4=14, d3=4), rounds=5, bar=3)
    )


@pytest.mark.requirement("B59", "B60")
def test_a_bar_at_the_highest_grade_is_unusual_in_long_tournaments() -> None:
    grades = players(d4=8, d3=8)
    assert "unusual for more than 4 rounds" in told(BarField(grades=grades, rounds=5, bar=3))
    assert "right for 3 rounds" in told(BarField(grades=grades, rounds=3, bar=3))
    assert "highest grade" not in told(BarField(grades=grades, rounds=3, bar=2))


@pytest.mark.requirement("B61")
def test_a_deep_bar_is_told() -> None:
    grades = players(d5=2, d4=2, d3=2, d2=3)
    assert "The bar lies 3 grades below the highest, 5 dan" in told(BarField(grades=grades, rounds=5, bar=1))
    assert "below the highest" not in told(BarField(grades=grades, rounds=5, bar=2))


@pytest.mark.requirement("B63")
def test_a_bar_that_separates_nothing_is_told() -> None:
    field = BarField(grades=players(d4=8, d3=8), rounds=5, bar=3)
    layer = tried(3, gamma_b=0.02, gamma_l=0.01)
    assert "in 2 of 100 tournaments, and 3 dan below it gets as far in 1" in told(field, layer, at_bar=0.0)
    assert "separates" not in told(field, layer, at_bar=0.1)


@pytest.mark.requirement("B58")
def test_the_chance_of_one_winner_is_told_unless_it_is_certain() -> None:
    field = BarField(grades=players(d4=8, d3=8), rounds=5, bar=3)
    assert "the best score in 60 of 100 tournaments" in told(field)
    assert "best score" not in told(field, tried(3, unique=1.0))


def test_the_tournaments_own_bar_is_praised_or_set_beside_the_balance() -> None:
    field = BarField(grades=players(d4=4, d3=5, d2=9), rounds=5, bar=2)
    assert str(beside_present(field, 2, 9, None)) == "The tournament's own bar, 3 dan, is where it belongs."
    text = str(beside_present(field, 1, 18, tried(1, delta_g=0.6, delta_s=-0.7)))
    # The bar may be set above everybody: the group is named, which is there in any case.
    assert text.startswith(
        "Now the top group has 18 players, from 2 dan up; those at its bottom meet opponents 0.6"
    )


@pytest.mark.parametrize(
    ("balance", "bar", "said"),
    [
        (0.41, 0, "With a bar between 1 dan and 3 dan the lowest of the top group would meet their equals"),
        (1.2, 2, "With a bar between 1 dan and 3 dan"),
        (0.96, 0, "With a bar between 1 dan and 3 dan"),
        (-0.3, 0, "With a bar between 1 kyu and 1 dan"),
        (0.04, 0, "With a bar at 1 dan the lowest of the top group meet their equals and win half"),
        (2.4, 2, "only with a bar above the highest grade, 3 dan."),
        (-1.6, -1, "only with a bar below the lowest grade, 1 kyu."),
    ],
)
def test_the_balance_is_told_by_the_grades_it_lies_between(balance: float, bar: int, said: str) -> None:
    """Nobody is 2 dan, so the bar is a choice between 3 dan and 1 dan."""
    field = BarField(grades=players(d3=4, d1=5, k1=9), rounds=5, bar=bar)
    text = str(where_balance_is(field, balance))
    assert said in text
    if "between" in said:
        assert text.endswith(f"; {spoken(bar)} is nearer to that.")
