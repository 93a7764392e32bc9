"""A calibration as lines and tables."""

from typing import Any

from miai.report.table import Column, Table


def calibration_lines(data: dict[str, Any]) -> list[str]:
    """The fits, beside those of document 3."""
    lines = [f"{data['games']} games of {data['files']} tournaments, {data['players']} rated players"]
    fit, theirs = data["hyperbola"], data["hyperbola_of_the_document"]
    ours = f"A = {fit['A']:.3f}, B = {fit['B']:.1f}" if fit else "too few games"
    lines.append(f"lambda = A/(B - R/100): {ours} (document 3: A = {theirs['A']}, B = {theirs['B']})")
    line, theirs = data["regression"], data["regression_of_the_document"]
    ours = f"R = {line['slope']:.1f} g + {line['shodan']:.1f}" if line else "too few ratings"
    lines.append(f"rating by grade: {ours} (document 3: R = {theirs['slope']} g + {theirs['shodan']})")
    return lines


def lambda_table(data: dict[str, Any]) -> Table:
    """Lambda by the grade of the weaker player."""
    rows = tuple(
        (
            point["grade"],
            str(point["gap"]),
            str(point["games"]),
            f"{100 * point['won'] / point['games']:.1f}",
            "" if point["value"] is None else f"{100 * point['value']:.3f}",
        )
        for point in data["lambda"]
    )
    return _table("Lambda by the weaker player's grade", ("Gr", "Gap", "Games", "Won %", "100 lambda"), rows)


def handicap_table(data: dict[str, Any]) -> Table:
    """Handicap games by stones."""
    rows = tuple(
        (str(row["stones"]), f"{row['won']:g}", str(row["games"]), f"{100 * row['won'] / row['games']:.1f}")
        for row in data["handicaps"]
    )
    return _table("Handicap games won by Black", ("Stones", "Won", "Games", "%"), rows)


def observed_table(data: dict[str, Any]) -> Table:
    """Observed beside expected scores of the lower rated."""
    rows = tuple(
        (
            "dan" if each["dan"] else "kyu",
            f"{100 * each['expected']:.1f}",
            f"{100 * each['observed']:.1f}",
            str(each["games"]),
        )
        for each in data["observed"]
    )
    return _table("Scores of the lower rated", ("Players", "Expected %", "Observed %", "Games"), rows)


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    return Table(title=title, columns=tuple(Column(title=each, right=True) for each in titles), rows=rows)
