"""What is alike, what a straight line is and how far it leaves its ends, on cases whose answer is known."""

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from miai_lab.probe.config import MEASURED, Probe, parse_probe
from miai_lab.probe.equivalence import Bounds, alike_pairs, count_alike, deviation, differences, margins
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.played_fields import ProbeBatch, ProbeTask
from miai_lab.probe.points import Point, drawn_points, line_points
from miai_lab.probe.scale import FaultCounts, Scale
from miai_lab.probe.study import ProbeStudy
from miai_lab.task_runner import Place

Floats = NDArray[np.float64]

# Score and colour, and one quality: quick to judge by hand.
TWO_RULES = """
points = 60
output = "two.parquet"

[weights.score]
W = 1000
lambda = [0.05, 2]

[weights.colour]
W = [1, 1000]
lambda = 0.3

[[kinds]]
name = "club evening"
tournaments = 8
held_out = 8

[priorities]
even = 1

[study]
near = 4
lines = 40
steps = 5
fresh = 3
orders = false
alike = 0.1
least = 0.01
unlike = 0.3
"""


def _probe() -> Probe:
    def no_file(name: str) -> NoReturn:
        raise AssertionError(name)

    return parse_probe(TWO_RULES, no_file)[0]


def _sure(*faults: list[float]) -> FaultCounts:
    """Points whose faults are the same in every batch."""
    whole = np.array(faults)
    return FaultCounts(kind="made up", whole=whole, parts=np.repeat(whole[:, None, :], 6, axis=1))


def test_the_margin_is_a_share_of_the_way_from_bad_to_good_but_not_less_than_stated() -> None:
    scale = Scale(best=np.array([0.1, 0.30]), worst=np.array([0.5, 0.32]), priorities=np.ones(2))
    assert margins(scale, _probe().study).tolist() == pytest.approx([0.04, 0.01])


def test_points_are_alike_if_every_quality_is_within_its_margin() -> None:
    faults = _sure([0.20, 0.5], [0.23, 0.5], [0.20, 0.62])
    found = differences(faults, np.array([0.04, 0.1]), np.array([[0, 0], [1, 2]]))
    assert [each.value for each in found] == pytest.approx([0.75, 1.2])
    assert [each.alike for each in found] == [True, False]
    assert [each.surely_alike for each in found] == [True, False]
    assert [each.surely_unlike for each in found] == [False, True]


def test_ends_of_lines_have_unlike_weights_one_psi_and_alike_quality() -> None:
    shares = np.array([[0.0, 0.0], [0.1, 0.1], [0.9, 0.9], [0.9, 0.8], [0.9, 0.7]])
    whole = np.array([[0.2], [0.2], [0.21], [0.5], [0.2]])
    psi = ["sech", "sech", "sech", "sech", "gaussian"]
    pairs, looked = alike_pairs(whole, np.array([0.04]), shares, psi, 0.3)
    # The first two are alike in weights, the fourth has another quality, the fifth another psi.
    assert pairs == [(2, 0), (2, 1)]
    assert looked == 4


@pytest.mark.requirement("K32")
def test_a_line_is_straight_in_the_weights_themselves() -> None:
    weights = (("score", 1000.0, 0.1), ("colour", 10.0, 0.3))
    one = Point(role="probe", number=0, weights=weights)
    other = replace(one, weights=(("score", 1000.0, 1.0), ("colour", 1000.0, 0.3)))
    probe = replace(_probe(), study=replace(_probe().study, steps=3))
    points = line_points(probe, [(one, other)], "club evening")
    assert all(point.held_out and point.kind == "club evening" for point in points)
    assert [point.weights[0][2] for point in points] == pytest.approx([0.325, 0.55, 0.775])
    assert [point.weights[1][1] for point in points] == pytest.approx([257.5, 505, 752.5])


