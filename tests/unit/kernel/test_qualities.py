"""The counts without compilation."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from miai.app.event.demo import demo
from miai.judging import measure_event

UNCOMPILED = """
import json
import numba
from miai.app.event.demo import demo
from miai.judging import measure_event
assert numba.config.DISABLE_JIT
quality = measure_event(demo().tournament)
print(json.dumps([quality.counts.tolist(), [group.wins for group in quality.groups]]))
"""


def test_the_demo_counts_the_same_uncompiled() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counts, wins = json.loads(done.stdout)
    compiled = measure_event(demo().tournament)
    assert compiled.counts == pytest.approx(counts)
    assert [group.wins for group in compiled.groups] == pytest.approx(wins)
