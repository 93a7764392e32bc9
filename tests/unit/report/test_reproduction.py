"""How a reproduction is told."""

from miai.report.reproduction import aside_table, cell_table, reproduction_lines


def cell(table: str, *, ok: bool = True, claim: str = "=") -> dict[str, object]:
    told = {
        "table": table,
        "cell": "b_sol",
        "printed": "2.126",
        "claim": claim,
        "ours": 2.0812,
        "tolerance": 0.0005,
        "ok": ok,
    }
    return told if ok else {**told, "reason": "misprinted"}


DATA = {
    "cells": [
        cell("document 5, table 10"),
        cell("document 5, table 7", ok=False),
        cell("document 1, table 2.2"),
    ],
    "not_printed": [{"table": "document 5, table 2", "cell": "8 players", "ours": 0.2, "error": 0.003}],
    "within": 2,
    "seconds": 12.4,
}


def test_cells_stand_by_document_and_number_of_the_table() -> None:
    table = cell_table(DATA)
    assert [row[0] for row in table.rows] == [
        "document 1, table 2.2",
        "document 5, table 7",
        "document 5, table 10",
    ]
    assert [row[-1] for row in table.rows] == ["✓", "✗", "✓"]
    assert table.rows[0][2:4] == ("2.126", "2.0812")


def test_a_bound_says_that_it_is_one() -> None:
    table = cell_table(DATA | {"cells": [cell("document 5, table 7", claim="at most")]})
    assert table.rows[0][2] == "at most 2.126"


def test_the_last_line_counts_the_cells_and_those_before_give_reasons() -> None:
    assert reproduction_lines(DATA) == [
        "document 5, table 7, b_sol: misprinted",
        "2 of 3 cells within tolerance (67 %), 12 s",
    ]


def test_numbers_that_no_document_prints_stand_apart() -> None:
    assert aside_table(DATA).rows == (("document 5, table 2", "8 players", "0.2", "0.003"),)
