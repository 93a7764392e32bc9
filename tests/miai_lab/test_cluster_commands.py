"""miai lab league and miai lab reproduce on a real cluster, one of whose workers is killed half-way."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.json_outline import without_times
from kit.local_cluster import LocalCluster, local_cluster

LEAGUE = """
models = ["kaniuk"]
contestants = ["mcmahon/miai", "random"]

[[kinds]]
name = "club evening"
events = 5
"""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker takes long to start."""
    monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 120)


def test_a_league_on_a_cluster_gives_the_same_though_a_worker_is_killed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "league.toml"
    config.write_text(LEAGUE, encoding="utf-8")
    with local_cluster(tmp_path) as cluster:
        _demand_same(run, cluster, "lab", "league", str(config), "--json")
        # Without workers nothing would ever happen.
        cluster.end_workers()
        monkeypatch.setattr("miai_lab.task_runner._PATIENCE", 3)
        status, out, err = run("lab", "league", str(config), "--cluster", cluster.address)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1] == (
        f"miai: the cluster at '{cluster.address}' has no worker, and none has come for 3 seconds: "
        f"start one with 'dask worker {cluster.address}'"
    )


def test_tables_on_a_cluster_are_the_same_though_a_worker_is_killed(run: Run, tmp_path: Path) -> None:
    with local_cluster(tmp_path) as cluster:
        _demand_same(run, cluster, "lab", "reproduce", "--only", "T_s-gaps", "--json")


def _demand_same(run: Run, cluster: LocalCluster, *command: str) -> None:
    here = run(*command, "--threads", "1")
    second_worker = cluster.dying_worker()
    there = run(*command, "--cluster", cluster.address)
    assert not second_worker.is_alive(), "the first worker was not killed"
    assert (here[0], there[0]) == (0, 0)
    assert without_times(json.loads(here[1])) == without_times(json.loads(there[1]))
