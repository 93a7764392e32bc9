"""Each fault that a named test should find is put back, and the test fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import SOAK
from seams.putting_back import PUT_BACK

ROOT = Path(__file__).parents[2]
FAILED = 1


@pytest.mark.parametrize("name", [name for name, each in PUT_BACK.items() if SOAK or each.cheap])
def test_a_named_test_finds_the_fault_that_is_put_back(name: str) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "seams.putting_back", "-p", "no:xdist",
         "-p", "no:cacheprovider", PUT_BACK[name].test],
        cwd=ROOT,
        env={**os.environ, "MIAI_PUT_BACK": name, "MIAI_SOAK": "",
             "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert found.returncode == FAILED, found.stdout + found.stderr
    assert "error" not in found.stdout.splitlines()[-1], found.stdout
