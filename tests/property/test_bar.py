"""Whatever the entry, the bar that is found makes sense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.engine.bar.equilibrium import find_bar


@st.composite
def entries(draw: st.DrawFn) -> tuple[list[int], int]:
    rounds = draw(st.integers(1, 5))
    return draw(st.lists(st.integers(-6, 6), min_size=rounds + 3, max_size=24)), rounds


@pytest.mark.requirement("B43")
@settings(max_examples=25)
@given(entries(), st.integers(0, 1000))
def test_the_bar_is_a_grade_that_somebody_has_and_lies_nearest_the_balance(
    entry: tuple[list[int], int], seed: int
) -> None:
    grades, rounds = entry
    found = find_bar(grades, rounds, pairings=10, seed=seed)
    assert found.bar in grades
    assert found == find_bar(list(reversed(grades)), rounds, pairings=10, seed=seed, threads=2)
    lines = found.equilibrium
    if lines is None or lines.opponents.zero is None or lines.scores.zero is None:
        return
    low, high = sorted((lines.opponents.zero, lines.scores.zero))
    assert low - 1e-9 <= lines.grade <= high + 1e-9
    nearest = min(abs(grade - lines.grade) for grade in grades)
    assert abs(found.bar - lines.grade) == pytest.approx(nearest)


@pytest.mark.requirement("B54")
@settings(max_examples=25)
@given(entries())
def test_layers_hold_shares_and_grow_downwards(entry: tuple[list[int], int]) -> None:
    grades, rounds = entry
    layers = find_bar(grades, rounds, pairings=10, seed=1).layers
    for each in layers:
        shares = (each.gamma_b, each.gamma_l or 0.0, each.unique, each.peer, each.flawed)
        assert all(0 <= share <= 1 for share in shares)
        assert abs(each.delta_s) <= rounds / 2
        assert each.population == sum(grade >= each.bar for grade in grades)
    assert [each.bar for each in layers] == sorted({each.bar for each in layers}, reverse=True)
    if len(layers) > 1:
        # The strongest never meet anybody stronger.
        assert layers[0].delta_g <= 0
