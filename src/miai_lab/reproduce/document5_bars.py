"""Document 5, sections 5 to 9: T_ideal under every bar."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np

from miai.domain.points import POINT
from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Cell, CellClass, PublishedClaim, as_class
from miai_lab.reproduce.named_tournaments import IDEAL
from miai_lab.reproduce.readings import EVEN, Reading, by_both
from miai_lab.reproduce.scan import AtBar, play_bar, pooled, scan
from miai_lab.reproduce.study import Repeated, ReproductionStudy, repeated

PAIRINGS = 1000
# So that the spread is well known, more and smaller experiments than the document's.
_PART, _TIMES = 250, 40
_SHARE = _PART / PAIRINGS
_PARTS = PAIRINGS // _PART
# Samples of as many parts as the document's size, for what is largest or least of all bars.
_SAMPLES = 200
_GAMES = len(IDEAL.grades) * IDEAL.rounds // 2
_BOARDS = len(IDEAL.grades) // 2

# Section 9.2, with the bar at shodan.
_WINNING = 5
_ABOVE_FIVE = {0: "none", 3: "some", 4: "some"}

OfSize = Callable[[object], Repeated]
"""Outcomes of samples of the document's own size."""


def at(grade: int) -> int:
    """The place of a grade or a bar of T_ideal in an array."""
    return IDEAL.groups.index(grade)


