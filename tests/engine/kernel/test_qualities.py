"""The counts without compilation."""

import json
import os
import subprocess
import sys

import pytest

from kit.riverside import riverside
from miai.engine.judging import measure_event

UNCOMPILED = """
import json
import numba
from kit.riverside import riverside
from miai.engine.judging import measure_event
assert numba.config.DISABLE_JIT
quality = measure_event(riverside())
print(json.dumps([quality.counts.tolist(), [group.wins for group in quality.groups]]))
"""


def test_an_event_counts_the_same_uncompiled() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error", "-c", UNCOMPILED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    counts, wins = json.loads(done.stdout)
    compiled = measure_event(riverside())
    assert compiled.counts == pytest.approx(counts)
    assert [group.wins for group in compiled.groups] == pytest.approx(wins)
