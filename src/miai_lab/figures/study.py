"""Draw the figures of the documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from miai.engine.pairing.pricing.kaniuk import PSI
from miai.engine.rating.egf_classic import expected_score, expected_total_change
from miai.errors import InputError, Problem
from miai.formats.registry import save
from miai.messages import Message
from miai_lab.figures.bars import bar_figures, gap_figures, outlier_figures
from miai_lab.figures.drawing import FigurePanel, Picture, PlotSeries, drawn, index
from miai_lab.figures.levels import level_figures, scatter_figures
from miai_lab.figures.trial import trial_figures
from miai_lab.reproduce import ReproductionStudy


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSheet:
    """Figures that are drawn from the same numbers."""

    name: str
    make: Callable[[ReproductionStudy], list[Picture]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnFigures:
    """The files of all figures in a folder."""

    folder: Path
    files: tuple[str, ...]


def formula_figures(study: ReproductionStudy) -> list[Picture]:
    """Documents 1, 3 and 4: curves of formulas."""
    wide = np.arange(-600.0, 601.0, 10.0)
    wins = [
        PlotSeries(x=wide, y=[_own_chance(rating, rating + away) for away in wide], label=f"GoR {rating:.0f}")
        for rating in (1400.0, 2200.0)
    ]
    changes = [
        PlotSeries(
            x=wide, y=[expected_total_change(rating, away) for away in wide], label=f"GoR {rating:.0f}"
        )
        for rating in (700.0, 2200.0)
    ]
    logistic = PlotSeries(x=wide, y=1.0 / (1.0 + np.exp(-wide / 100.0)))
    apart = np.linspace(0.0, 6.0, 121)
    factors = [PlotSeries(x=apart, y=psi(apart / 3.0), label=name) for name, psi in PSI.items()]
    away = "rating of the opponent minus own rating"
    return [
        Picture(
            name="document-1-figure-2.1",
            caption="Chance of players with GoR 1400 and 2200 by the difference of ratings.",
            panels=[FigurePanel(series=wins, x=away, y="chance to win")],
        ),
        Picture(
            name="document-1-figure-2.2",
            caption="Expected total change of both ratings in one game, as the formula is printed: it is only"
            " what epsilon injects, and its peaks lie at opponents weaker by about 245 (GoR 700) and 140"
            " (GoR 2200).",
            panels=[FigurePanel(series=changes, x=away, y="points")],
        ),
        Picture(
            name="document-3-figure-1",
            caption="Chance to win by the difference of ratings, lambda = 1/100.",
            panels=[FigurePanel(series=[logistic], x="own rating minus the opponent's", y="chance to win")],
        ),
        Picture(
            name="document-4-figure-1",
            caption="Weight factors by the deviation from a rule; the quadratic one ends at 3.",
            panels=[FigurePanel(series=factors, x="deviation D", y="psi(lambda D)")],
        ),
    ]


def _own_chance(own: float, other: float) -> float:
    lower = expected_score(min(own, other), max(own, other))
    return lower if own < other else 1.0 - lower


SHEETS = (
    FigureSheet(name="documents 1, 3 and 4", make=formula_figures),
    FigureSheet(name="document 5, figures 4, 5, 7, 8 and 10", make=level_figures),
    FigureSheet(name="document 5, figures 6 and 9", make=scatter_figures),
    FigureSheet(name="document 5, figures 11 to 20", make=bar_figures),
    FigureSheet(name="document 5, figures 21, 25 and 29", make=gap_figures),
    FigureSheet(name="document 5, figure 23", make=outlier_figures),
    FigureSheet(name="document 5, figures 22, 24 and 26 to 28", make=trial_figures),
)


def sheets(only: Sequence[str] = ()) -> tuple[FigureSheet, ...]:
    """The sheets whose names contain one of the words, or all."""
    found = tuple(s for s in SHEETS if not only or any(word.lower() in s.name.lower() for word in only))
    if not found:
        names = "; ".join(sheet.name for sheet in SHEETS)
        raise InputError(
            Message(
                "no figures are called %(names)s; there are %(known)s", names=", ".join(only), known=names
            )
        )
    return found


def draw_figures(
    folder: Path,
    chosen: Sequence[FigureSheet],
    study: ReproductionStudy,
    *,
    form: str = "svg",
    progress: Callable[[str], None] | None = None,
) -> DrawnFigures:
    """Draw sheets into a folder, with a page of captions; `progress` is called with the name of each."""
    # Fail now rather than after minutes where the folder cannot be made or an extra is missing.
    demand_folder(folder)
    drawn(Picture(name="", caption="", panels=[FigurePanel(series=())]), form)
    pictures: list[Picture] = []
    for sheet in chosen:
        if progress is not None:
            progress(sheet.name)
        for picture in sheet.make(study):
            save(folder / f"{picture.name}.{form}", drawn(picture, form))
            pictures.append(picture)
    pictures.sort(key=lambda picture: picture.name)
    save(folder / "index.md", index(pictures, form).encode())
    return DrawnFigures(folder=folder, files=tuple(f"{picture.name}.{form}" for picture in pictures))


def demand_folder(folder: Path) -> None:
    """Make the folder, or raise an error with the reason."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            [
                Problem(
                    what=Message("cannot be made a folder (%(reason)s)", reason=error.strerror),
                    where=str(folder),
                )
            ]
        ) from None
