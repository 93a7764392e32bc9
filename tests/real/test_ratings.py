"""Real tournaments, rated by every system."""

import math
from pathlib import Path

import pytest

import miai
from miai.app.studies.calibrate import calibrate_files
from miai.app.studies.rate import rate_tournament
from miai.rating import SYSTEMS
from shared_data import files


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_every_tournament_is_rated(path: Path, system: str) -> None:
    event = miai.read(path)
    rated = rate_tournament(event, system=system).rated
    assert len(rated) == len(event.players)
    for change in (each.change for each in rated):
        assert math.isfinite(change.after)
        if not change.games:
            assert round(change.change, 6) == 0


def test_results_of_many_events_give_constants_near_those_of_document_3() -> None:
    paths = [entry.values[0] for entry in files("h9", "*.h9") if entry.values[0]]  # type: ignore[attr-defined]
    if not paths:
        pytest.skip("no h9 data beside the project")
    found = calibrate_files(paths)
    assert found.games > 5000
    assert found.hyperbola is not None
    assert 0.01 < found.hyperbola[0] < 0.5
    assert 28 < found.hyperbola[1] < 60
