"""Document 5, sections 10 and 11: find-bar on the entries that the text prints."""

from collections import Counter
from functools import partial
from typing import NamedTuple

import numpy as np

from miai.engine.bar.classical import by_tables
from miai.engine.bar.equilibrium import Solution, find_bar
from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Cell, CellClass, as_class
from miai_lab.reproduce.named_tournaments import HIGHEST, IDEAL, LOWEST, M_GAP, MCMAHON, Named
from miai_lab.reproduce.readings import Reading, by_both
from miai_lab.reproduce.scan import scan
from miai_lab.reproduce.study import ReproductionStudy, repeated

# How often we solve with so many pairings, and which of them stand for each row.
_TIMES = 40
_TRIED = {10: 200, 100: 40, 500: 30}
_BY_ROW = {10: 10, 100: 100, 1000: 500, 2000: 500}
_TABLE_7 = {
    10: "2.270 0.833 0.400",
    100: "2.149 1.364 0.330",
    1000: "2.126 1.465 0.338",
    2000: "2.132 1.548 0.354",
}
_UPPER = 0
_EVERY_BAR = 1000
_STREAM = 22
# Table 5: players of an entry, and more of them for each round.
LEAST, MOST = (20, 4), (25, 5)


class Partly(NamedTuple):
    """An entry of which only the top is printed: rounds, and players from a grade upwards."""

    rounds: int
    lowest: int
    counts: tuple[int, ...]


OUTLIERS = {
    "A": Partly(7, -1, (6, 7, 1, 0, 1, 6)),
    "B": Partly(4, -1, (5, 0, 0, 2, 1, 4)),
    "C": Partly(4, -1, (6, 6, 3, 0, 1, 5)),
}
_PRINTED_OUTLIERS = {"A": ("0.90", "3"), "B": ("1.14", "3"), "C": ("1.37", "4")}
_DEEP = Partly(6, 0, (7, 0, 0, 2, 3))
_THIN = Partly(6, 0, (7, 5, 2, 1, 1))


def table_7(study: ReproductionStudy) -> list[Cell]:
    """The solution of T_m-gap by the number of pairings."""

    def cells(reading: Reading) -> list[Cell]:
        found = {
            tried: repeated(study.repeat(partial(_solved, M_GAP, tried, reading), times)).values
            for tried, times in _TRIED.items()
        }
        return [
            repeated(
                found[_BY_ROW[pairings]][:, column],
                _BY_ROW[pairings] / pairings,
                source=f"T_m-gap, {_BY_ROW[pairings]} pairings, {reading.name}",
                experiment=str(pairings),
            ).cell("table 7", f"{pairings} pairings, {name}", printed)
            for pairings, row in _TABLE_7.items()
            for column, (name, printed) in enumerate(zip(("b_sol", "H_B", "K_B"), row.split(), strict=True))
        ]

    return by_both(cells)


def table_8(study: ReproductionStudy) -> list[Cell]:
    """The outliers; what is not printed of their entries is drawn as the trial draws it."""

    def cells(reading: Reading) -> list[Cell]:
        found = []
        for point, (apart, bar) in _PRINTED_OUTLIERS.items():
            solved = repeated(study.repeat(partial(_solved_partly, OUTLIERS[point], reading), _TIMES)).values
            source = f"outlier {point}, {reading.name}"
            found += [
                repeated(solved[:, 1], source=source).cell("table 8", f"{point}, Z_S - Z_G", apart),
                _most_common("table 8", f"{point}, bar", bar, solved[:, 0]),
            ]
        return found

    return by_both(cells)


def solutions(study: ReproductionStudy) -> list[Cell]:
    """The bars that the text prints, and what the tables would allow."""
    british = next(each for each in by_tables(MCMAHON.grades, MCMAHON.rounds) if each.table == "BGA")
    return [
        *by_both(partial(_bars, study)),
        _exact("section 11.4", "T_mcmahon, BGA's limit", "18", british.limit, CellClass.REPEATED),
        _exact("section 11.4", "T_mcmahon, BGA's bar", "0", british.bar),
    ]


