"""Tasks give the same outcomes on threads and on a cluster, even when a worker is killed."""

from pathlib import Path
from time import sleep
from typing import Any

import distributed
import pytest

from kit.lab_tasks import slow_wins, unfinished_tasks, wins_of_event
from kit.local_cluster import local_cluster
from miai.errors import InputError
from miai_lab.task_runner import Place, in_order, outcomes


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
    monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 1)
    with pytest.raises(InputError, match=r"no cluster answers at 'tcp://127\.0\.0\.1:1'"):
        in_order(abs, [1], Place(cluster="tcp://127.0.0.1:1"))


def test_a_worker_killed_half_way_loses_no_finished_work_and_changes_no_number(tmp_path: Path) -> None:
    items = range(24)
    with local_cluster(tmp_path) as cluster:
        doomed, _ = cluster.worker(), cluster.worker()
        found = {}
        for number, outcome in outcomes(slow_wins, items, Place(cluster=cluster.address)):
            assert number not in found
            found[number] = outcome
            if len(found) == len(items) // 2:
                doomed.kill()
                doomed.wait()
    assert [found[number] for number in items] == in_order(wins_of_event, items)


def test_what_a_worker_has_delivered_counts_when_it_is_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 120)
    with local_cluster(tmp_path) as cluster:
        first = cluster.worker()
        found = outcomes(abs, range(-8, 0), Place(cluster=cluster.address))
        delivered = [next(found)]
        client: Any = distributed.Client  # without types
        with client(cluster.address) as watching:
            while watching.run_on_scheduler(unfinished_tasks):
                sleep(0.05)
            first.kill()
            while watching.scheduler_info()["workers"]:
                sleep(0.05)
        cluster.worker()
        delivered += found
    assert sorted(delivered) == [(number, 8 - number) for number in range(8)]


def test_a_cluster_without_workers_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 2)
    with local_cluster(tmp_path) as cluster:
        while True:
            # The scheduler may take longer to start than anybody waits for it here.
            with pytest.raises(InputError) as error:
                in_order(abs, [1], Place(cluster=cluster.address))
            if "no cluster answers" not in str(error.value):
                break
    assert "has no worker, and none has come for 2 seconds" in str(error.value)
    assert f"start one with 'dask worker {cluster.address}'" in str(error.value)


@pytest.mark.parametrize(
    ("all_of_it", "sentence"), [(False, "has no worker, and none has come"), (True, "has gone")]
)
def test_a_cluster_that_loses_its_last_worker_or_goes_away_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, all_of_it: bool, sentence: str
) -> None:
    found = []
    with local_cluster(tmp_path) as cluster:
        only = cluster.worker()
        monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 120)
        assert in_order(abs, [-1], Place(cluster=cluster.address)) == [1]
        monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 3)
        with pytest.raises(InputError, match=f"the cluster at '{cluster.address}' {sentence}"):
            for number, _ in outcomes(slow_wins, range(8), Place(cluster=cluster.address)):
                found.append(number)
                only.kill()
                if all_of_it:
                    cluster.end()
    assert len(found) < 8
