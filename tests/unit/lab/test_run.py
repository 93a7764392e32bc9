"""Tasks give the same outcomes on threads and on a cluster, even when a worker is killed."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from lab_tasks import slow_wins, wins_of_event
from miai.errors import InputError
from miai.lab.run import Place, in_order, outcomes


def test_threads_change_no_number() -> None:
    alone = in_order(wins_of_event, range(8), Place(threads=1))
    assert alone == in_order(wins_of_event, range(8), Place(threads=2))
    assert len(set(alone)) == 8


def test_every_outcome_comes_with_its_number_and_progress_is_told() -> None:
    told: list[int] = []
    assert in_order(abs, [-1, -2, -3], progress=told.append) == [1, 2, 3]
    assert told == [1, 2, 3]
    assert sorted(outcomes(abs, [-5, 4])) == [(0, 5), (1, 4)]


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("miai.lab.run._PATIENCE", 1)
    with pytest.raises(InputError, match=r"no cluster answers at 'tcp://127\.0\.0\.1:1'"):
        in_order(abs, [1], Place(cluster="tcp://127.0.0.1:1"))


def test_a_worker_killed_half_way_loses_no_finished_work_and_changes_no_number(tmp_path: Path) -> None:
    items = range(24)
    address = f"tcp://127.0.0.1:{_free_port()}"
    with ExitStack() as running:
        running.enter_context(_part(tmp_path, "scheduler", "--host", address, "--no-dashboard"))
        doomed, _ = (
            running.enter_context(_part(tmp_path, "worker", address, "--nthreads", "1", "--no-nanny"))
            for _ in range(2)
        )
        found = {}
        for number, outcome in outcomes(slow_wins, items, Place(cluster=address)):
            assert number not in found
            found[number] = outcome
            if len(found) == len(items) // 2:
                doomed.kill()
                doomed.wait()
    assert [found[number] for number in items] == in_order(wins_of_event, items)


@contextmanager
def _part(folder: Path, kind: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A real scheduler or worker of its own process."""
    running = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
