"""A reproduction as tables: what is printed beside ours, by class, and why some cells differ."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.answers import Column, Table

if TYPE_CHECKING:
    from miai_lab.reproduce.cell import Aside, Cell, CellClass
    from miai_lab.reproduce.joint import JointTest
    from miai_lab.reproduce.missing_cells import NotCovered

_TITLES = ("Table", "Cell", "Printed", "Ours", "Tolerance", "")
_RIGHT = {"Printed", "Ours", "Tolerance", "Standard error", "Cells", "Within", "χ²", "p"}
_UNEXPLAINED = "not known"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTables:
    """A group of tables and the seconds that it took, on the clock and of all processors together."""

    name: str
    seconds: float
    processor_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many cells there are, and how many of them are within their tolerance."""

    cells: int
    within: int

    @property
    def share(self) -> float | None:
        """The share that is within."""
        return round(self.within / self.cells, 4) if self.cells else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """The cells that documents print, in their order, and the numbers beside them that no document prints."""

    seed: int
    cells: "tuple[Cell, ...]"
    joint: "tuple[JointTest, ...]"
    asides: "tuple[Aside, ...]"
    not_covered: "tuple[NotCovered, ...]"
    tables: tuple[TimedTables, ...]

    @property
    def classes(self) -> "dict[CellClass, Tally]":
        """The cells of each class that there is, in the order of the classes."""
        kinds = {cell.kind: None for cell in self.cells}
        every = type(next(iter(kinds))) if kinds else ()
        return {kind: self.tally(kind) for kind in every if kind in kinds}

    def tally(self, kind: "CellClass", document: int | None = None) -> Tally:
        """The cells of one class, of one document or of all."""
        some = [cell.ok for cell in self.cells if cell.kind is kind and document in (None, cell.document)]
        return Tally(cells=len(some), within=sum(some))

    @property
    def seconds(self) -> float:
        """The time of all tables."""
        return sum(table.seconds for table in self.tables)

    @property
    def processor_seconds(self) -> float:
        """The time of all tables on all processors of this machine together."""
        return sum(table.processor_seconds for table in self.tables)


def cell_tables(found: Reproduction) -> list[Table]:
    """Every cell by document and table, each class in a table of its own."""
    return [
        _table(
            f"What the documents print, and our results: {kind.value}",
            _TITLES,
            tuple(_row(cell) for cell in found.cells if cell.kind is kind),
        )
        for kind in found.classes
    ]


def joint_table(found: Reproduction) -> Table:
    """The simulated cells of each table together."""
    rows = tuple(
        (each.where, each.kind.value, str(each.cells), f"{each.chi2:.1f}", f"{each.p:.2g}")
        for each in found.joint
    )
    title = "All simulated cells of a table together"
    return _table(title, ("Table", "Class", "Cells", "χ²", "p"), rows)


def aside_table(found: Reproduction) -> Table:
    """What no document prints."""
    rows = tuple(
        (aside.where, aside.cell, number_text(aside.ours), number_text(aside.error)) for aside in found.asides
    )
    return _table("Not printed in the documents", ("Table", "Cell", "Ours", "Standard error"), rows)


def not_covered_table(found: Reproduction) -> Table:
    """What cannot be recomputed."""
    rows = tuple((each.where, each.reason) for each in found.not_covered)
    return _table("Not recomputed", ("Table or figure", "Why"), rows)


def reproduction_lines(found: Reproduction) -> list[str]:
    """The cells outside their tolerance with their reasons, then how many of each class are within."""
    lines = [f"{cell.where}, {cell.cell}: {reason_of(cell)}" for cell in found.cells if not cell.ok]
    for kind, tally in found.classes.items():
        share = f" ({100 * tally.within / tally.cells:.0f} %)"
        lines.append(f"{kind.value}: {tally.within} of {tally.cells} cells within tolerance{share}")
    return [*lines, f"{found.seconds:.0f} s, {found.processor_seconds:.0f} s of processor time"]


def reason_of(cell: "Cell") -> str:
    """Why a cell is off, as far as it is known."""
    return cell.reason or _UNEXPLAINED


def number_text(value: float | str) -> str:
    """A number with as many digits as can matter; words as they are."""
    if isinstance(value, str):
        return value
    if value == round(value) and abs(value) >= 1:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) < 0.01 else f"{value:.5g}"


def _row(cell: "Cell") -> tuple[str, ...]:
    return (
        cell.where,
        cell.cell,
        cell.printed if cell.claim.value == "=" else f"{cell.claim.value} {cell.printed}",
        number_text(cell.ours),
        number_text(cell.tolerance),
        "✓" if cell.ok else "✗",
    )


def _table(title: str, titles: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    columns = tuple(Column(title=each, right=each in _RIGHT) for each in titles)
    return Table(title=title, columns=columns, rows=rows)
