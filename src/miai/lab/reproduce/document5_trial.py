"""Document 5, sections 11 and 12: the trial of 1,800 random entries, 200 for each number of rounds."""

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from miai.bar.equilibrium import find_bar
from miai.lab.reproduce.cell import Aside, Cell, PublishedClaim
from miai.lab.reproduce.document5_find_bar import trial_entry
from miai.lab.reproduce.resampling import resampled
from miai.lab.reproduce.study import ReproductionStudy
from miai.pairing.protocol import Floats

ROUNDS = tuple(range(2, 11))
ENTRIES = 200
PAIRINGS = 100
_STREAM = 23


class TrialOutcome(NamedTuple):
    """What find-bar says of one entry; what was not tried is not a number."""

    rounds: int
    highest: int
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
    study: ReproductionStudy, *, rounds: Sequence[int] = ROUNDS, entries: int = ENTRIES
) -> list[TrialOutcome]:
    """Every entry of the trial."""
    items = [
        (study.seed, number_of_rounds, number) for number_of_rounds in rounds for number in range(entries)
    ]
    return study.outcomes(outcome_of, items)


def outcome_of(item: tuple[int, int, int]) -> TrialOutcome:
    """One entry by seed, rounds and number."""
    seed, rounds, number = item
    grades = trial_entry(rounds, np.random.default_rng((seed, _STREAM, rounds, number)))
    found = find_bar(grades, rounds, pairings=PAIRINGS, seed=seed * ENTRIES + number, threads=1)
    lines = (found.equilibrium.opponents, found.equilibrium.scores) if found.equilibrium else (None, None)
    zeros = [float("nan") if line is None or line.zero is None else line.zero for line in lines]
    parted, layer = found.separation, found.at_bar
    return TrialOutcome(
        rounds=rounds,
        highest=max(grades),
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
    outcomes = trial(study)
    return [
        *_failures(outcomes),
        *_depths(outcomes, study.seed),
        *_trends(outcomes, study.seed),
        *_populations(outcomes, study.seed),
        *_guidelines(outcomes, study.seed),
    ]


def _failures(outcomes: Sequence[TrialOutcome]) -> list[Cell]:
    over = [each for each in outcomes if each.b_sol > each.highest]
    return [
        _counted("section 11.1", "flawed pairings", "0", sum(each.flawed > 0 for each in outcomes)),
        _counted("section 11.1", "entries with b_sol above the highest grade", "4", len(over)),
        _counted(
            "section 11.1",
            "of these, entries of more than 2 rounds",
            "0",
            sum(each.rounds > 2 for each in over),
        ),
        Cell(
            document=5,
            table="section 11.1",
            cell="furthest b_sol above the highest grade",
            printed="0.6",
            ours=max((each.b_sol - each.highest for each in over), default=0.0),
            claim=PublishedClaim.AT_MOST,
        ),
    ]


def _depths(outcomes: Sequence[TrialOutcome], seed: int) -> list[Cell]:
    cells = []
    for rounds in ROUNDS:
        depths = [each.depth for each in outcomes if each.rounds == rounds]
        often = int(np.bincount(depths).argmax())
        cells.append(_exact("section 11.3", f"{rounds} rounds, most common bar depth", "1", often))
    found = resampled(_columns(outcomes, "rounds", "depth"), _rise, seed)
    return [
        *cells,
        Cell(
            document=5,
            table="section 11.3",
            cell="deepest bar",
            printed="4",
            ours=max(each.depth for each in outcomes),
            claim=PublishedClaim.AT_MOST,
        ),
        _counted("section 11.3", "bars of depth 4", "1", sum(each.depth >= 4 for each in outcomes)),
        found.cell("section 11.3", "rise of the mean bar depth by round", "0.09"),
    ]


def _trends(outcomes: Sequence[TrialOutcome], seed: int) -> list[Cell]:
    parted = np.array([(each.rounds, each.separation > 0) for each in outcomes], np.float64)
    thetas = _columns(outcomes, "rounds", "theta")
    return [
        resampled(values, _rise, seed).cell("figure 26", cell, "0.000", claim=PublishedClaim.AT_MOST)
        for cell, values in (("rise of P_sep by round", parted), ("rise of mean Θ by round", thetas))
    ]


def _populations(outcomes: Sequence[TrialOutcome], seed: int) -> list[Cell | Aside]:
    six = _columns([each for each in outcomes if each.rounds == 6], "population")
    # The text says "lower than" of what a cumulative distribution shows, which is "no more than".
    no_more = resampled(six, partial(_share_up_to, 6), seed)
    fewer = resampled(six, partial(_share_up_to, 5), seed)
    least = max(
        min(each.population for each in outcomes if each.rounds == rounds) - rounds for rounds in ROUNDS
    )
    return [
        no_more.cell("figure 27", "6 rounds, cumulative distribution of the population at 6", "14 %"),
        fewer.aside("figure 27", "6 rounds, fewer than 6 players at the bar"),
        Cell(
            document=5,
            table="figure 28",
            cell="smallest population, by more than the rounds",
            printed="1",
            ours=least,
            claim=PublishedClaim.AT_MOST,
        ),
    ]


def _guidelines(outcomes: Sequence[TrialOutcome], seed: int) -> list[Cell | Aside]:
    long = _columns([each for each in outcomes if each.rounds >= 4], "unique")
    together = resampled(long, _mean, seed)
    rows: list[Cell | Aside] = [
        together.cell("section 12.1", "4 rounds or more, unique winner", "60 %", claim=PublishedClaim.AT_MOST)
    ]
    for rounds in ROUNDS:
        some = [each for each in outcomes if each.rounds == rounds]
        unique = resampled(_columns(some, "unique"), _mean, seed)
        rows.append(unique.aside("section 12.1", f"{rounds} rounds, unique winner"))
        at_top = resampled(np.array([[each.bar == each.highest] for each in some], np.float64), _mean, seed)
        top = f"{rounds} rounds, bar at the highest grade"
        bounds = (
            {"2 %": PublishedClaim.AT_MOST}
            if rounds > 4
            else {"10 %": PublishedClaim.AT_LEAST, "30 %": PublishedClaim.AT_MOST}
        )
        rows += [at_top.cell("section 12.2", top, text, claim=claim) for text, claim in bounds.items()]
    return rows


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


def _counted(table: str, cell: str, printed: str, ours: int) -> Cell:
    """A number of rare cases: two such numbers differ by about the root of their sum."""
    error = math.sqrt(float(printed) + ours)
    return Cell(document=5, table=table, cell=cell, printed=printed, ours=ours, error=error)


def _exact(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(document=5, table=table, cell=cell, printed=printed, ours=ours)
