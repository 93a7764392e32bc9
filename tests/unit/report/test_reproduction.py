"""How a reproduction is printed."""

from dataclasses import replace

from miai.lab.reproduce.cell import Aside, Cell, PublishedClaim
from miai.report.reproduction import Reproduction, TimedTables, aside_table, cell_table, reproduction_lines


def cell(document: int, table: str, *, ok: bool = True, claim: PublishedClaim = PublishedClaim.EQUAL) -> Cell:
    return Cell(
        document=document,
        table=table,
        cell="b_sol",
        printed="2.126",
        ours=2.0812,
        error=0.1 if ok else 0.0,
        claim=claim,
        reason="misprinted",
    )


FOUND = Reproduction(
    seed=1,
    cells=(cell(5, "table 10"), cell(5, "table 7", ok=False), cell(1, "table 2.2")),
    asides=(Aside(document=5, table="table 2", cell="8 players", ours=0.2, error=0.003),),
    tables=(TimedTables(name="document 5", seconds=12.4),),
)


def test_cells_stand_by_document_and_number_of_the_table() -> None:
    table = cell_table(FOUND)
    assert [row[0] for row in table.rows] == [
        "document 1, table 2.2",
        "document 5, table 7",
        "document 5, table 10",
    ]
    assert [row[-1] for row in table.rows] == ["✓", "✗", "✓"]
    assert table.rows[0][2:4] == ("2.126", "2.0812")


def test_a_bound_says_that_it_is_one() -> None:
    table = cell_table(replace(FOUND, cells=(cell(5, "table 7", claim=PublishedClaim.AT_MOST),)))
    assert table.rows[0][2] == "at most 2.126"


def test_the_last_line_counts_the_cells_and_those_before_give_reasons() -> None:
    assert reproduction_lines(FOUND) == [
        "document 5, table 7, b_sol: misprinted",
        "2 of 3 cells within tolerance (67 %), 12 s",
    ]


def test_numbers_that_no_document_prints_stand_apart() -> None:
    assert aside_table(FOUND).rows == (("document 5, table 2", "8 players", "0.2", "0.003"),)