@pytest.mark.requirement("K32")
@pytest.mark.parametrize(
    ("between", "better", "worse", "from_an_end"),
    [
        # Ends at 0.20 and 0.22, and a margin of 0.05.
        ([0.205, 0.21, 0.215], 0.0, 0.0, 0.3),
        ([0.21, 0.30, 0.21], 0.0, 1.6, 2.0),
        ([0.21, 0.10, 0.21], 2.0, 0.0, 2.4),
        ([0.10, 0.21, 0.25], 2.0, 0.6, 2.4),
    ],
)
def test_a_dip_and_a_rise_between_alike_ends_are_measured_both_ways(
    between: list[float], better: float, worse: float, from_an_end: float
) -> None:
    ends = _sure([0.20]), _sure([0.22])
    found = deviation(*ends, _sure(*([each] for each in between)), np.array([0.05]))
    for bounds, known in (
        (found.better, better),
        (found.worse, worse),
        (found.from_an_end, from_an_end),
        (found.beyond, max(better, worse)),
    ):
        assert (bounds.low, bounds.value, bounds.high) == pytest.approx((known, known, known))


@pytest.mark.parametrize("depth", [0.0, 0.5, 1.5])
def test_two_sided_bounds_hold_the_true_deviation(depth: float) -> None:
    dice = np.random.default_rng(1)
    margin, batches, held = np.array([0.05]), 12, 0

    def noisy(true: Floats) -> FaultCounts:
        parts = true[:, None, None] + dice.normal(0, 0.05, (len(true), batches, 1))
        return FaultCounts(kind="made up", whole=parts.mean(axis=1), parts=parts)

    for _ in range(300):
        ends = noisy(np.array([0.2])), noisy(np.array([0.2]))
        found = deviation(*ends, noisy(0.2 + 0.05 * depth * np.array([0.2, 1.0, 0.2])), margin).worse
        held += found.low <= depth <= found.high
    assert held >= 0.95 * 300


def test_shares_have_exact_intervals() -> None:
    inside = Bounds(value=0.5, low=0.2, high=0.9)
    outside, open_ = Bounds(value=3, low=2, high=4), Bounds(value=0.9, low=0.5, high=1.5)
    count = count_alike([inside] * 90 + [open_] * 5 + [outside] * 5)
    assert (count.cases, count.surely_alike, count.surely_unlike) == (100, 90, 5)
    # Clopper and Pearson of 95 in 100, and of all of 100.
    assert count.alike.value == 0.95
    assert (count.alike.low, count.alike.high) == pytest.approx((0.8872, 0.9836), abs=1e-4)
    assert count_alike([inside] * 100).alike.low == pytest.approx(0.025 ** (1 / 100))


def _bump(point: Point) -> float:
    """A fault with a known hill in the middle of lambda of the score, and none elsewhere."""
    scale = next((scale for rule, _, scale in point.weights if rule == "score"), 0.0)
    return 0.1 + 0.4 * float(np.exp(-(((scale - 0.9) / 0.15) ** 2)))


@pytest.mark.requirement("K32")
def test_a_study_finds_the_lines_that_cross_a_hill_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(task: ProbeTask) -> list[ProbeBatch]:
        return [
            ProbeBatch(
                kind="club evening",
                batch=batch,
                first=batch,
                tournaments=1,
                measures={
                    key: (
                        # The luck of a tournament is the same for all points.
                        1000 * (1 - _bump(task.point)) + batch + 10 * task.point.held_out,
                        1000.0,
                        0.0,
                        0.0,
                    )
                    for key in MEASURED
                },
            )
            for batch in range(8)
        ]

    monkeypatch.setattr("miai_lab.probe.study.measured", played)
    probe = _probe()
    file = ProbeFile(tmp_path / "two.parquet", digest=probe.digest, config="")
    found = ProbeStudy(probe, file, Place(threads=1), lambda done, total: None).run()
    (kind,) = found.sensitivity
    points, margin = drawn_points(probe), found.margins["club evening"]["even"]
    crossed = 0
    for line in kind.lines:
        one, other = points[line.one], points[line.other]
        ways = line_points(probe, [(one, other)], "club evening")
        truth = (max(_bump(point) for point in ways) - max(_bump(one), _bump(other))) / margin
        assert line.ends.surely_alike
        assert line.way.worse.value == pytest.approx(max(0.0, truth), abs=1e-6)
        assert line.way.beyond.surely_unlike == (truth > 1)
        crossed += truth > 1
    assert 0 < crossed < len(kind.lines)
    everything = kind.groups["all"].beyond
    assert (everything.cases, everything.surely_unlike) == (len(kind.lines), crossed)
    assert round(everything.alike.value * everything.cases) == len(kind.lines) - crossed
