"""Document 5, sections 3 and 4: where players meet their like and win half their games without any bar."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from miai.engine.bar.equilibrium import equilibrium_grade, fitted_grades
from miai.engine.bar.trial import Trial, try_bar
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.protocol import Floats
from miai.engine.pairing.simulation import BY_SCORE, RANDOM
from miai_lab.reproduce.cell import Cell, CellClass, as_class, explained
from miai_lab.reproduce.named_tournaments import HIGHEST, IDEAL, LOWEST, R_GAP, S_GAPS, Named
from miai_lab.reproduce.resampling import resampled
from miai_lab.reproduce.study import ReproductionStudy, repeated

# Pairings of an entry: a quarter of T_ideal's 1000, and all of the others'.
PART, FEW = 250, 100
_TIMES = 40
_SHARE = PART / 1000
_ENTRIES = 200
_ROUNDS = range(2, 11)
# The stream of a seed that entries are drawn from.
_STREAM = 21


class Levels(NamedTuple):
    """By grade: how much stronger the opponents are, and how many games more than half are won."""

    opponents: dict[int, float]
    scores: dict[int, float]


class Crossing(NamedTuple):
    """Where both are zero, how steep they are there, and the equilibrium grade."""

    z_g: float
    k_g: float
    z_s: float
    k_s: float
    grade: float


class Drawn(NamedTuple):
    """One entry of the trial of sections 3.3 and 4.2."""

    pricing: Kaniuk
    rounds: int
    number: int
    seed: int


def t_ideal(study: ReproductionStudy) -> list[Cell]:
    """Sections 3.1, 3.2 and 4.1: T_ideal paired at random and as a Swiss."""
    at_random = _crossings(study, IDEAL, RANDOM, PART)
    swiss = _crossings(study, IDEAL, BY_SCORE, PART)
    score = repeated(study.repeat(_score_of_special_group, _TIMES), _SHARE)
    cells = [
        # The entry is its own mirror image, so that nothing is rounded.
        repeated(at_random[:, 0], _SHARE).cell("section 3.1", "T_ideal, crossing point", "-2", digit=0.0),
        score.cell("section 3.2", "T_ideal, mean score of -2G", "2.9"),
        repeated(swiss[:, 0], _SHARE, source="T_ideal, swiss").cell("section 4.1", "T_ideal, Z_G", "-2.26"),
        repeated(swiss[:, 2], _SHARE, source="T_ideal, swiss").cell("section 4.1", "T_ideal, Z_S", "-1.79"),
    ]
    return explained(cells)


def gaps(study: ReproductionStudy) -> list[Cell]:
    """Sections 3.3 and 4.2: the two entries with gaps."""
    found = _crossings(study, R_GAP, RANDOM, FEW)
    printed = (("Z_G", "-0.969"), ("K_G", "-1.024"), ("Z_S", "-0.496"), ("K_S", "0.233"))
    cells = [
        repeated(found[:, column], source="T_r-gap").cell("section 3.3", f"T_r-gap, {name}", text)
        for column, (name, text) in enumerate(printed)
    ]
    swiss = _crossings(study, S_GAPS, BY_SCORE, FEW)
    cells.append(repeated(swiss[:, 4]).cell("section 4.2", "T_s-gaps, G_c", "-1.2"))
    levels = mean_levels(study, S_GAPS, BY_SCORE, FEW)
    for name, values, change, fit in (
        ("ΔG", levels.opponents, "-3 to -1", "-4 to 0"),
        ("ΔS", levels.scores, "-1 to 0", "-3 to 1"),
    ):
        cells += [
            _grades(f"T_s-gaps, where {name} changes sign", change, _change_of_sign(values)),
            _grades(f"T_s-gaps, the 4 points that {name} is fitted to", fit, fitted_grades(values)),
        ]
    return explained(cells)


def _grades(cell: str, printed: str, grades: Sequence[int]) -> Cell:
    ours = f"{min(grades)} to {max(grades)}"
    return Cell(document=5, table="section 4.2", cell=cell, printed=printed, ours=ours)


def correlations(study: ReproductionStudy) -> list[Cell]:
    """Sections 3.3 to 4.2: both crossing points of random entries, paired at random and as a Swiss."""
    cells = []
    for section, name, pricing, together, apart in (
        ("section 3.3", "random", RANDOM, "0.99", "0.82"),
        ("section 4.2", "swiss", BY_SCORE, "0.97", "1.25"),
    ):
        points = scattered(study, pricing)
        source = f"{name} entries"
        correlation = resampled(points, _correlation, study.seed, source=source)
        cells.append(correlation.cell(section, f"{name}, correlation of Z_S and Z_G", together))
        largest = resampled(points, partial(_difference, 1), study.seed, source=source)
        # How large the largest is depends on the number of entries, which the text does not give.
        differences = [largest.cell(section, f"{name}, largest difference of Z_S and Z_G", apart)]
        if pricing is BY_SCORE:
            differences += _next_differences(points, study.seed)
        cells += as_class(differences, CellClass.READING)
    return explained(cells)


def _next_differences(points: Floats, seed: int) -> list[Cell]:
    """Section 4.2: "Apart from this, there are 4 tournaments with ΔZ > 1, the largest of which has 1.1"."""
    apart = int((np.abs(points[:, 0] - points[:, 1]) > 1).sum()) - 1
    second = resampled(points, partial(_difference, 2), seed)
    fitting = 5 * len(points) / (1 + apart) if apart >= 0 else 0
    return [
        second.cell("section 4.2", "swiss, second largest difference of Z_S and Z_G", "1.1"),
        Cell(
            document=5,
            table="section 4.2",
            cell="swiss, further entries with a difference above 1",
            printed="4",
            ours=apart,
            # Rare cases vary by about their root.
            error=math.sqrt(4 + max(0, apart)),
            digit=0.0,
            reason="the text does not say how many entries were drawn: with differences as frequent as in our"
            f" {len(points)}, 5 in all would be those of {fitting:.0f}",
        ),
    ]


def scattered(study: ReproductionStudy, pricing: Kaniuk) -> Floats:
    """Z_G and Z_S of 1,800 random entries."""
    items = [Drawn(pricing, rounds, number, study.seed) for rounds in _ROUNDS for number in range(_ENTRIES)]
    return np.array(study.outcomes(crossing_of_entry, items))


def mean_levels(study: ReproductionStudy, named: Named, pricing: Kaniuk, pairings: int) -> Levels:
    """The curves of one tournament, over all experiments."""
    found = study.repeat(partial(_levels_of, named, pricing, pairings), _TIMES)
    return Levels(
        *(
            {g: float(np.mean([part[g] for part in column])) for g in column[0]}
            for column in zip(*found, strict=True)
        )
    )


def crossing_of(trial: Trial) -> Crossing:
    """The equilibrium of a tournament without a bar."""
    levels = _levels(trial)
    found = equilibrium_grade(levels.opponents, levels.scores)
    lines = (found.opponents, found.scores)
    zeros = [line.zero if line.zero is not None else float("nan") for line in lines]
    return Crossing(zeros[0], lines[0].slope, zeros[1], lines[1].slope, found.grade)


def _crossings(study: ReproductionStudy, named: Named, pricing: Kaniuk, pairings: int) -> Floats:
    return np.array(study.repeat(partial(_crossing_of, named, pricing, pairings), _TIMES))


def _played(named: Named, pricing: Kaniuk, pairings: int, seed: int) -> Trial:
    return try_bar(
        named.grades, named.rounds, bar=None, pairings=pairings, seed=seed, threads=1, pricing=pricing
    )


def _crossing_of(named: Named, pricing: Kaniuk, pairings: int, seed: int) -> Crossing:
    return crossing_of(_played(named, pricing, pairings, seed))


def _levels_of(named: Named, pricing: Kaniuk, pairings: int, seed: int) -> Levels:
    return _levels(_played(named, pricing, pairings, seed))


def _levels(trial: Trial) -> Levels:
    groups = [int(grade) for grade in np.unique(trial.grades)]
    return Levels(
        {grade: trial.opponent_difference(grade) for grade in groups},
        {grade: trial.score_difference(grade) for grade in groups},
    )


def _score_of_special_group(seed: int) -> float:
    return float(_played(IDEAL, RANDOM, PART, seed).group_scores(-2).mean())


def crossing_of_entry(drawn: Drawn) -> tuple[float, float]:
    """Z_G and Z_S of one entry: 5 + 2.5 r to 5 + 7.5 r players, of any grade."""
    dice = np.random.default_rng((drawn.seed, _STREAM, drawn.rounds, drawn.number))
    size = int(dice.integers(np.ceil(5 + 2.5 * drawn.rounds), np.floor(5 + 7.5 * drawn.rounds) + 1))
    grades = [int(grade) for grade in dice.integers(LOWEST, HIGHEST + 1, size)]
    trial = try_bar(
        grades, drawn.rounds, bar=None, pairings=FEW, seed=drawn.number, threads=1, pricing=drawn.pricing
    )
    found = crossing_of(trial)
    return found.z_g, found.z_s


def _change_of_sign(values: dict[int, float]) -> tuple[int, int]:
    """The grades between which a curve goes through zero."""
    grades = sorted(values)
    return next((low, high) for low, high in pairwise(grades) if (values[low] > 0) != (values[high] > 0))


def _correlation(points: Floats) -> float:
    return float(np.corrcoef(points[:, 0], points[:, 1])[0, 1])


def _difference(place: int, points: Floats) -> float:
    """The largest difference, or the next ones."""
    return float(np.sort(np.abs(points[:, 0] - points[:, 1]))[-place])
