"""What the events of a league decide: Student's test, two one-sided tests and Holm's correction, by hand."""

import numpy as np
import pytest

from miai_lab.league.hypotheses import (
    Differences,
    Hypothesis,
    Verdict,
    holm,
    judged,
    p_of_difference,
    p_of_equivalence,
    verdict_of,
)

FIVE = np.array([1.0, 2.0, 3.0, 4.0, 5.0])


def _hypothesis(margin: float) -> Hypothesis:
    return Hypothesis(
        kind="weekend", measure="tau_b", contestant="a", beside="b", margin=margin, expected="alike"
    )


def test_holm_multiplies_the_smallest_by_all_and_never_falls() -> None:
    # 4 · 0.005, 3 · 0.01, 2 · 0.03, and 1 · 0.04, which may not be below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.5]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_p_values_of_five_differences_by_hand() -> None:
    # Mean 3, standard error 1/√2. Student's law with 4 degrees of freedom has 0.0132 beyond ±3√2, and 0.0237
    # below -2√2, which is where a margin of 5 puts the mean.
    assert p_of_difference(FIVE) == pytest.approx(0.01324, abs=1e-5)
    assert p_of_difference(-FIVE) == pytest.approx(0.01324, abs=1e-5)
    assert p_of_equivalence(FIVE, 5) == pytest.approx(0.02371, abs=1e-5)
    assert p_of_equivalence(-FIVE, 5) == pytest.approx(0.02371, abs=1e-5)
    # The mean lies on the margin: as likely inside as outside.
    assert p_of_equivalence(FIVE, 3) == pytest.approx(0.5)
    assert p_of_equivalence(FIVE, 1) == pytest.approx(1 - 0.02371, abs=1e-5)


def test_events_without_any_difference_are_alike() -> None:
    assert p_of_difference(np.zeros(5)) == 1.0
    assert p_of_equivalence(np.zeros(5), 0.01) == 0.0
    assert p_of_difference(np.full(5, 2.0)) == 0.0
    assert p_of_equivalence(np.full(5, 2.0), 0.01) == 1.0


@pytest.mark.parametrize(
    ("difference", "p_difference", "p_equivalence", "verdict"),
    [
        (1.0, 0.2, 0.2, Verdict.UNDECIDED),
        (1.0, 0.2, 0.04, Verdict.EQUIVALENT),
        (1.0, 0.04, 0.2, Verdict.HIGHER),
        (-1.0, 0.04, 0.2, Verdict.LOWER),
        (1.0, 0.04, 0.04, Verdict.SLIGHTLY_HIGHER),
        (-1.0, 0.04, 0.04, Verdict.SLIGHTLY_LOWER),
    ],
)
def test_two_p_values_decide_together(
    difference: float, p_difference: float, p_equivalence: float, verdict: Verdict
) -> None:
    assert verdict_of(difference, p_difference, p_equivalence) is verdict


def test_hypotheses_are_corrected_together_and_looked_at_again_on_fresh_events() -> None:
    alone, fresh = judged([Differences(hypothesis=_hypothesis(10), known=FIVE, held_out=-FIVE)])[0], FIVE * 2
    # Two tests: the difference's p is not the smaller one, and is not multiplied.
    assert alone.p_difference == pytest.approx(0.01324, abs=1e-5)
    assert alone.verdict is Verdict.SLIGHTLY_HIGHER
    assert alone.confirmed is False
    assert alone.held_out is not None
    assert alone.held_out.value == -3
    many = judged([Differences(hypothesis=_hypothesis(10), known=FIVE, held_out=fresh)] * 5)
    # Of ten tests the five of equivalence come first; the first difference is multiplied by five.
    assert [each.p_difference for each in many] == pytest.approx([5 * 0.01324] * 5, abs=1e-4)
    assert {each.verdict for each in many} == {Verdict.EQUIVALENT}
    # A mean of 6 with a standard error of √2 lies 2√2 standard errors below 10.
    assert {each.confirmed for each in many} == {True}


def test_where_nothing_is_decided_there_is_nothing_to_confirm() -> None:
    found = judged([Differences(hypothesis=_hypothesis(1), known=FIVE[:2], held_out=FIVE)])[0]
    assert found.verdict is Verdict.UNDECIDED
    assert found.confirmed is None
