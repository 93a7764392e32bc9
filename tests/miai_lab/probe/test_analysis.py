"""The analysis finds what was planted in made-up points, and nothing else."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from miai_lab.probe.analysis import Continuity, continuity, importance
from miai_lab.probe.region import peel
from miai_lab.probe.scale import FaultCounts, scale_of
from miai_lab.probe.statistics import exact_share, mean_of

Floats = NDArray[np.float64]

POINTS, BATCHES, NEAR, STEPS = 200, 10, 60, (0.01, 0.03, 0.1)


def _measured(fault: Callable[[Floats], Floats], places: Floats, noise: float = 0.02) -> FaultCounts:
    """Two qualities of points at some places: the planted one, and one that nothing changes."""
    dice = np.random.default_rng(5)
    truth = np.stack([fault(places), np.full(len(places), 0.5)], axis=-1)
    parts = truth[:, None, :] + dice.normal(0, noise, (len(places), BATCHES, 2))
    return FaultCounts(kind="made up", whole=parts.mean(axis=1), parts=parts)


def _judged(fault: Callable[[Floats], Floats]) -> Continuity:
    dice = np.random.default_rng(1)
    places = dice.random((POINTS, 3))
    companions, near = [], []
    for of in range(NEAR):
        for step in STEPS:
            aim = dice.normal(size=3)
            near.append(np.clip(places[of] + step * aim / np.sqrt(np.mean(aim**2)), 0, 1))
            companions.append((of, POINTS + len(near) - 1, step))
    everywhere = np.concatenate([places, near])
    faults = _measured(fault, everywhere)
    scale = scale_of(faults.whole[:POINTS], (1.0, 0.0))
    margin = 0.1 * scale.span
    # The quality that nothing changes differs by luck alone.
    margin[1] = 1.0
    return continuity(faults, scale, margin, shares=everywhere, companions=companions, probed=POINTS)


@pytest.mark.requirement("K31")
def test_a_smooth_quality_is_continuous() -> None:
    found = _judged(lambda x: x[:, 0] + 0.5 * np.sin(3 * x[:, 1]))
    assert found.verdict == "continuous"
    assert found.near[0].difference.high < found.near[2].difference.low < found.far[0].difference.low
    assert found.near[0].difference.value < 0.1
    assert found.near[0].alike is not None
    assert found.near[0].alike.surely_alike == found.near[0].pairs


@pytest.mark.requirement("K31")
def test_planted_cliffs_are_found() -> None:
    found = _judged(lambda x: (x[:, 0] * 8).astype(int) % 2 * 1.0)
    assert found.verdict == "cliffs"
    closest, farthest = found.near[0].alike, found.near[2].alike
    assert closest is not None
    assert farthest is not None
    assert closest.alike.high < 1
    assert 0 < closest.surely_unlike < farthest.surely_unlike


def test_a_quality_that_has_nothing_to_do_with_weights_is_broken() -> None:
    found = _judged(lambda x: np.random.default_rng(9).random(len(x)))
    assert found.verdict == "broken"


def test_the_weight_that_matters_is_found_and_which_way_it_pushes() -> None:
    dice = np.random.default_rng(3)
    places = dice.random((300, 4))
    marks = np.stack([2 * places[:, 0], (places[:, 1] - 0.5) ** 2, dice.random(300)], axis=1)
    marks += dice.normal(0, 0.01, marks.shape)
    names, qualities = ["a", "b", "c", "d"], ["rising", "bent", "luck"]
    found = {(each.axis, each.quality): each for each in importance(names, qualities, places, marks)}
    assert found["a", "rising"].share.low > 0.9
    assert found["a", "rising"].push.low > 0.9
    # What first falls and then rises has no clear direction, and still matters.
    assert found["b", "bent"].share.low > 0.8
    assert abs(found["b", "bent"].push.value) < 0.3
    assert found["c", "rising"].share.high < 0.1
    assert all(found[name, "luck"].share.low < 0.03 for name in names)


@pytest.mark.requirement("K33")
def test_a_planted_region_is_found() -> None:
    dice = np.random.default_rng(2)
    places = dice.random((400, 5))
    psi = dice.choice(["sech", "gaussian"], 400).tolist()
    good = (places[:, 0] > 0.5) & (places[:, 3] < 0.4) & (np.array(psi) == "sech")
    box = peel(places, psi, good + dice.normal(0, 0.1, 400))
    assert box.psi == ("sech",)
    assert box.low[0] == pytest.approx(0.5, abs=0.08)
    assert box.high[3] == pytest.approx(0.4, abs=0.08)
    assert good[box.holds(places, psi)].mean() > 0.9
    assert (box.high - box.low)[[1, 2, 4]].min() > 0.6


def test_marks_run_from_the_worst_twentieth_to_the_best() -> None:
    scale = scale_of(np.linspace(0, 1, 101)[:, None], (2.0,))
    assert scale.scores(np.array([[0.0], [0.05], [0.5], [0.95], [1.0]])) == pytest.approx([1, 1, 0.5, 0, 0])


def test_a_quality_in_which_no_points_differ_does_not_count() -> None:
    whole = np.column_stack([np.linspace(0, 1, 101), np.full(101, 0.3)])
    scale = scale_of(whole, (1.0, 5.0))
    assert scale.scores(np.array([[0.0, 0.3], [1.0, 0.3]])) == pytest.approx([1, 0])


def test_intervals_hold_as_often_as_they_say() -> None:
    dice = np.random.default_rng(4)
    means = [mean_of(dice.normal(1, 2, 10)) for _ in range(1_000)]
    shares = [exact_share(int(dice.binomial(40, 0.9)), 40) for _ in range(1_000)]
    assert sum(each.low <= 1 <= each.high for each in means) == pytest.approx(950, abs=25)
    # An exact interval holds more often rather than less.
    assert 950 <= sum(each.low <= 0.9 <= each.high for each in shares) < 1_000
