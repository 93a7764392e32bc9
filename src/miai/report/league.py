"""A league as tables, one a kind and model: each measure with its interval, and how the first is beaten."""

from collections.abc import Iterator
from typing import Any

from miai.report.table import Column, Table

# The measures that the tables for people show; scripts get them all.
COLUMNS = {
    "strongest_wins": "Strongest wins",
    "tau_b": "Tau-b",
    "unique_winner": "One alone on top",
    "uneven": "Uneven games",
    "grade_gap": "Grades apart",
    "total_error": "Total error",
    "clubmates": "Clubmates",
    "colour_balance": "Colours uneven",
}
_TIME = "ms a draw"


def league_tables(data: dict[str, Any]) -> Iterator[Table]:
    """For each kind and model what every contestant did, and how it differs from the first one."""
    units = {measure["key"]: measure["unit"] for measure in data["measures"]}
    for kind in data["kinds"]:
        for model in kind["models"]:
            yield _table(f"{_heading(kind)}, model {model['model']}", model["rows"], units, apart=False)
            if len(model["rows"]) > 1:
                first = model["rows"][0]["contestant"]
                yield _table(f"Differences to {first}", model["rows"][1:], units, apart=True)


def league_lines(data: dict[str, Any]) -> list[str]:
    """Who does not take part, and why."""
    return [
        f"{kind['kind']}: {each['contestant']} does not take part: {each['reason']}"
        for kind in data["kinds"]
        for each in kind["absent"]
    ]


def _heading(kind: dict[str, Any]) -> str:
    fewest, most = kind["players"]
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    rounds = " or ".join(str(each) for each in kind["rounds"])
    return f"{kind['kind']}: {kind['events']} events, {players} players, {rounds} rounds"


def _table(title: str, rows: list[dict[str, Any]], units: dict[str, str], *, apart: bool) -> Table:
    shown = [key for key in COLUMNS if any(key in row["measures"] for row in rows)]
    headings = ["Contestant", *(COLUMNS[key] for key in shown), *([] if apart else [_TIME])]
    columns = tuple(Column(title=heading, right=heading != "Contestant") for heading in headings)
    return Table(
        title=title, columns=columns, rows=tuple(_row(row, shown, units, apart=apart) for row in rows)
    )


def _row(row: dict[str, Any], shown: list[str], units: dict[str, str], *, apart: bool) -> tuple[str, ...]:
    cells = [row["contestant"]]
    for key in shown:
        found = row["measures"].get(key)
        if found and apart:
            found = found["difference"]
        cells.append(_told(found, units[key], apart=apart) if found else "")
    if not apart:
        cells.append(_milliseconds(row["seconds"]) if row["seconds"] else "")
    return tuple(cells)


def _told(found: dict[str, Any], unit: str, *, apart: bool) -> str:
    """The value and its interval; a significant difference has a star. Shares are in per cent."""
    scale, digits = (100, 1) if unit.startswith("share") else (1, 3)
    value = f"{scale * found['value']:{'+' if apart else ''}.{digits}f}"
    if found["low"] is None:
        return value
    low, high = scale * found["low"], scale * found["high"]
    star = "" if not apart else "*" if low > 0 or high < 0 else " "
    if unit == "share of tournaments":
        # Such an interval is not as wide on both sides.
        ends = f"{low:+.0f} to {high:+.0f}" if apart else f"{low:.0f}–{high:.0f}"
        return f"{value} ({ends}){star}"
    return f"{value} ±{(high - low) / 2:.{digits}f}{star}"


def _milliseconds(found: dict[str, Any]) -> str:
    return f"{1000 * found['value']:.1f} ({1000 * found['low']:.1f}–{1000 * found['high']:.1f})"
