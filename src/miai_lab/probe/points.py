"""Weight points: drawn from the ranges, near others, on lines, inside a box, and orders of tiers.

A point depends on the seed and its number alone, so it is the same however many were drawn before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Protocol

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.rules import RULES
from miai_lab.probe.config import Probe, Weighed

# The streams of a seed that weights are drawn from; entries and results have their own.
_DRAWN, _NEAR, _LINES, _FRESH = 21, 22, 23, 24
# How far companions are from their points, as a share of every range.
NEAR_STEPS = (0.01, 0.03, 0.1)
# The numbers of named points behind the first three.
_MIDDLE, _COMPARED = 3, 4

Weights = tuple[tuple[str, float, float], ...]


class WeightRanges(Protocol):
    """What points are drawn from: ranges of weights and shapes of psi, by a seed."""

    @property
    def seed(self) -> int:
        """The same seed gives the same points."""

    @property
    def psi(self) -> tuple[str, ...]:
        """The shapes to choose from."""

    @property
    def weighed(self) -> tuple[Weighed, ...]:
        """The ranges rule by rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One setting of the weights; with an order it is tiers in that order, and W and lambda say nothing.

    With `halves_apart` the weights keep the halves of a group apart, as tiers always do.
    The role says what question the point is for: probe, near, order, line, fresh or named. It is played on
    the tournaments of the search or on those held out, and on all kinds of event unless one is named.
    """

    role: str
    number: int
    label: str = ""
    psi: str = "sech"
    weights: Weights = ()
    order: tuple[str, ...] = ()
    halves_apart: bool = False
    held_out: bool = False
    kind: str = ""


def held_out(points: Sequence[Point]) -> list[Point]:
    """The same points, to be played on the tournaments that are held out."""
    return [replace(point, held_out=True) for point in points]


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One number that the probe varies: the W or the lambda of a rule, between two ends."""

    rule: str
    is_weight: bool
    low: float
    high: float

    @property
    def name(self) -> str:
        """As it is written for people."""
        return f"{'W' if self.is_weight else 'lambda'} {self.rule}"

    def value(self, share: float) -> float:
        """The number at a share of the way from low to high, by its logarithm."""
        return float(self.low * (self.high / self.low) ** share)

    def share(self, point: Point) -> float:
        """How far a point is from low to high."""
        weight, scale = next((w, s) for rule, w, s in point.weights if rule == self.rule)
        value = weight if self.is_weight else scale
        return float(np.log(value / self.low) / np.log(self.high / self.low))


def axes_of(probe: WeightRanges) -> tuple[Axis, ...]:
    """What the probe varies, rule by rule."""
    return tuple(axis for each in probe.weighed for axis in _axes(each) if axis.low < axis.high)


def _axes(weighed: Weighed) -> list[Axis]:
    return [
        Axis(rule=weighed.rule, is_weight=is_weight, low=low, high=high)
        for is_weight, (low, high) in ((True, weighed.weight), (False, weighed.scale))
    ]


def point_at(
    probe: WeightRanges, shares: Floats, psi: str, *, role: str, number: int, label: str = ""
) -> Point:
    """The point at shares of the axes."""
    values = {
        (axis.rule, axis.is_weight): axis.value(float(share))
        for axis, share in zip(axes_of(probe), shares, strict=True)
    }
    weights = tuple(
        (
            each.rule,
            values.get((each.rule, True), each.weight[0]),
            values.get((each.rule, False), each.scale[0]),
        )
        for each in probe.weighed
    )
    return Point(role=role, number=number, label=label, psi=psi, weights=weights)


def shares_of(probe: WeightRanges, points: list[Point]) -> Floats:
    """Where points lie on the axes, from 0 to 1, by point and axis."""
    axes = axes_of(probe)
    return np.array([[axis.share(point) for axis in axes] for point in points]).reshape(
        len(points), len(axes)
    )


def drawn_point(probe: WeightRanges, number: int, *, role: str = "probe") -> Point:
    """The point of the probe with this number, anywhere in the ranges."""
    dice = _dice(probe, _DRAWN, number)
    shares = dice.random(len(axes_of(probe)))
    return point_at(probe, shares, str(dice.choice(probe.psi)), role=role, number=number)


def drawn_points(probe: Probe) -> list[Point]:
    """All points of the probe; under random pairing the one that weighs nothing."""
    if probe.system == "random":
        return [Point(role="probe", number=0)]
    return [drawn_point(probe, number) for number in range(probe.points)]