def _bars(study: ReproductionStudy, reading: Reading) -> list[Cell]:
    ideal = repeated(study.repeat(partial(_solved, IDEAL, 1000, reading), 2)).values
    gap = repeated(study.repeat(partial(_solved, M_GAP, 100, reading), _TIMES // 2)).values
    seven = repeated(study.repeat(partial(_solved, MCMAHON, 100, reading), _TIMES // 2)).values
    deep = repeated(study.repeat(partial(_solved_partly, _DEEP, reading), _TIMES // 2)).values
    thin = repeated(study.repeat(partial(_solved_partly, _THIN, reading), _TIMES // 2)).values
    at_gap = np.array([M_GAP.above(int(bar)) for bar in gap[:, 3]])
    return [
        _most_common("section 9.3", "T_ideal, bar", "3", ideal[:, 3]),
        _most_common("section 11.3", "T_m-gap, bar", "2", gap[:, 3]),
        *as_class([_most_common("section 11.3", "T_m-gap, population", "8", at_gap)], CellClass.REPEATED),
        _most_common("section 11.3", "entry 7,0,0,2,3, bar", "0", deep[:, 0]),
        _most_common("section 11.3", "entry 7,5,2,1,1, bar", "1", thin[:, 0]),
        *as_class(
            [_most_common("section 11.3", "entry 7,5,2,1,1, population", "9", thin[:, 2])],
            CellClass.REPEATED,
        ),
        _most_common("section 11.4", "T_mcmahon, bar", "2", seven[:, 3]),
        repeated(seven[:, 4]).cell("section 11.4", "T_mcmahon, ΔT at 0G", "0", digit=0.0),
    ]


def figure_29(study: ReproductionStudy) -> list[Cell]:
    """T_m-gap under every bar: one winner alone, and how far ranks are from grades."""

    def cells(reading: Reading) -> list[Cell]:
        found = scan(study, M_GAP, pairings=_EVERY_BAR, times=4, reading=reading)
        upper = [place for place, bar in enumerate(M_GAP.groups) if bar >= _UPPER]
        unique = found.unique[:, upper].mean(axis=0)
        ranks = found.rank_deviation.mean(axis=0)
        slope = float(np.polyfit(M_GAP.groups, ranks, 1)[0])
        alone = found.unique[:, M_GAP.groups.index(-5)]
        return [
            repeated(alone).cell("figure 29", "unique winner with the bar at -5G", "1", digit=0.0),
            _exact(
                "figure 29",
                "peak of the unique winner from 0G up",
                "3",
                M_GAP.groups[upper[int(np.argmax(unique))]],
                reason=_peak(unique),
            ),
            Cell(
                document=5,
                table="figure 29",
                cell="δ_rank with increasing bar",
                printed="decreases",
                ours="decreases" if slope < 0 else "increases",
            ),
        ]

    return by_both(cells)


def _peak(unique: Floats) -> str:
    """What the two highest bars give."""
    third, highest = unique[-2:]
    if third >= highest:
        return ""
    return (
        f"one winner is alone in {100 * third:.0f} % of the tournaments with the bar at 3G, and in"
        f" {100 * highest:.0f} % with the bar at 4G, where one player starts"
    )


def filled(entry: Partly, dice: np.random.Generator) -> tuple[int, ...]:
    """An entry of which only the top is known, with a bottom as the trial of section 11 would draw it."""
    top = [entry.lowest + at for at, count in enumerate(entry.counts) for _ in range(count)]
    size = trial_size(entry.rounds, dice)
    rest = dice.integers(LOWEST, entry.lowest, max(0, size - len(top)))
    return (*top, *(int(grade) for grade in rest))


def trial_size(rounds: int, dice: np.random.Generator) -> int:
    """Table 5: an even number from 20 + 4 r to 25 + 5 r."""
    least, most = (fixed + by_round * rounds for fixed, by_round in (LEAST, MOST))
    return 2 * int(dice.integers(-(-least // 2), most // 2 + 1))


def table_5(study: ReproductionStudy) -> list[Cell]:
    """The limits of entries, and what section 10.5 says follows from them."""
    sizes = {rounds: _sizes(rounds, study.seed) for rounds in (2, 10)}
    limits = (
        ("N_min", "20", LEAST[0]),
        ("R_min", "4", LEAST[1]),
        ("N_max", "25", MOST[0]),
        ("R_max", "5", MOST[1]),
    )
    grades = (("g_min", "-8", LOWEST), ("g_max", "4", HIGHEST))
    largest = max(sizes[10])
    return [
        *(
            _exact("table 5", name, text, ours, CellClass.DEFINITION)
            for name, text, ours in (*limits, *grades)
        ),
        _exact("table 5", "fewest players of 2 rounds", "28", min(sizes[2])),
        _exact(
            "table 5",
            "most players of 10 rounds",
            "75",
            largest,
            reason=f"entries are even: the largest of {len(sizes[10])} that were drawn has {largest} players",
        ),
    ]


def _sizes(rounds: int, seed: int) -> list[int]:
    dice = np.random.default_rng((seed, _STREAM, rounds))
    return [trial_size(rounds, dice) for _ in range(1000)]


def trial_entry(rounds: int, dice: np.random.Generator) -> tuple[int, ...]:
    """An entry of the trial: any grade is as likely as any other."""
    size = trial_size(rounds, dice)
    return tuple(int(grade) for grade in dice.integers(LOWEST, HIGHEST + 1, size))


def _solved(named: Named, pairings: int, reading: Reading, seed: int) -> tuple[float, ...]:
    """b_sol, hinge, slope, bar, and the separation of the model at shodan."""
    found = find_bar(
        named.grades,
        named.rounds,
        pairings=pairings,
        seed=seed,
        threads=1,
        head_starts=reading.head_starts,
    )
    if found.b_sol is None or found.separation is None:
        return (float("nan"),) * 5
    above, below = found.separation.above, found.separation.below
    hinge = float("nan") if above.hinge is None else above.hinge
    return found.b_sol, hinge, above.slope, float(found.bar), above.at(0) - below.at(0)


def _solved_partly(entry: Partly, reading: Reading, seed: int) -> tuple[float, float, float]:
    """Bar, Z_S - Z_G and population."""
    grades = filled(entry, np.random.default_rng((seed, _STREAM)))
    found = find_bar(
        grades, entry.rounds, pairings=100, seed=seed, threads=1, head_starts=reading.head_starts
    )
    return float(found.bar), apart(found), float(sum(grade >= found.bar for grade in grades))


def apart(found: Solution) -> float:
    """How far the crossing point of scores lies above that of opponents."""
    lines = (found.equilibrium.scores, found.equilibrium.opponents) if found.equilibrium else ()
    zeros = [line.zero for line in lines if line.zero is not None]
    return zeros[0] - zeros[1] if len(zeros) == 2 else float("nan")


def _most_common(table: str, cell: str, printed: str, values: Floats) -> Cell:
    often = Counter(values.tolist()).most_common(1)[0]
    return Cell(
        document=5,
        table=table,
        cell=cell,
        printed=printed,
        ours=float(often[0]),
        digit=0.0,
        method=f"the most common of {len(values)} experiments ({often[1]})",
    )


def _exact(
    table: str,
    cell: str,
    printed: str,
    ours: float,
    given: CellClass = CellClass.COMPUTED,
    *,
    reason: str = "",
) -> Cell:
    return Cell(
        document=5, table=table, cell=cell, printed=printed, ours=ours, digit=0.0, given=given, reason=reason
    )
