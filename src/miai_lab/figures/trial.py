"""Document 5, figures 22 and 24 to 28: the trial of 1,800 random entries."""

from collections.abc import Callable, Sequence
from statistics import fmean

import numpy as np

from miai.engine.bar.classical import LIMITS
from miai_lab.figures.drawing import FigurePanel, Picture, PlotSeries, Style
from miai_lab.reproduce import ReproductionStudy
from miai_lab.reproduce.document5_trial import ROUNDS, TrialOutcome, trial

_ROUNDS = "rounds"
_DEEPEST = 4


def trial_figures(study: ReproductionStudy) -> list[Picture]:
    """All that the trial shows."""
    return figures_of(trial(study))


def figures_of(outcomes: Sequence[TrialOutcome]) -> list[Picture]:
    """The figures of some entries of every number of rounds."""
    points = np.array([(each.z_g, each.z_s) for each in outcomes])
    cloud = PlotSeries(x=points[:, 0], y=points[:, 1], style=Style.CLOUD)
    return [
        Picture(
            name="document-5-figure-22",
            caption=f"Crossing points of {len(outcomes)} random entries under McMahon bars.",
            panels=[FigurePanel(series=[cloud], x="Z_G", y="Z_S")],
        ),
        _depths(outcomes),
        _ramp_statistics(outcomes),
        _distributions(outcomes),
        _populations(outcomes),
    ]


def _depths(outcomes: Sequence[TrialOutcome]) -> Picture:
    shares = [
        PlotSeries(
            x=range(_DEEPEST + 1),
            y=[
                float(np.mean([each.depth == depth for each in _of(outcomes, rounds)]))
                for depth in range(_DEEPEST + 1)
            ],
            label=f"{rounds} rounds",
            style=Style.MARKED,
        )
        for rounds in ROUNDS
    ]
    means = PlotSeries(x=ROUNDS, y=_means(outcomes, lambda each: each.depth), style=Style.MARKED)
    return Picture(
        name="document-5-figure-24",
        caption="How many grades the bar lies below the highest: shares, and the mean by rounds.",
        panels=[
            FigurePanel(series=shares, x="bar depth", y="share"),
            FigurePanel(series=[means], x=_ROUNDS, y="mean depth"),
        ],
    )


def _ramp_statistics(outcomes: Sequence[TrialOutcome]) -> Picture:
    rows: dict[str, Callable[[TrialOutcome], float]] = {
        "chance of a separation above 0": lambda each: each.separation > 0,
        "mean of theta": lambda each: each.theta,
        "mean slope of the ramp": lambda each: each.slope,
    }
    series = [
        PlotSeries(x=ROUNDS, y=_means(outcomes, value), label=name, style=Style.MARKED)
        for name, value in rows.items()
    ]
    return Picture(
        name="document-5-figure-26",
        caption="How clearly the bar parts players, by rounds.",
        panels=[FigurePanel(series=series, x=_ROUNDS)],
    )


def _distributions(outcomes: Sequence[TrialOutcome]) -> Picture:
    most = max(each.population for each in outcomes)
    sizes = range(most + 1)
    series = [
        PlotSeries(
            x=sizes,
            y=[float(np.mean([each.population <= size for each in _of(outcomes, rounds)])) for size in sizes],
            label=f"{rounds} rounds",
            style=Style.STEPS,
        )
        for rounds in ROUNDS
    ]
    return Picture(
        name="document-5-figure-27",
        caption="Cumulative distribution of the number of players at the bar.",
        panels=[FigurePanel(series=series, x="players at the bar", y="share with no more")],
    )


def _populations(outcomes: Sequence[TrialOutcome]) -> Picture:
    found = [[each.population for each in _of(outcomes, rounds)] for rounds in ROUNDS]
    rows: dict[str, Callable[[list[int]], float]] = {"fewest": min, "mean": fmean, "most": max}
    series = [
        PlotSeries(x=ROUNDS, y=[value(some) for some in found], label=name, style=Style.MARKED)
        for name, value in rows.items()
    ]
    limits = LIMITS["BGA"]
    british = PlotSeries(x=list(limits), y=list(limits.values()), label="BGA's limit", style=Style.DOTTED)
    return Picture(
        name="document-5-figure-28",
        caption="Players at the bar by rounds, beside the table of the BGA.",
        panels=[FigurePanel(series=[*series, british], x=_ROUNDS, y="players at the bar")],
    )


def _of(outcomes: Sequence[TrialOutcome], rounds: int) -> list[TrialOutcome]:
    return [each for each in outcomes if each.rounds == rounds]


def _means(outcomes: Sequence[TrialOutcome], value: Callable[[TrialOutcome], float]) -> list[float]:
    return [float(np.nanmean([value(each) for each in _of(outcomes, rounds)])) for rounds in ROUNDS]
