"""Hypotheses that are written down before a league is played, and what its events decide about them.

Each compares two contestants on one measure, event by event. Two questions are asked of each: is there a
difference (Student's test), and is it smaller than a margin that would matter (two one-sided tests)? All
answers are corrected together by Holm's method, so that the chance of one wrong answer among them is at most
one in twenty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import sqrt

import numpy as np
from scipy.special import stdtr

from miai.engine.forecast.intervals import Estimate, by_student
from miai.engine.kernel.arrays import Floats
from miai_lab.league.measures import TOLD
from miai_lab.toml_tables import TomlTable

_RISK = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """A contestant beside another: the expectation in words, and the margin within which they are alike."""

    kind: str
    measure: str
    contestant: str
    beside: str
    margin: float
    expected: str


class Verdict(Enum):
    """What the events decide."""

    HIGHER = "higher"
    LOWER = "lower"
    EQUIVALENT = "equivalent"
    SLIGHTLY_HIGHER = "higher, but by less than the margin"
    SLIGHTLY_LOWER = "lower, but by less than the margin"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The difference of a hypothesis with its interval, both p-values corrected, and the verdict.

    `held_out` is the difference on fresh events, and `confirmed` whether these alone say the same at one in
    twenty, without correction.
    """

    hypothesis: Hypothesis
    difference: Estimate
    p_difference: float
    p_equivalence: float
    verdict: Verdict
    held_out: Estimate | None
    confirmed: bool | None


def read_hypothesis(table: TomlTable) -> Hypothesis:
    """A hypothesis as a configuration tells it."""
    found = Hypothesis(
        kind=table.text("kind"),
        measure=table.choice("measure", "", tuple(TOLD)),
        contestant=table.text("contestant"),
        beside=table.text("beside"),
        margin=table.number("margin", least=0, most=100),
        expected=table.text("expected"),
    )
    table.close()
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """The differences of a hypothesis by event, and those of the events held out, if there are any."""

    hypothesis: Hypothesis
    known: Floats
    held_out: Floats | None = None


def judged(found: Sequence[Differences]) -> tuple[Judged, ...]:
    """All hypotheses with their p-values corrected together."""
    raw = [
        p
        for each in found
        for p in (p_of_difference(each.known), p_of_equivalence(each.known, each.hypothesis.margin))
    ]
    corrected = holm(raw)
    return tuple(_judged(each, *corrected[2 * at : 2 * at + 2]) for at, each in enumerate(found))


def _judged(found: Differences, p_difference: float, p_equivalence: float) -> Judged:
    estimate = by_student(found.known)
    verdict = verdict_of(estimate.value, p_difference, p_equivalence)
    fresh = None if found.held_out is None else by_student(found.held_out)
    return Judged(
        hypothesis=found.hypothesis,
        difference=estimate,
        p_difference=p_difference,
        p_equivalence=p_equivalence,
        verdict=verdict,
        held_out=fresh,
        confirmed=None if found.held_out is None else _confirmed(verdict, found.held_out, found.hypothesis),
    )


def verdict_of(difference: float, p_difference: float, p_equivalence: float) -> Verdict:
    """What two p-values decide together."""
    alike = p_equivalence <= _RISK
    if p_difference > _RISK:
        return Verdict.EQUIVALENT if alike else Verdict.UNDECIDED
    if difference > 0:
        return Verdict.SLIGHTLY_HIGHER if alike else Verdict.HIGHER
    return Verdict.SLIGHTLY_LOWER if alike else Verdict.LOWER


def _confirmed(verdict: Verdict, fresh: Floats, hypothesis: Hypothesis) -> bool | None:
    """Whether fresh events say the same; where nothing was decided there is nothing to confirm."""
    if verdict is Verdict.UNDECIDED:
        return None
    differs = p_of_difference(fresh) <= _RISK
    alike = p_of_equivalence(fresh, hypothesis.margin) <= _RISK
    up = float(fresh.mean()) > 0
    match verdict:
        case Verdict.HIGHER:
            return differs and up
        case Verdict.LOWER:
            return differs and not up
        case Verdict.SLIGHTLY_HIGHER:
            return differs and up and alike
        case Verdict.SLIGHTLY_LOWER:
            return differs and not up and alike
    return alike


def p_of_difference(differences: Floats) -> float:
    """How often chance alone makes a mean as far from zero, by Student's test of paired differences."""
    mean, error = _mean_and_error(differences)
    if error == 0:
        return 1.0 if mean == 0 else 0.0
    return float(2 * stdtr(len(differences) - 1, -abs(mean) / error))


def p_of_equivalence(differences: Floats, margin: float) -> float:
    """How sure the mean lies within the margin: the larger p-value of two one-sided tests."""
    mean, error = _mean_and_error(differences)
    if error == 0:
        return 0.0 if abs(mean) < margin else 1.0
    return float(stdtr(len(differences) - 1, (abs(mean) - margin) / error))


def _mean_and_error(differences: Floats) -> tuple[float, float]:
    return float(differences.mean()), float(differences.std(ddof=1)) / sqrt(len(differences))


def holm(values: Sequence[float]) -> list[float]:
    """Holm's correction: the smallest times their number, the next times one less, and never falling."""
    order = np.argsort(values, kind="stable")
    corrected = [0.0] * len(values)
    highest = 0.0
    for at, number in enumerate(order.tolist()):
        highest = max(highest, min(1.0, (len(values) - at) * values[number]))
        corrected[number] = highest
    return corrected
