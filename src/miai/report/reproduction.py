"""A reproduction as tables: what is printed beside ours, and why some cells differ."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.report.table import Column, Table

if TYPE_CHECKING:
    from miai.lab.reproduce.cell import Aside, Cell

_TITLES = ("Table", "Cell", "Printed", "Ours", "Tolerance", "")
_RIGHT = {"Printed", "Ours", "Tolerance", "Standard error"}
_UNEXPLAINED = "not known"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTables:
    """A group of tables and the seconds that it took."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """The cells that documents print, and the numbers beside them that no document prints."""

    seed: int
    cells: "tuple[Cell, ...]"
    asides: "tuple[Aside, ...]"
    tables: tuple[TimedTables, ...]

    @property
    def within(self) -> int:
        """How many cells are within their tolerance."""
        return sum(cell.ok for cell in self.cells)

    @property
    def seconds(self) -> float:
        """The time of all tables."""
        return sum(table.seconds for table in self.tables)


def cell_table(found: Reproduction) -> Table:
    """Every cell, by document and table."""
    rows = tuple(
        (
            cell.where,
            cell.cell,
            cell.printed if cell.claim.value == "=" else f"{cell.claim.value} {cell.printed}",
            _number(cell.ours),
            _number(cell.tolerance),
            "✓" if cell.ok else "✗",
        )
        for cell in sorted(found.cells, key=_place)
    )
    return _table("What the documents print, and our results", _TITLES, rows)


def aside_table(found: Reproduction) -> Table:
    """What no document prints."""
    rows = tuple(
        (aside.where, aside.cell, _number(aside.ours), _number(aside.error)) for aside in found.asides
    )
    return _table("Not printed in the documents", ("Table", "Cell", "Ours", "Standard error"), rows)


def reproduction_lines(found: Reproduction) -> list[str]:
    """The cells outside their tolerance with their reasons, then how many are within."""
    off = [cell for cell in sorted(found.cells, key=_place) if not cell.ok]
    lines = [f"{cell.where}, {cell.cell}: {reason_of(cell)}" for cell in off]
    number, within = len(found.cells), found.within
    share = f" ({100 * within / number:.0f} %)" if number else ""
    return [*lines, f"{within} of {number} cells within tolerance{share}, {found.seconds:.0f} s"]


def reason_of(cell: "Cell") -> str:
    """Why a cell is off, as far as it is known."""
    return cell.reason or _UNEXPLAINED


def _place(cell: "Cell") -> tuple[int, tuple[int, ...], str]:
    """Documents in order, the tables of each by their numbers; cells of a table keep their order."""
    numbers = "".join(sign if sign.isdigit() else " " for sign in cell.table).split()
    return cell.document, tuple(int(number) for number in numbers), cell.table.split()[0]


def _number(value: float) -> str:
    if value == round(value) and abs(value) >= 1:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) < 0.01 else f"{value:.5g}"


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    columns = tuple(Column(title=each, right=each in _RIGHT) for each in titles)
    return Table(title=title, columns=columns, rows=rows)
