"""Printed result tables, recomputed from the results alone."""

import json
from typing import Any

import pytest

import miai
from kit.shared_data import DATA

EXPECTED = DATA / "h9" / "expected.json"
TABLES = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else []
pytestmark = pytest.mark.skipif(not TABLES, reason="no h9 data beside the project")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["file"])
def test_every_named_column_is_reproduced_on_every_row(table: dict[str, Any]) -> None:
    event = miai.read(DATA / "h9" / table["file"])
    assert (len(event.players), event.settings.rounds) == (table["players"], table["rounds"])
    keys = [table["score"], *table["columns"]]
    computed = miai.standings(event, criteria=keys, unplayed=table["unplayed"])
    by_player = {row.player.id: row.values for row in computed.rows}
    ours = [[by_player[player.id][key] for key in keys] for player in event.players]
    printed = [[row["score"], *row["values"]] for row in table["rows"]]
    if table["exact"]:
        assert ours == printed


def test_wins_printed_beside_the_score_do_not_upset_the_printed_order() -> None:
    # This table prints wins second but orders by SOS.
    event = miai.read(DATA / "h9" / "event-1b27adaa72.h9")
    assert event.settings.criteria == ("mms", "sosm", "sososm", "nbw")
    assert [row.player.id for row in miai.standings(event).rows] == [player.id for player in event.players]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["file"])
def test_the_rule_for_unplayed_rounds_is_recognised_from_the_printed_table(table: dict[str, Any]) -> None:
    event = miai.read(DATA / "h9" / table["file"])
    if table["exact"]:
        assert event.settings.scoring.unplayed.value == table["unplayed"]
        assert event.settings.system == {"nbw": "swiss", "mms": "mcmahon"}[table["score"]]
