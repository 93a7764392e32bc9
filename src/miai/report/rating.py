"""Ratings as tables: changes, and the grading information behind them."""

from typing import Any

from miai.report.table import Column, Table


def rating_table(data: dict[str, Any]) -> Table:
    """One line a player, by new rating."""
    titles = ("Name", "Gr", "Before", "After", "Change", "Score", "Expected", "Performance", "Grade")
    digits = 3 if data["system"] == "aga" else 1
    rows = tuple(
        (
            row["name"],
            row["grade"],
            f"{row['before']:.{digits}f}" + ("*" if row["reset"] else ""),
            f"{row['after']:.{digits}f}",
            f"{row['change']:+.{digits}f}",
            f"{row['score']:g}/{len(row['games'])}",
            f"{row['expected']:.2f}",
            "" if row["performance"] is None else f"{row['performance']:.0f}",
            row["suggested_grade"] or "",
        )
        for row in data["rows"]
    )
    columns = tuple(Column(title=title, right=title != "Name") for title in titles)
    weight = f", class {data['class']}, weight {data['weight']:g}" if data["system"] != "aga" else ""
    return Table(title=f"Ratings by {data['system']}{weight}", columns=columns, rows=rows)


def grading_table(data: dict[str, Any]) -> Table:
    """Those whose games say something about their grade."""
    rows = tuple(
        (
            row["name"],
            row["grade"],
            row["grading"]["lower"] or "",
            row["grading"]["upper"] or "",
            row["grading"]["verdict"],
            _best_game(row["grading"]["games"]),
        )
        for row in data["rows"]
        if row["grading"]["verdict"]
    )
    titles = ("Name", "Gr", "At least", "At most", "Grade is", "Best win or worst loss")
    columns = tuple(Column(title=title, right=title in titles[1:4]) for title in titles)
    return Table(title="Grading information", columns=columns, rows=rows)


def _best_game(games: list[dict[str, Any]]) -> str:
    won = [game for game in games if game["won"] and game["stones_above"] > 0]
    lost = [game for game in games if not game["won"] and game["stones_above"] < 0]
    if won:
        best = max(won, key=lambda game: game["stones_above"])
        return f"beat {best['opponent']}, {best['stones_above']} stronger"
    if lost:
        worst = min(lost, key=lambda game: game["stones_above"])
        return f"lost to {worst['opponent']}, {-worst['stones_above']} weaker"
    return ""
