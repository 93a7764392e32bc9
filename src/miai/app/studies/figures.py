"""Draw the figures of the documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.app.studies.figures_of_bars import bar_figures, gap_figures, outlier_figures
from miai.app.studies.figures_of_levels import level_figures, scatter_figures
from miai.app.studies.figures_of_trial import trial_figures
from miai.errors import InputError
from miai.formats.registry import save
from miai.lab.reproduce import Study
from miai.pairing.pricing.kaniuk import PSI
from miai.rating.egf_classic import expected_score, expected_total_change
from miai.report.figures import Panel, Picture, Series, drawn, index


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Figures that are drawn from the same numbers."""

    name: str
    make: Callable[[Study], list[Picture]]


def formula_figures(study: Study) -> list[Picture]:
    """Documents 1, 3 and 4: curves of formulas."""
    wide = np.arange(-600.0, 601.0, 10.0)
    wins = [
        Series(x=wide, y=[_own_chance(rating, rating + away) for away in wide], label=f"GoR {rating:.0f}")
        for rating in (1400.0, 2200.0)
    ]
    changes = [
        Series(x=wide, y=[expected_total_change(rating, away) for away in wide], label=f"GoR {rating:.0f}")
        for rating in (700.0, 2200.0)
    ]
    logistic = Series(x=wide, y=1.0 / (1.0 + np.exp(-wide / 100.0)))
    apart = np.linspace(0.0, 6.0, 121)
    factors = [Series(x=apart, y=psi(apart / 3.0), label=name) for name, psi in PSI.items()]
    away = "rating of the opponent minus own rating"
    return [
        Picture(
            name="document-1-figure-2.1",
            caption="Chance of players with GoR 1400 and 2200 by the difference of ratings.",
            panels=[Panel(series=wins, x=away, y="chance to win")],
        ),
        Picture(
            name="document-1-figure-2.2",
            caption="Expected total change of both ratings in one game, as the formula is printed: it is only"
            " what epsilon injects, and its peaks lie at opponents weaker by about 245 (GoR 700) and 140"
            " (GoR 2200).",
            panels=[Panel(series=changes, x=away, y="points")],
        ),
        Picture(
            name="document-3-figure-1",
            caption="Chance to win by the difference of ratings, lambda = 1/100.",
            panels=[Panel(series=[logistic], x="own rating minus the opponent's", y="chance to win")],
        ),
        Picture(
            name="document-4-figure-1",
            caption="Weight factors by the deviation from a rule; the quadratic one ends at 3.",
            panels=[Panel(series=factors, x="deviation D", y="psi(lambda D)")],
        ),
    ]


def _own_chance(own: float, other: float) -> float:
    lower = expected_score(min(own, other), max(own, other))
    return lower if own < other else 1.0 - lower


SHEETS = (
    Sheet(name="documents 1, 3 and 4", make=formula_figures),
    Sheet(name="document 5, figures 4, 5, 7, 8 and 10", make=level_figures),
    Sheet(name="document 5, figures 6 and 9", make=scatter_figures),
    Sheet(name="document 5, figures 11 to 20", make=bar_figures),
    Sheet(name="document 5, figures 21, 25 and 29", make=gap_figures),
    Sheet(name="document 5, figure 23", make=outlier_figures),
    Sheet(name="document 5, figures 22, 24 and 26 to 28", make=trial_figures),
)


def sheets(only: Sequence[str] = ()) -> tuple[Sheet, ...]:
    """The sheets whose names hold one of the words, or all."""
    found = tuple(s for s in SHEETS if not only or any(word.lower() in s.name.lower() for word in only))
    if not found:
        names = "; ".join(sheet.name for sheet in SHEETS)
        raise InputError(f"no figures are called {', '.join(only)}; there are {names}")
    return found


def draw_figures(
    folder: Path,
    chosen: Sequence[Sheet],
    study: Study,
    *,
    form: str = "svg",
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Draw sheets into a folder, with a page of captions; `progress` is told the name of what comes next."""
    # A folder that cannot be made or a missing extra should not be found out after minutes.
    demand_folder(folder)
    drawn(Picture(name="", caption="", panels=[Panel(series=())]), form)
    pictures: list[Picture] = []
    for sheet in chosen:
        if progress is not None:
            progress(sheet.name)
        for picture in sheet.make(study):
            save(folder / f"{picture.name}.{form}", drawn(picture, form))
            pictures.append(picture)
    pictures.sort(key=lambda picture: picture.name)
    save(folder / "index.md", index(pictures, form).encode())
    return {"folder": str(folder), "figures": [f"{picture.name}.{form}" for picture in pictures]}


def demand_folder(folder: Path) -> None:
    """Make the folder, or say why it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made a folder ({error.strerror})") from None
