"""Where the bar belongs: find-bar of document 5, and the equilibrium grade behind it.

Grades are numbers counted from shodan at 0. At the right bar the players at its bottom meet as many stronger
as weaker opponents, and win half their games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from miai.engine.bar.trial import MODEL, Played, Trial, even_field, try_bar
from miai.engine.gpu.playing import CPU
from miai.engine.rating.win_models import WinModel
from miai.errors import InputError
from miai.messages import Message

# The bars that are tried, and those of them that the ramps are fitted to.
_BARS = 4
_RAMP = 3
# The tournaments of a trial are split into so many parts to see how much they differ.
_PARTS = 20
_CONFIDENCE = 1.96


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedLine:
    """A straight line by the grade where it is zero; a level one has no such grade."""

    zero: float | None
    slope: float

    def at(self, grade: float) -> float:
        """The value at a grade."""
        return 0.0 if self.zero is None else self.slope * (grade - self.zero)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramp:
    """Nought up to the hinge, then rising (18); one that never rises has no hinge."""

    hinge: float | None
    slope: float

    def at(self, grade: float) -> float:
        """The value at a grade."""
        return 0.0 if self.hinge is None else max(0.0, self.slope * (grade - self.hinge))


@dataclass(frozen=True, slots=True, kw_only=True)
class Equilibrium:
    """The lines through opponents and scores, and the grade that brings both nearest to zero (4)."""

    opponents: FittedLine
    scores: FittedLine
    grade: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """How the group at the bottom of one bar fares, and the tournament with it.

    `delta_g`: how much stronger its opponents are; `delta_s`: how many games more than half it wins;
    `gamma_b`, and `gamma_l` of the next group below: how often it scores above the bar's mid-score;
    `unique`: how often one winner is alone; `peer`: the share of games from the bar up that stay among them;
    `flawed`: how often somebody stays unpaired; `parts`: `delta_g` and `delta_s` in parts of the tournaments.
    """

    bar: int
    population: int
    delta_g: float
    delta_s: float
    gamma_b: float
    gamma_l: float | None
    unique: float
    rank_deviation: float
    peer: float
    flawed: float
    parts: tuple[tuple[float, float], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """How clearly the bar parts those at its bottom from those just below it (19).

    `theta` is how far up the ramp the solution lies: 0 at the hinge, 1 at the highest grade.
    """

    above: Ramp
    below: Ramp
    at_bar: float
    theta: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The bar that was found; a field of one grade needs none, which is a bar at that grade."""

    bar: int
    layers: tuple[Layer, ...]
    equilibrium: Equilibrium | None
    separation: Separation | None

    @property
    def b_sol(self) -> float | None:
        """The bar before it was moved to the nearest grade that somebody has (16)."""
        return self.equilibrium.grade if self.equilibrium else None

    @property
    def at_bar(self) -> Layer | None:
        """The layer of the bar, if it was tried."""
        return next((layer for layer in self.layers if layer.bar == self.bar), None)


def find_bar(
    grades: Sequence[int],
    rounds: int,
    *,
    pairings: int = 1000,
    seed: int = 0,
    threads: int = 0,
    model: WinModel = MODEL,
    head_starts: tuple[float, ...] = (),
    played: Played | None = None,
    device: str = CPU,
) -> Solution:
    """Try the four highest bars on the groups that can matter to them, and take the equilibrium grade."""
    check(grades, rounds, pairings)
    bars = tried_bars(grades, rounds)
    layers = tuple(
        layer(
            grades,
            rounds,
            bar=bar,
            pairings=pairings,
            seed=seed,
            threads=threads,
            model=model,
            head_starts=head_starts,
            played=played,
            device=device,
        )
        for bar in bars
    )
    found = _balance(bars, [(each.delta_g, each.delta_s) for each in layers])
    if found is None:
        return Solution(bar=min(grades), layers=layers, equilibrium=None, separation=None)
    bar = min(sorted(set(grades), reverse=True), key=lambda grade: abs(grade - found.grade))
    return Solution(
        bar=bar,
        layers=layers,
        equilibrium=found,
        separation=_separation(layers, bar, found.grade, max(grades)),
    )


def luck_of(solution: Solution) -> float | None:
    """How far the balance may be off because only so many tournaments were played, 95 times in 100.

    It is found again without each part of the tournaments (the jackknife). With one tournament nothing is
    known of that.
    """
    layers = solution.layers
    count = min((len(each.parts) for each in layers), default=0)
    if count < 2:
        return None
    without = []
    for left_out in range(count):
        chosen = [part for part in range(count) if part != left_out]
        found = balance_in(solution, chosen)
        if found is None:
            return None
        without.append(found)
    return float(_CONFIDENCE * np.std(without) * np.sqrt(count - 1))


def balance_in(solution: Solution, parts: Sequence[int]) -> float | None:
    """The balance in some parts of the tournaments alone."""
    means = [np.mean([each.parts[part] for part in parts], axis=0).tolist() for each in solution.layers]
    found = _balance([each.bar for each in solution.layers], means)
    return found.grade if found else None


def layer(
    grades: Sequence[int],
    rounds: int,
    *,
    bar: int,
    pairings: int = 1000,
    seed: int = 0,
    threads: int = 0,
    model: WinModel = MODEL,
    head_starts: tuple[float, ...] = (),
    played: Played | None = None,
    device: str = CPU,
) -> Layer:
    """Try one bar, at a grade that somebody has, on the groups above it and those that can reach it."""
    check(grades, rounds, pairings)
    above = len({grade for grade in grades if grade >= bar})
    those = top_groups(grades, max(_BARS, above) + rounds)
    trial = try_bar(
        those,
        rounds,
        bar=bar,
        pairings=pairings,
        seed=seed,
        threads=threads,
        model=model,
        head_starts=head_starts,
        played=played,
        device=device,
    )
    return layer_of(trial, bar, population=sum(grade >= bar for grade in grades))