def t_ideal_bars(study: ReproductionStudy) -> list[Cell]:
    """The numbers that the text prints about figures 11 to 16, 19 and 20."""

    def cells(reading: Reading) -> list[Cell]:
        times = _TIMES if reading is EVEN else _TIMES // 2
        found = scan(study, IDEAL, pairings=_PART, times=times, reading=reading)
        whole = pooled(found, _PARTS, _SAMPLES, study.seed)
        source = f"T_ideal, {reading.name}"
        whole_size = partial(_whole, times // _PARTS, f"{source}, whole")
        return [
            *_qualities(whole, whole_size),
            *_peers(found, source),
            *_opponents(found, source),
            *_scores(found, source),
            *_extremes(whole, whole_size),
        ]

    return by_both(cells)


def shodan_bar(study: ReproductionStudy) -> list[Cell]:
    """Section 9: T_ideal with the bar at shodan."""

    def cells(reading: Reading) -> list[Cell]:
        found = repeated(study.repeat(partial(_shodan, PAIRINGS, reading), _TIMES // 2)).values
        source = f"T_ideal at 0G, {reading.name}"
        ratio, six, above, *high = (repeated(column, source=source) for column in found.T)
        tails, single = high[: len(_ABOVE_FIVE)], high[len(_ABOVE_FIVE) :]
        name = "0G, variance of players' scores by the group's"
        return [
            ratio.cell("section 9", name, "4.46"),
            six.cell("section 9", "4G, chance to win six games", "10.2 %"),
            above.cell("section 9", "-1G, chance to score above 3", "0", digit=0.0),
            *(
                Cell(
                    document=5,
                    table="section 9",
                    cell=f"{grade}G, chance that the group scores above 5",
                    printed=printed,
                    # As many tournaments as the document has.
                    ours="some" if tail.mean * PAIRINGS >= 1 else "none",
                    reason=f"the mean of the group is above 5 in {100 * tail.mean:.2g} % of the tournaments,"
                    f" the score of a player of it in {100 * one.mean:.2g} %",
                )
                for (grade, printed), tail, one in zip(_ABOVE_FIVE.items(), tails, single, strict=True)
            ),
        ]

    return by_both(cells)


def layer(values: Floats) -> Floats:
    """What happens to the group at the bottom of each bar."""
    return np.diagonal(values, axis1=-2, axis2=-1)


def _shodan(pairings: int, reading: Reading, seed: int) -> tuple[float, ...]:
    trial, _ = play_bar(IDEAL, 0, pairings, seed, reading)
    shodans = trial.final[:, trial.group(0)] / POINT
    ratio = shodans.var() / shodans.mean(axis=1).var()
    six = trial.final[:, trial.group(4)] == IDEAL.rounds * POINT
    tails = [trial.tail(grade, _WINNING) for grade in _ABOVE_FIVE]
    single = [float((trial.final[:, trial.group(g)] > _WINNING * POINT).mean()) for g in _ABOVE_FIVE]
    return float(ratio), float(six.mean()), trial.tail(-1, trial.mid_score(0)), *tails, *single


def _whole(independent: int, source: str, values: object) -> Repeated:
    """Of samples of the document's own size."""
    return repeated(values, independent=independent, source=source)


def _qualities(whole: AtBar, of_size: OfSize) -> list[Cell]:
    worst = whole.handicap.max(axis=1)
    uneven = whole.uneven[:, at(-1) :]
    low, high = uneven.min(axis=1), uneven.max(axis=1)
    change = whole.rank_deviation.max(axis=1) / whole.rank_deviation[:, -1]
    rows = [
        ("most handicap games", "6.6", _GAMES * worst),
        ("fewest uneven games a round, bars from -1G", "3.2", _BOARDS * low),
        ("most uneven games a round, bars from -1G", "3.8", _BOARDS * high),
        ("rank deviation, worst by the one at 4G", "2", change),
    ]
    # The same numbers with fewer digits.
    again = [
        ("worst share of handicap games", "0.042", worst),
        ("least share of uneven games, bars from -1G", "0.12", low),
        ("largest share of uneven games, bars from -1G", "0.14", high),
    ]
    return [
        *(
            of_size(values).cell("figure 11", cell, printed, reason=_of_more_boards(cell))
            for cell, printed, values in rows
        ),
        *as_class(
            [of_size(values).cell("figure 11", cell, printed) for cell, printed, values in again],
            CellClass.REPEATED,
        ),
    ]


def _of_more_boards(cell: str) -> str:
    """The printed shares of uneven games make the printed numbers of games of a larger round only."""
    if "uneven games a round" not in cell:
        return ""
    boards = next(
        number
        for number in range(_BOARDS, 2 * _BOARDS)
        if (f"{0.12 * number:.1f}", f"{0.14 * number:.1f}") == ("3.2", "3.8")
    )
    return (
        f"the printed shares 0.12 and 0.14 are {0.12 * _BOARDS:.2f} and {0.14 * _BOARDS:.2f} of the {_BOARDS}"
        f" games of a round; {0.12 * boards:.2f} and {0.14 * boards:.2f} are of {boards} games"
    )


def _peers(found: AtBar, source: str) -> list[Cell]:
    top = found.peers[:, :, at(4)]
    second = found.peers[:, :, at(3)]
    rows = [
        ("Q(4), bar at -8G", "18.3 %", top[:, at(-8)]),
        ("Q(4), bar at 0G", "26 %", top[:, at(0)]),
        ("Q(4), bar at 4G", "49.2 %", top[:, at(4)]),
        ("Q(3), bar at 4G", "81.3 %", second[:, at(4)]),
    ]
    half = repeated(second[:, at(1)], _SHARE)
    games = repeated(24 * top[:, at(-8)], _SHARE).cell(
        "figure 12", "Q(4), peer games with the bar at -8G", "4.4"
    )
    return [
        *(
            repeated(values, _SHARE, source=source).cell("figure 12", cell, printed)
            for cell, printed, values in rows
        ),
        half.cell("figure 12", "Q(3), bar at 1G", "50 %", claim=PublishedClaim.AT_LEAST),
        *as_class([games], CellClass.REPEATED),
    ]


def _opponents(found: AtBar, source: str) -> list[Cell]:
    settled = found.opponents[:, at(-2) :, at(-8)]
    furthest = int(np.abs(settled.mean(axis=0) - 0.7).argmax())
    mean = found.opponents.mean(axis=0)
    between = range(1, len(IDEAL.groups) - 1)
    off = [grade for grade in between if int(np.argmax(mean[:, grade])) != grade]
    # "To put this another way": of all groups under one bar.
    leading = sum(_leader(mean, bar) == bar for bar in between)
    return [
        repeated(settled[:, furthest], _SHARE, source=source).cell(
            "figure 13", "ΔG of -8G, bars from -2G, furthest from what is printed", "0.7"
        ),
        Cell(
            document=5,
            table="figure 13",
            cell="grades between the ends whose ΔG is highest at their own bar",
            printed="11",
            ours=len(between) - len(off),
            digit=0.0,
            reason="; ".join(_other_peak(found, grade) for grade in off),
        ),
        Cell(
            document=5,
            table="figure 13",
            cell="bars between the ends whose own group has the highest ΔG of those between",
            printed="11",
            ours=leading,
            digit=0.0,
            given=CellClass.REPEATED,
            reason="; ".join(
                f"with the bar at {IDEAL.groups[bar]}G that of {IDEAL.groups[_leader(mean, bar)]}G is highest"
                for bar in between
                if _leader(mean, bar) != bar
            ),
        ),
    ]


def _leader(mean: Floats, bar: int) -> int:
    """The group between the ends whose ΔG is highest under a bar."""
    return 1 + int(np.argmax(mean[bar, 1:-1]))


def _other_peak(found: AtBar, grade: int) -> str:
    """Where the peak of a grade is instead, and how sure that is."""
    mean = found.opponents[:, :, grade].mean(axis=0)
    peak = int(np.argmax(mean))
    apart = found.opponents[:, peak, grade] - found.opponents[:, grade, grade]
    error = float(apart.std(ddof=1)) / len(apart) ** 0.5
    groups = IDEAL.groups
    return (
        f"ΔG of {groups[grade]}G is {mean[peak]:.3f} with the bar at {groups[peak]}G and {mean[grade]:.3f}"
        f" with its own, higher by {apart.mean():.3f} ± {error:.3f}"
    )


def _scores(found: AtBar, source: str) -> list[Cell]:
    stable = found.scores[:, -1]
    apart = np.diff(stable[:, 1:-1], axis=1).mean(axis=1)
    step = repeated(apart, _SHARE, source=source).cell(
        # "Very nearly 1 point apart".
        "figure 15",
        "mean step of S_lim from grade to grade",
        "1",
        digit=0.1,
    )
    return [
        repeated(stable[:, at(0)], _SHARE, source=source).cell("figure 15", "S_lim(0)", "2.96"),
        *as_class([step], CellClass.READING),
    ]


def _extremes(whole: AtBar, of_size: OfSize) -> list[Cell]:
    mid = np.array(IDEAL.groups) + IDEAL.rounds / 2
    peers = of_size([crossing(row) for row in layer(whole.opponents)])
    halves = of_size([crossing(row) for row in layer(whole.scores) - mid])
    below = of_size(np.diagonal(whole.tails, offset=-1, axis1=1, axis2=2).max(axis=1))
    return [
        peers.cell("figure 14", "crossing point of ΔG", "3"),
        halves.cell("figure 16", "crossing point of ΔS", "3"),
        below.cell("figure 20", "T_mid just below the bar, at worst", "0", digit=0.0),
    ]


def crossing(values: Floats) -> float:
    """Where a curve over the grades of T_ideal goes through zero, by interpolation."""
    for (low, first), (high, last) in pairwise(zip(IDEAL.groups, values, strict=True)):
        if (first > 0) != (last > 0):
            return float(low + (high - low) * first / (first - last))
    return float("nan")
