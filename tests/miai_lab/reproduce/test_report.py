"""How a reproduction is printed."""

from dataclasses import replace

from miai_lab.reproduce.cell import Aside, Cell, CellClass, PublishedClaim
from miai_lab.reproduce.joint import JointTest
from miai_lab.reproduce.missing_cells import NotCovered
from miai_lab.reproduce.report import (
    Reproduction,
    TimedTables,
    aside_table,
    cell_tables,
    joint_table,
    not_covered_table,
    reproduction_lines,
)


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
    cells=(
        cell(1, "table 2.2"),
        replace(cell(1, "table 2.2"), given=CellClass.REPEATED),
        cell(5, "table 7", ok=False),
        replace(cell(5, "table 10"), given=CellClass.READING),
    ),
    joint=(JointTest(where="document 5, table 7", kind=CellClass.COMPUTED, cells=3, chi2=20.89, p=1.1e-4),),
    asides=(Aside(document=5, table="table 2", cell="8 players", ours=0.2, error=0.003),),
    not_covered=(NotCovered(document=3, what="figure 3", reason="nobody has the games"),),
    tables=(TimedTables(name="document 5", seconds=12.4, processor_seconds=20.6),),
)


def test_each_class_has_a_table_of_its_own() -> None:
    computed, reading, repeated = cell_tables(FOUND)
    assert [table.title.rpartition(": ")[2] for table in (computed, reading, repeated)] == [
        "computed",
        "reading chosen",
        "repeated",
    ]
    assert [row[0] for row in computed.rows] == ["document 1, table 2.2", "document 5, table 7"]
    assert [row[-1] for row in computed.rows] == ["✓", "✗"]
    assert computed.rows[0][2:4] == ("2.126", "2.0812")
    assert [row[0] for row in reading.rows] == ["document 5, table 10"]


def test_a_bound_says_that_it_is_one() -> None:
    (table,) = cell_tables(replace(FOUND, cells=(cell(5, "table 7", claim=PublishedClaim.AT_MOST),)))
    assert table.rows[0][2] == "at most 2.126"


def test_the_last_lines_count_each_class_and_those_before_give_reasons() -> None:
    assert reproduction_lines(FOUND) == [
        "document 5, table 7, b_sol: misprinted",
        "computed: 1 of 2 cells within tolerance (50 %)",
        "reading chosen: 1 of 1 cells within tolerance (100 %)",
        "repeated: 1 of 1 cells within tolerance (100 %)",
        "12 s, 21 s of processor time",
    ]


def test_tables_taken_together_and_what_is_left_out_stand_apart() -> None:
    assert joint_table(FOUND).rows == (("document 5, table 7", "computed", "3", "20.9", "0.00011"),)
    assert not_covered_table(FOUND).rows == (("document 3, figure 3", "nobody has the games"),)


def test_numbers_that_no_document_prints_stand_apart() -> None:
    assert aside_table(FOUND).rows == (("document 5, table 2", "8 players", "0.2", "0.003"),)