def equilibrium_grade(delta_g: Mapping[int, float], delta_s: Mapping[int, float]) -> Equilibrium:
    """The grade of a Swiss or a random draw whose players meet their like and win half their games.

    Lines go through the four grades around the change of sign (3).
    """
    found = _combined(_crossing(delta_g), _crossing(delta_s))
    if found is None:
        raise InputError(
            Message("opponents and scores are the same for every grade: there is no equilibrium")
        )
    return found


def linear_fit(grades: Sequence[float], values: Sequence[float]) -> FittedLine:
    """The line of least squares."""
    x, y = np.array(grades, np.float64), np.array(values, np.float64)
    away = x - x.mean()
    spread = float(away @ away)
    slope = float(away @ y) / spread if spread else 0.0
    return FittedLine(zero=float(x.mean() - y.mean() / slope) if slope else None, slope=slope)


def tried_grades(grades: Sequence[int], rounds: int) -> tuple[int, ...]:
    """Those whom the search for a bar plays with: the top 4 + r groups, an even number."""
    return even_field(top_groups(grades, _BARS + rounds))


def tried_bars(grades: Sequence[int], rounds: int) -> list[int]:
    """The bars that the search tries, from the highest down."""
    return sorted(set(tried_grades(grades, rounds)), reverse=True)[:_BARS]


def top_groups(grades: Sequence[int], count: int) -> list[int]:
    """The players of the highest grades that somebody has."""
    kept = set(sorted(set(grades), reverse=True)[:count])
    return [grade for grade in grades if grade in kept]


def check(grades: Sequence[int], rounds: int, pairings: int) -> None:
    """Refuse what nothing can be tried on."""
    if rounds < 1:
        raise InputError(Message("a bar needs at least one round"))
    if len(grades) < 2:
        raise InputError(Message("a bar needs at least two players"))
    if pairings < 1:
        raise InputError(Message("a bar needs at least one pairing to be tried"))


def layer_of(trial: Trial, bar: int, *, population: int) -> Layer:
    """How the group at the bottom of a bar fared in its trial."""
    lower = trial.grades[trial.grades < bar]
    mid = trial.mid_score(bar)
    return Layer(
        bar=bar,
        population=population,
        delta_g=trial.opponent_difference(bar),
        delta_s=trial.score_difference(bar),
        gamma_b=trial.tail(bar, mid),
        gamma_l=trial.tail(int(lower.max()), mid) if len(lower) else None,
        unique=trial.unique_winner(),
        rank_deviation=trial.rank_deviation(),
        peer=trial.peer_games(bar),
        flawed=trial.flawed,
        parts=_parts(trial, bar),
    )


def _parts(trial: Trial, bar: int) -> tuple[tuple[float, float], ...]:
    """How the group at the bottom of the bar fared in neighbouring tournaments."""
    opponents = trial.opponent_differences(bar)
    wins = trial.group_scores(bar) - trial.mid_score(bar)
    edges = np.linspace(0, len(wins), min(_PARTS, len(wins)) + 1).astype(int)
    return tuple(
        (float(opponents[first:last].mean()), float(wins[first:last].mean()))
        for first, last in pairwise(edges.tolist())
    )


def _balance(bars: Sequence[int], differences: Sequence[Sequence[float]]) -> Equilibrium | None:
    """The balance of bars by how their lowest groups fare: opponents and wins."""
    if len(bars) < 2:
        return None
    opponents, wins = zip(*differences, strict=True)
    return _combined(linear_fit(bars, opponents), linear_fit(bars, wins))


def _combined(opponents: FittedLine, scores: FittedLine) -> Equilibrium | None:
    """Equations (4) and (16): the zeros weighted by the squares of the slopes."""
    lines = [line for line in (opponents, scores) if line.zero is not None]
    weight = sum(line.slope**2 for line in lines)
    if not weight:
        return None
    grade = sum(line.slope**2 * (line.zero or 0.0) for line in lines) / weight
    return Equilibrium(opponents=opponents, scores=scores, grade=grade)


def _crossing(values: Mapping[int, float]) -> FittedLine:
    around = fitted_grades(values)
    return linear_fit(around, [values[grade] for grade in around])


def fitted_grades(values: Mapping[int, float]) -> list[int]:
    """Two grades on either side of the change of sign; of several changes, the steepest."""
    grades = sorted(values)
    changes = [
        (abs(values[high] - values[low]) / (high - low), at)
        for at, (low, high) in enumerate(pairwise(grades))
        if (values[low] > 0) != (values[high] > 0)
    ]
    at = max(changes)[1] if changes else len(grades) // 2 - 1
    first = max(0, min(at - 1, len(grades) - 4))
    return grades[first : first + 4]


def _ramp(points: Sequence[tuple[int, float]]) -> Ramp:
    line = linear_fit(*zip(*points, strict=True)) if points else FittedLine(zero=None, slope=0.0)
    return Ramp(hinge=line.zero if line.slope > 0 else None, slope=line.slope)


def _separation(layers: Sequence[Layer], bar: int, solution: float, highest: int) -> Separation:
    """Ramps through the three highest bars, and where the solution lies on them."""
    top = layers[:_RAMP]
    above = _ramp([(each.bar, each.gamma_b) for each in top])
    below = _ramp([(each.bar, each.gamma_l) for each in top if each.gamma_l is not None])
    length = highest - above.hinge if above.hinge is not None else 0.0
    theta = (solution - above.hinge) / length if above.hinge is not None and length > 0 else None
    return Separation(above=above, below=below, at_bar=above.at(bar) - below.at(bar), theta=theta)
