"""The measures on real tournaments, beside what the documents print."""

from pathlib import Path

import pytest

import miai
from kit.shared_data import DATA, files
from miai.engine.judging import measure_event

TABLES = sorted((DATA / "h9").glob("*.h9"))


@pytest.mark.skipif(not TABLES, reason="no h9 data beside the project")
def test_total_errors_lie_where_tables_7_1_to_7_4_have_them() -> None:
    strengths = [measure_event(miai.read(path)).strength for path in TABLES]
    errors = [each.total_error for each in strengths if each and each.converged]
    assert (len(errors), len(TABLES)) == (32, 34)
    assert (round(min(errors), 2), round(max(errors), 2)) == (0.14, 0.37)


@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_every_real_tournament_is_measured(path: Path) -> None:
    quality = measure_event(miai.read(path))
    assert {"flawed", "even", "seed", "unique_winner", "uneven", "handicap"} <= quality.values.keys()
    assert sum(group.players for group in quality.groups) == len(quality.record.players)
