"""Random damage, work that goes on, and the restore of the handbook: nothing is lost without being named."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from conftest import SOAK
from kit.command import Run
from kit.loss_machine import run_once
from miai.features.hosting import check_data
from miai.features.hosting.command import data as command
from miai.store.backups.restoring import Restored

RUNS = 1_000 if SOAK else 8


def test_after_random_damage_every_entry_is_there_or_counted_and_named(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Restored] = []

    def noted(*words: object) -> Restored:
        done.append(check_data.restore_data(*words))  # type: ignore[arg-type]
        return done[-1]

    monkeypatch.setattr(command, "restore_data", noted)

    def by_the_handbook(folder: Path) -> tuple[Restored | None, bool]:
        done.clear()
        status, said, complaint = run("check", "--data", folder)
        assert status in (0, 1) or "there is no store of Miai here" in complaint
        status, said, complaint = run("restore", "--data", folder)
        if status == 2:
            assert "nothing can be restored" in complaint
            return None, False
        [restored] = done
        assert status == (1 if restored.left else 0)
        for each in restored.branches:
            assert not each.left or f"{len(each.left)} entr" in said
        for lost in restored.lost:
            assert f"{len(lost.numbers)} entr" in said
        return restored, run("check", "--data", folder)[0] == 0

    outcomes = []
    for seed in range(RUNS):
        outcome = run_once(tmp_path / str(seed), seed, by_the_handbook)
        shutil.rmtree(tmp_path / str(seed))
        outcomes.append(outcome)
        assert not outcome.missing or outcome.blind, (seed, outcome)
    counted = Counter((bool(each.missing), each.refused, each.intact) for each in outcomes)
    print(f"{RUNS} runs: {counted}")  # noqa: T201 - the figures of a soak
    assert sum(each.refused for each in outcomes) < RUNS / 10
