"""A calibration as lines and tables."""

from typing import TYPE_CHECKING

from miai.domain.grade import Grade
from miai.report.table import Column, Table

if TYPE_CHECKING:
    from miai.lab.calibrate import Calibration

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
        f"{found.games} games of {files} tournaments, {found.players} rated players",
        f"lambda = A/(B - R/100): {hyperbola} (document 3: A = {a}, B = {b})",
        f"rating by grade: {regression} (document 3: R = {slope} g + {shodan})",
    ]


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


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    return Table(title=title, columns=tuple(Column(title=each, right=True) for each in titles), rows=rows)
