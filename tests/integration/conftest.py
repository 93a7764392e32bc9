"""The command line, and a file for it to read."""

from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import riverside
from miai.formats import FORMATS


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


@pytest.fixture
def xml(tmp_path: Path) -> Path:
    """The Riverside Open as OpenGotha writes it, under a name that does not say so."""
    path = tmp_path / "event.dat"
    path.write_bytes(FORMATS["opengotha"].write(riverside()))
    return path
