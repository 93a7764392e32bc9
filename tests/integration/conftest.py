"""The command line, and a file for it to read."""

from pathlib import Path

import pytest

from command import Run
from miai.app.event.demo import demo
from miai.formats import FORMATS


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


@pytest.fixture
def xml(tmp_path: Path) -> Path:
    """The demo tournament as OpenGotha writes it, under a name that does not say so."""
    path = tmp_path / "event.dat"
    path.write_bytes(FORMATS["opengotha"].write(demo().tournament))
    return path
