"""`python -m bench` from the command line: which benches there are, and what the simulation's measures."""

import subprocess
import sys

from kit.places import ROOT
from miai.domain.settings.event_settings import DEFAULT_PRESET

# Every file that can be run by name has a function for it; the others are parts of these.
BENCHES = sorted(path.stem for path in (ROOT / "bench").glob("[!_]*.py") if "\ndef main(" in path.read_text())


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_help_lists_every_bench_with_what_it_measures() -> None:
    done = bench("--help")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [line.split(maxsplit=1) for line in done.stdout.split("benches:\n")[1].splitlines()]
    assert sorted(name for name, _ in listed) == BENCHES


def test_a_bench_that_does_not_exist_is_answered_with_those_that_do() -> None:
    done = bench("matching", "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no bench 'nonsense'" in done.stderr
    assert all(name in done.stderr for name in BENCHES)
    assert "Traceback" not in done.stderr


def test_the_simulation_is_measured_with_the_rules_that_new_tournaments_have() -> None:
    tiny = "import bench.simulate as b; b.COUNT = b.TURNS = b.SAMPLE = 1; b.main()"
    command = [sys.executable, "-c", tiny]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"all rules of the preset {DEFAULT_PRESET}: one thread " in done.stdout
