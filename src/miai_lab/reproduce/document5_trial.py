"""Document 5, sections 11 and 12: the trial of 1,800 random entries, 200 for each number of rounds."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from miai.engine.bar.equilibrium import find_bar
from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Aside, Cell, CellClass, PublishedClaim
from miai_lab.reproduce.document5_find_bar import trial_entry
from miai_lab.reproduce.readings import EVEN, Reading, by_both
from miai_lab.reproduce.resampling import Resampled, resampled
from miai_lab.reproduce.study import ReproductionStudy

ROUNDS = tuple(range(2, 11))
ENTRIES = 200
PAIRINGS = 100
# Enough to tell whether stones explain what is off.
WITH_STONES = 40
_STREAM = 23


class TrialOutcome(NamedTuple):
    """What find-bar says of one entry; what was not tried is not a number."""

    rounds: int
    highest: int
    on_top: int
    bar: int
    population: int
    b_sol: float
    z_g: float
    z_s: float
    separation: float
    theta: float
    slope: float
    unique: float
    rank_deviation: float
    flawed: float

    @property
    def depth(self) -> int:
        """How many grades the bar lies below the highest."""
        return self.highest - self.bar


def trial(
    study: ReproductionStudy,
    *,
    rounds: Sequence[int] = ROUNDS,
    entries: int = ENTRIES,
    reading: Reading = EVEN,
) -> list[TrialOutcome]:
    """Every entry of the trial."""
    items = [
        (study.seed, number_of_rounds, number) for number_of_rounds in rounds for number in range(entries)
    ]
    return study.outcomes(partial(outcome_of, reading), items)


def outcome_of(reading: Reading, item: tuple[int, int, int]) -> TrialOutcome:
    """One entry by seed, rounds and number."""
    seed, rounds, number = item
    grades = trial_entry(rounds, np.random.default_rng((seed, _STREAM, rounds, number)))
    found = find_bar(
        grades,
        rounds,
        pairings=PAIRINGS,
        seed=seed * ENTRIES + number,
        threads=1,
        head_starts=reading.head_starts,
    )
    lines = (found.equilibrium.opponents, found.equilibrium.scores) if found.equilibrium else (None, None)
    zeros = [float("nan") if line is None or line.zero is None else line.zero for line in lines]
    parted, layer = found.separation, found.at_bar
    return TrialOutcome(
        rounds=rounds,
        highest=max(grades),
        on_top=grades.count(max(grades)),
        bar=found.bar,
        population=sum(grade >= found.bar for grade in grades),
        b_sol=_number(found.b_sol),
        z_g=zeros[0],
        z_s=zeros[1],
        separation=_number(parted.at_bar if parted else None),
        theta=_number(parted.theta if parted else None),
        slope=_number(parted.above.slope if parted else None),
        unique=_number(layer.unique if layer else None),
        rank_deviation=_number(layer.rank_deviation if layer else None),
        flawed=max(each.flawed for each in found.layers),
    )


def section_11(study: ReproductionStudy) -> list[Cell | Aside]:
    """The numbers that the text prints of the trial."""
    asides: list[Aside] = []

    def cells(reading: Reading) -> list[Cell]:
        entries = ENTRIES if reading is EVEN else WITH_STONES
        outcomes = trial(study, entries=entries, reading=reading)
        sample = _Sample(outcomes, study.seed, entries / ENTRIES, reading.name)
        asides.extend(_asides(sample, reading))
        return [*_failures(sample), *_depths(sample), *_populations(sample), *_guidelines(sample)]

    return [*by_both(cells), *asides]


class _Sample(NamedTuple):
    """The outcomes of a trial that is smaller than the document's by `share`."""

    outcomes: Sequence[TrialOutcome]
    seed: int
    share: float
    name: str

    def statistic(self, rows: Floats, statistic: Callable[[Floats], float], source: str = "") -> Resampled:
        return resampled(
            rows,
            statistic,
            self.seed,
            share=self.share,
            source=f"trial, {self.name}, {source}" if source else "",
        )

    def of(self, rounds: int) -> list[TrialOutcome]:
        return [each for each in self.outcomes if each.rounds == rounds]


def _failures(sample: _Sample) -> list[Cell]:
    over = [each for each in sample.outcomes if each.b_sol > each.highest]
    table = "section 11.1"
    long = sum(each.rounds > 2 for each in over)
    return [
        _counted(sample, table, "flawed pairings", "0", sum(each.flawed > 0 for each in sample.outcomes)),
        _counted(sample, table, "entries with b_sol above the highest grade", "4", len(over)),
        _counted(sample, table, "of these, entries of more than 2 rounds", "0", long),
        Cell(
            document=5,
            table=table,
            cell="furthest b_sol above the highest grade",
            printed="0.6",
            ours=max((each.b_sol - each.highest for each in over), default=0.0),
            claim=PublishedClaim.AT_MOST,
            digit=0.0,
        ),
        Cell(
            document=5,
            table=table,
            cell="of these, fewest players of the highest grade",
            printed="4",
            ours=min((each.on_top for each in over), default=4),
            claim=PublishedClaim.AT_LEAST,
            digit=0.0,
            reason=f"of {len(over)} such entries, {sum(each.on_top < 4 for each in over)} have fewer",
        ),
    ]


