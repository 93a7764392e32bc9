"""Document 5, figures 4 to 10: random and Swiss pairing."""

import numpy as np

from miai.engine.bar.equilibrium import equilibrium_grade
from miai.engine.pairing.simulation import BY_SCORE, RANDOM
from miai_lab.figures.drawing import FigurePanel, Picture, PlotSeries, Style
from miai_lab.reproduce import ReproductionStudy
from miai_lab.reproduce.document5_levels import FEW, PART, Levels, mean_levels, scattered
from miai_lab.reproduce.named_tournaments import IDEAL, R_GAP, S_GAPS

_NAMES = ("ΔG, opponents stronger by", "ΔS, wins more than half")


def level_figures(study: ReproductionStudy) -> list[Picture]:
    """T_ideal, T_r-gap and T_s-gaps."""
    at_random = mean_levels(study, IDEAL, RANDOM, PART)
    swiss = mean_levels(study, IDEAL, BY_SCORE, PART)
    grades = list(at_random.opponents)
    half = IDEAL.rounds / 2
    return [
        Picture(
            name="document-5-figure-04",
            caption="How much stronger the opponents of each grade of T_ideal are, paired at random.",
            panels=[
                _panel([PlotSeries(x=grades, y=list(at_random.opponents.values()), style=Style.MARKED)], "ΔG")
            ],
        ),
        Picture(
            name="document-5-figure-05",
            caption="Mean score of each grade of T_ideal, paired at random.",
            panels=[
                _panel(
                    [
                        PlotSeries(
                            x=grades, y=[half + s for s in at_random.scores.values()], style=Style.MARKED
                        )
                    ],
                    "S",
                )
            ],
        ),
        _solution(
            "document-5-figure-07", "T_r-gap, paired at random", mean_levels(study, R_GAP, RANDOM, FEW)
        ),
        Picture(
            name="document-5-figure-08",
            caption="T_ideal as a Swiss: both curves cross zero near each other.",
            panels=[_panel(_points(swiss, Style.MARKED), "")],
        ),
        _solution("document-5-figure-10", "T_s-gaps as a Swiss", mean_levels(study, S_GAPS, BY_SCORE, FEW)),
    ]


def scatter_figures(study: ReproductionStudy) -> list[Picture]:
    """Both crossing points of random entries."""
    pictures = []
    for name, words, pricing in (
        ("document-5-figure-06", "paired at random", RANDOM),
        ("document-5-figure-09", "as a Swiss", BY_SCORE),
    ):
        points = scattered(study, pricing)
        together = float(np.corrcoef(points[:, 0], points[:, 1])[0, 1])
        caption = f"Crossing points of {len(points)} random entries {words}; correlation {together:.3f}."
        cloud = PlotSeries(x=points[:, 0], y=points[:, 1], style=Style.CLOUD)
        pictures.append(
            Picture(name=name, caption=caption, panels=[FigurePanel(series=[cloud], x="Z_G", y="Z_S")])
        )
    return pictures


def _solution(name: str, words: str, levels: Levels) -> Picture:
    found = equilibrium_grade(levels.opponents, levels.scores)
    grades = list(levels.opponents)
    lines = [
        PlotSeries(x=grades, y=[line.at(grade) for grade in grades], style=Style.DOTTED)
        for line in (found.opponents, found.scores)
    ]
    panel = _panel([*_points(levels, Style.POINTS), *lines], "", uprights=(found.grade,))
    return Picture(name=name, caption=f"{words}: the equilibrium grade is {found.grade:.2f}.", panels=[panel])


def _points(levels: Levels, style: Style) -> list[PlotSeries]:
    return [
        PlotSeries(x=list(values), y=list(values.values()), label=label, style=style)
        for label, values in zip(_NAMES, levels, strict=True)
    ]


def _panel(series: list[PlotSeries], y: str, *, uprights: tuple[float, ...] = ()) -> FigurePanel:
    return FigurePanel(series=series, x="grade, shodan at 0", y=y, zero=True, uprights=uprights)
