"""The quality of a tournament as tables: every measure, and grade by grade."""

from typing import Any

from miai.report.table import Column, Table


def quality_table(data: dict[str, Any]) -> Table:
    """One line a measure, with its ideal value and what the documents found."""
    titles = ("Measure", "Here", "Ideal", "In the documents")
    rows = tuple(
        (
            measure["title"],
            _told(measure["value"], measure["unit"]),
            _wished(measure["ideal"], measure["unit"]),
            measure["printed"],
        )
        for measure in data["measures"]
        if measure["value"] is not None
    )
    columns = tuple(Column(title=title, right=title in titles[1:3]) for title in titles)
    name = f"{data['tournament']}: " if data["tournament"] else ""
    title = f"{name}quality of {data['games']} games, {data['players']} players, {data['rounds']} rounds"
    return Table(title=title, columns=columns, rows=rows)


def groups_table(data: dict[str, Any]) -> Table:
    """One line a grade, the strongest first: what its players won and whom they met, on average."""
    rows = tuple(
        (
            group["grade"],
            str(group["players"]),
            f"{group['games']:.1f}",
            f"{group['wins']:.1f}",
            _told(group["opponent_difference"], "grades"),
            _told(group["peers"], "share"),
        )
        for group in data["groups"]
    )
    titles = ("Grade", "Players", "Games", "Wins", "Opponents stronger by", "Games among these and above")
    columns = tuple(Column(title=title, right=True) for title in titles)
    return Table(title="Grade by grade, on average", columns=columns, rows=rows)


def _told(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    if unit == "share of tournaments" and value in {0, 1}:
        return "yes" if value else "no"
    if unit.startswith("share"):
        return f"{100 * value:.0f} %"
    return f"{value:+z.1f}" if unit == "grades" else f"{value:.2f}"


def _wished(ideal: float, unit: str) -> str:
    return f"{ideal:.0f}" if unit in {"grades", "number"} else _told(ideal, unit)
