"""The bar of a study on the terminal."""

import pytest
from rich.progress import TimeRemainingColumn

from miai_lab.experiment_progress import ExperimentProgress, LabProgress


def test_the_time_left_is_estimated_from_what_is_done_and_anew_for_each_table() -> None:
    progress = ExperimentProgress()
    assert any(isinstance(column, TimeRemainingColumn) for column in progress.columns)
    (bar,) = progress.tasks
    progress.table("Table 1")
    progress.experiments(0, 40)
    assert bar.time_remaining is None
    for done in (1, 2, 10):
        progress.experiments(done, 40)
    assert bar.speed
    assert bar.time_remaining
    progress.table("Table 2")
    progress.experiments(0, 8)
    assert (bar.description, bar.time_remaining) == ("Table 2", None)


def test_where_there_is_no_terminal_nothing_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    with LabProgress() as progress:
        progress.update(progress.add_task("settings", total=2), completed=1)
    assert capfd.readouterr() == ("", "")
