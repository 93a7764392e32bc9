"""What OpenGotha computes for real tournaments, every criterion, row and round."""

import json
from pathlib import Path
from typing import Any

import pytest

import miai
from kit.shared_data import files


@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_every_criterion_equals_opengothas_on_every_row_of_every_round(path: Path) -> None:
    expected = json.loads(path.with_suffix(".standings.json").read_text())
    event = miai.read(path)
    wrong: list[Any] = []
    for number, rows in expected["rounds"].items():
        table = miai.standings(event, after=int(number), criteria="all")
        assert [(row.player.surname, row.player.first_name) for row in table.rows] == [
            (row[1], row[2]) for row in rows
        ]
        place = 0
        for row, given in zip(table.rows, rows, strict=True):
            place = int(given[0] or place)
            assert row.place == place
            for column, wanted in zip(expected["columns"], given[3:], strict=True):
                ours = row.values[column.lower()] * expected["scale"][column]
                if ours != wanted:
                    wrong.append((number, row.player.name, column, ours, wanted))
    assert not wrong
