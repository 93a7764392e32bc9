"""A reproduction as tables: what is printed beside ours, and why some cells differ."""

from typing import Any

from miai.report.table import Column, Table

_NUMBER = ("Table", "Cell", "Printed", "Ours", "Tolerance", "")
_RIGHT = {"Printed", "Ours", "Tolerance"}


def cell_table(data: dict[str, Any]) -> Table:
    """Every cell, by document and table."""
    rows = tuple(
        (
            cell["table"],
            cell["cell"],
            _printed(cell),
            _number(cell["ours"]),
            _number(cell["tolerance"]),
            "✓" if cell["ok"] else "✗",
        )
        for cell in sorted(data["cells"], key=_place)
    )
    return _table("What the documents print, and what comes out here", _NUMBER, rows)


def aside_table(data: dict[str, Any]) -> Table:
    """What no document prints."""
    rows = tuple(
        (aside["table"], aside["cell"], _number(aside["ours"]), _number(aside["error"]))
        for aside in data["not_printed"]
    )
    return _table("Beside them", ("Table", "Cell", "Ours", "Standard error"), rows)


def reproduction_lines(data: dict[str, Any]) -> list[str]:
    """The cells that are off with their reasons, then how many are not."""
    off = [cell for cell in sorted(data["cells"], key=_place) if not cell["ok"]]
    lines = [f"{cell['table']}, {cell['cell']}: {cell['reason']}" for cell in off]
    number, within = len(data["cells"]), data["within"]
    share = f" ({100 * within / number:.0f} %)" if number else ""
    return [*lines, f"{within} of {number} cells within tolerance{share}, {data['seconds']:.0f} s"]


def _place(cell: dict[str, Any]) -> tuple[int, tuple[int, ...], str]:
    """Documents in order, the tables of each by their numbers; cells stay as they come."""
    document, _, table = cell["table"].partition(", ")
    numbers = "".join(sign if sign.isdigit() else " " for sign in table).split()
    kind = table.split()[0]
    return int(document.removeprefix("document ")), tuple(int(number) for number in numbers), kind


def _printed(cell: dict[str, Any]) -> str:
    words: str = cell["printed"] if cell["claim"] == "=" else f"{cell['claim']} {cell['printed']}"
    return words


def _number(value: float) -> str:
    return (
        f"{value:.0f}"
        if value == round(value) and abs(value) >= 1
        else f"{value:.3g}"
        if abs(value) < 0.01
        else f"{value:.5g}"
    )


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    columns = tuple(Column(title=each, right=each in _RIGHT or each == "Standard error") for each in titles)
    return Table(title=title, columns=columns, rows=rows)
