"""Real tournaments, rated by every system."""

import math
from pathlib import Path

import pytest

import miai
from miai.app.studies.calibrate import calibrate_data
from miai.app.studies.rate import rate_data
from miai.rating import SYSTEMS
from shared_data import files


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_every_tournament_is_rated(path: Path, system: str) -> None:
    event = miai.read(path)
    data = rate_data(event, system=system)
    assert len(data["rows"]) == len(event.players)
    for row in data["rows"]:
        assert math.isfinite(row["after"])
        if not row["games"]:
            assert row["change"] == 0


def test_results_of_many_events_give_constants_near_those_of_document_3() -> None:
    paths = [entry.values[0] for entry in files("h9", "*.h9") if entry.values[0]]  # type: ignore[attr-defined]
    if not paths:
        pytest.skip("no h9 data beside the project")
    data = calibrate_data(paths)
    assert data["games"] > 5000
    assert data["hyperbola"] is not None
    assert 0.01 < data["hyperbola"]["A"] < 0.5
    assert 28 < data["hyperbola"]["B"] < 60