def _depths(sample: _Sample) -> list[Cell]:
    depths = {
        rounds: np.bincount([each.depth for each in sample.of(rounds)], minlength=2) for rounds in ROUNDS
    }
    common = [int(counts.argmax()) for counts in depths.values()]
    outcomes = sample.outcomes
    thetas = sample.statistic(_columns(outcomes, "rounds", "theta"), _rise)
    parted = np.array([(each.rounds, each.separation > 0) for each in outcomes], np.float64)
    falling = {"P_sep": sample.statistic(parted, _rise), "mean Θ": thetas}
    return [
        replace(
            _exact("figure 24", "numbers of rounds whose most common bar depth is 1", "9", common.count(1)),
            reason="; ".join(
                f"in {rounds} rounds depth {counts.argmax()} has {counts.max()} entries, depth 1 {counts[1]}"
                for rounds, counts in depths.items()
                if counts.argmax() != 1
            ),
        ),
        Cell(
            document=5,
            table="figure 24",
            cell="deepest bar",
            printed="4",
            ours=max(each.depth for each in outcomes),
            claim=PublishedClaim.AT_MOST,
            digit=0.0,
        ),
        _counted(sample, "figure 24", "bars of depth 4", "1", sum(each.depth >= 4 for each in outcomes)),
        sample.statistic(_columns(outcomes, "rounds", "depth"), _rise).cell(
            "figure 24", "rise of the mean bar depth by round", "0.09"
        ),
        *(
            Cell(
                document=5,
                table="figure 26",
                cell=f"{name} with the number of rounds",
                printed="decreases",
                ours="decreases" if found.value < -2 * found.error else "does not decrease",
                reason=f"it changes by {found.value:.4f} ± {found.error:.4f} a round",
            )
            for name, found in falling.items()
        ),
    ]


def _populations(sample: _Sample) -> list[Cell]:
    six = _columns(sample.of(6), "population")
    least = max(min(each.population for each in sample.of(rounds)) - rounds for rounds in ROUNDS)
    fewer = sample.statistic(six, partial(_share_up_to, 5))
    no_more = sample.statistic(six, partial(_share_up_to, 6))
    literal = fewer.cell("figure 27", "6 rounds, chance that the population is lower than 6", "14 %")
    # The text says "lower than" of what a cumulative distribution shows, which is "no more than".
    drawn = no_more.cell("figure 27", "6 rounds, cumulative distribution of the population at 6", "14 %")
    reason = f"what figure 27 draws, no more than 6, is {no_more.value:.3f} ± {drawn.error:.3f}"
    return [
        replace(literal, reason=reason),
        replace(drawn, given=CellClass.READING),
        Cell(
            document=5,
            table="figure 28",
            cell="smallest population, by more than the rounds",
            printed="1",
            ours=least,
            claim=PublishedClaim.AT_MOST,
            digit=0.0,
        ),
    ]


def _guidelines(sample: _Sample) -> list[Cell]:
    long = _columns([each for each in sample.outcomes if each.rounds >= 4], "unique")
    short = sorted((_at_top(sample, (rounds,)) for rounds in (2, 3, 4)), key=lambda found: found.value)
    at_top = "bar at the highest grade"
    return [
        sample.statistic(long, _mean).cell(
            "section 12", "4 rounds or more, unique winner", "60 %", claim=PublishedClaim.AT_MOST
        ),
        _at_top(sample, ROUNDS[3:]).cell(
            "section 12", f"more than 4 rounds, {at_top}", "2 %", claim=PublishedClaim.AT_MOST
        ),
        short[0].cell("section 12", f"2 to 4 rounds, {at_top}, from", "10 %"),
        short[-1].cell("section 12", f"2 to 4 rounds, {at_top}, to", "30 %"),
    ]


def _at_top(sample: _Sample, rounds: Sequence[int]) -> Resampled:
    """How often the bar is at the highest grade."""
    rows = [[each.bar == each.highest] for each in sample.outcomes if each.rounds in rounds]
    return sample.statistic(np.array(rows, np.float64), _mean)


def _asides(sample: _Sample, reading: Reading) -> list[Aside]:
    """Unique winners by rounds, and the largest differences of the crossing points."""
    found = [
        sample.statistic(_columns(sample.of(rounds), "unique"), _mean).aside(
            "section 12", f"{rounds} rounds, unique winner ({reading.name})"
        )
        for rounds in ROUNDS
    ]
    apart = np.array([[each.z_s - each.z_g] for each in sample.outcomes])
    return [
        *found,
        *(
            sample.statistic(apart, partial(_largest, place)).aside(
                "table 8", f"Z_S - Z_G of the trial, number {place} from the top ({reading.name})"
            )
            for place in (1, 2, 3)
        ),
    ]


def _largest(place: int, rows: Floats) -> float:
    return float(np.sort(rows[~np.isnan(rows)])[-place])


def _rise(rows: Floats) -> float:
    """The slope of the means by rounds, as a plot of them would show it."""
    rounds = np.unique(rows[:, 0])
    means = [float(np.nanmean(rows[rows[:, 0] == each, 1])) for each in rounds]
    return float(np.polyfit(rounds, means, 1)[0])


def _mean(rows: Floats) -> float:
    return float(np.nanmean(rows))


def _share_up_to(limit: int, rows: Floats) -> float:
    return float((rows <= limit).mean())


def _columns(outcomes: Sequence[TrialOutcome], *names: str) -> Floats:
    return np.array([[getattr(each, name) for name in names] for each in outcomes], np.float64)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _counted(sample: _Sample, table: str, cell: str, printed: str, ours: int) -> Cell:
    """A number of rare cases, which varies by about its root; ours is of a smaller trial."""
    scaled = ours / sample.share
    error = math.sqrt(float(printed) + scaled / sample.share)
    hidden = 0 < float(printed) + scaled <= 2 * error
    return Cell(
        document=5,
        table=table,
        cell=cell,
        printed=printed,
        ours=scaled,
        error=error,
        digit=0.0,
        given=CellClass.SAYS_LITTLE if hidden else CellClass.COMPUTED,
    )


def _exact(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(document=5, table=table, cell=cell, printed=printed, ours=ours, digit=0.0)
