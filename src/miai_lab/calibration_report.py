"""A calibration as lines and tables."""

from typing import TYPE_CHECKING

from miai.answers import Column, Table
from miai.domain.people.grade import Grade
from miai.engine.rating.strengths import FITTED_NAMES
from miai.terminal.plots import KAYA_INK, RULE, SLATE, rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from miai.engine.forecast.intervals import Estimate
    from miai_lab.calibration import Calibration
    from miai_lab.model_scores import ModelScore
    from miai_lab.strength_figures import FigureStudy

# The constants that document 3 prints: A and B of its hyperbola, slope and shodan of its regression.
DOCUMENT_HYPERBOLA = (0.07, 33.0)
DOCUMENT_REGRESSION = (96.7, 2061.3)


def calibration_lines(found: "Calibration", *, files: int) -> list[str]:
    """The fits, beside those of document 3."""
    fit, line = found.hyperbola, found.regression
    hyperbola = f"A = {fit[0]:.3f}, B = {fit[1]:.1f}" if fit else "too few games"
    regression = f"R = {line[0]:.1f} g + {line[1]:.1f}" if line else "too few ratings"
    a, b = DOCUMENT_HYPERBOLA
    slope, shodan = DOCUMENT_REGRESSION
    return [
        f"{found.games} games of {_tournaments(files)}, {found.players} rated players",
        f"lambda = A/(B - R/100): {hyperbola} (document 3: A = {a}, B = {b})",
        f"rating by grade: {regression} (document 3: R = {slope} g + {shodan})",
    ]


def _tournaments(number: int) -> str:
    return "1 tournament" if number == 1 else f"{number} tournaments"


def lambda_table(found: "Calibration") -> Table:
    """Lambda by the grade of the weaker player."""
    rows = tuple(
        (
            str(Grade.of_number(point.grade)),
            str(point.gap),
            str(point.games),
            f"{100 * point.won / point.games:.1f}",
            "" if point.value is None else f"{100 * point.value:.3f}",
        )
        for point in found.points
    )
    return _table("Lambda by the weaker player's grade", ("Gr", "Gap", "Games", "Won %", "100 lambda"), rows)


def handicap_table(found: "Calibration") -> Table:
    """Handicap games by stones."""
    rows = tuple(
        (str(row.stones), f"{row.won:g}", str(row.games), f"{100 * row.won / row.games:.1f}")
        for row in found.handicaps
    )
    return _table("Handicap games won by Black", ("Stones", "Won", "Games", "%"), rows)


def observed_table(found: "Calibration") -> Table:
    """Observed beside expected scores of the lower-rated players."""
    rows = tuple(
        (
            "dan" if each.dan else "kyu",
            f"{100 * each.expected:.1f}",
            f"{100 * each.observed:.1f}",
            str(each.games),
        )
        for each in found.bins
    )
    titles = ("Players", "Expected %", "Observed %", "Games")
    return _table("Scores of the lower-rated players", titles, rows)


def model_table(scores: "Sequence[ModelScore]") -> Table:
    """How well each win model foretold the games, the best first."""
    rows = tuple((each.key, with_interval(each.log_loss), with_interval(each.brier)) for each in scores)
    return _table("Win models on the same games", ("Model", "Log loss", "Brier"), rows)


def bins_table(scores: "Sequence[ModelScore]") -> Table:
    """What favourites scored beside what each model expected of them."""
    rows = tuple(
        (each.key, f"{100 * one.expected:.1f}", f"{100 * one.observed:.1f}", str(one.games))
        for each in scores
        for one in each.bins
    )
    return _table("Scores of the favourites", ("Model", "Expected %", "Observed %", "Games"), rows)


def with_interval(found: "Estimate", digits: int = 3) -> str:
    """A number with its interval, if it has one."""
    value = f"{found.value:.{digits}f}"
    if found.low is None or found.high is None:
        return value
    return f"{value} ({found.low:.{digits}f}–{found.high:.{digits}f})"


def model_plot(scores: "Sequence[ModelScore]", form: str = "svg") -> bytes:
    """Observed over expected scores of the favourites, a panel for each model; larger dots are more games."""
    told = [each for each in scores if each.bins]
    across = 3
    down = -(-len(told) // across)

    def draw(figure: "Figure") -> None:
        grid = figure.subplots(max(1, down), across, sharex=True, sharey=True, squeeze=False)
        for at, axes in enumerate(grid.flat):
            if at >= len(told):
                axes.set_axis_off()
                continue
            score = told[at]
            axes.set_title(f"{score.key}: log loss {score.log_loss.value:.3f}")
            axes.plot([0.5, 1], [0.5, 1], color=RULE, linewidth=1, zorder=0)
            most = max(one.games for one in score.bins)
            x, y = [one.expected for one in score.bins], [one.observed for one in score.bins]
            sizes = [8 + 60 * one.games / most for one in score.bins]
            axes.plot(x, y, color=SLATE, linewidth=0.7)
            axes.scatter(x, y, s=sizes, color=KAYA_INK, zorder=2)
            if at % across == 0:
                axes.set_ylabel("scored")
            axes.set_xlabel("expected of the favourite")

    return rendered(draw, form, size=(9.0, 2.8 * max(1, down)))


def figure_lines(study: "FigureStudy") -> list[str]:
    """The fit in a few lines: what it was fitted to, and each figure with its interval."""
    lines = [
        f"{study.games} games of {_tournaments(study.events)}, seed {study.seed}",
        f"log loss per game {study.log_loss_fitted:.4f}; each tournament by a fit to the others "
        f"{study.log_loss_left_out:.4f}",
    ]
    for name in FITTED_NAMES:
        low, high = study.interval(name)
        lines.append(f"{name}: {getattr(study.model, name):.3f} ({low:.3f} to {high:.3f})")
    return lines


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    return Table(title=title, columns=tuple(Column(title=each, right=True) for each in titles), rows=rows)