def near_points(probe: Probe) -> list[Point]:
    """Companions of the first points, at each of the steps, in directions of their own."""
    companions = []
    for of in range(min(probe.study.near, probe.points)):
        base = drawn_point(probe, of)
        start = shares_of(probe, [base])[0]
        for k, step in enumerate(NEAR_STEPS):
            number = of * len(NEAR_STEPS) + k
            inside = near(start, step, _dice(probe, _NEAR, number))
            companions.append(point_at(probe, inside, base.psi, role="near", number=number))
    return companions


def near(start: Floats, step: float, dice: np.random.Generator) -> Floats:
    """Shares of the axes that are a step away from others, in a direction drawn at random."""
    aim = dice.normal(size=len(start))
    moved = start + step * aim / np.sqrt(np.mean(aim**2))
    # What leaves a range comes back in from the same end.
    return np.asarray(1 - np.abs(1 - np.abs(moved)))


def lines_of(probe: Probe, pairs: Sequence[tuple[int, int]], kind: str) -> list[tuple[int, int]]:
    """So many of the pairs as lines are asked for on one kind of event, drawn by lot."""
    dice = _dice(probe, _LINES, [each.name for each in probe.kinds].index(kind))
    chosen = dice.permutation(len(pairs))[: probe.study.lines]
    return [pairs[at] for at in chosen]


def line_points(probe: Probe, ends: Sequence[tuple[Point, Point]], kind: str) -> list[Point]:
    """Points at even steps on the straight lines between ends, in W and lambda themselves."""
    steps = probe.study.steps
    first = [each.name for each in probe.kinds].index(kind) * probe.study.lines * steps
    return [
        Point(
            role="line",
            number=first + line * steps + k,
            psi=a.psi,
            weights=_between(a, b, (k + 1) / (steps + 1)),
            held_out=True,
            kind=kind,
        )
        for line, (a, b) in enumerate(ends)
        for k in range(steps)
    ]


def _between(a: Point, b: Point, way: float) -> Weights:
    return tuple(
        (rule, w + (other_w - w) * way, scale + (other_scale - scale) * way)
        for (rule, w, scale), (_, other_w, other_scale) in zip(a.weights, b.weights, strict=True)
    )


def fresh_points(probe: Probe, low: Floats, high: Floats, psi: tuple[str, ...]) -> list[Point]:
    """New points inside a box."""
    points = []
    for number in range(probe.study.fresh):
        dice = _dice(probe, _FRESH, number)
        shares = low + (high - low) * dice.random(len(low))
        points.append(point_at(probe, shares, str(dice.choice(psi)), role="fresh", number=number))
    return points


def order_points(probe: Probe) -> list[Point]:
    """Tiers in every order of the rules below the score."""
    rules = [each.rule for each in probe.weighed]
    if not probe.study.orders or "score" not in rules or len(rules) < 3:
        return []
    # The preset's own order comes first.
    orders = permutations([rule.key for rule in RULES if rule.key in rules and rule.key != "score"])
    return [
        Point(role="order", number=number, label=" > ".join(("score", *order)), order=("score", *order))
        for number, order in enumerate(orders)
    ]


def named_points(probe: Probe) -> list[Point]:
    """What everything is compared with: the preset's weights, the score alone, chance, and the director's."""
    rules = [each.rule for each in probe.weighed]
    preset = Kaniuk()
    weights = tuple(each for each in preset.weights if each[0] in rules)
    alone = tuple((rule, w if rule == "score" else 0.0, s) for rule, w, s in weights)
    return [
        Point(role="named", number=0, label="preset kaniuk", psi=preset.psi, weights=weights),
        Point(role="named", number=1, label="score alone", psi=preset.psi, weights=alone),
        Point(role="named", number=2, label="chance", psi=preset.psi, weights=()),
        *(
            Point(role="named", number=number, label=each.name, psi=each.psi, weights=each.weights)
            for number, each in enumerate(probe.compared, _COMPARED)
        ),
    ]


def middle_point(probe: Probe, low: Floats, high: Floats, psi: str) -> Point:
    """The middle of a box."""
    return point_at(probe, (low + high) / 2, psi, role="named", number=_MIDDLE, label="middle of the region")


def _dice(probe: WeightRanges, stream: int, number: int) -> np.random.Generator:
    return np.random.default_rng((probe.seed, stream, number))
