"""Starting bands are built, edited and written."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.log.document import read_history


@pytest.mark.requirement("A9", "A15")
def test_bands_are_built_and_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "banded.miai"
    status, out, _ = run("bands", RIVERSIDE, "--bottom-zero", "-o", target, "--force", "--json")
    data = json.loads(out)
    assert status == 0
    assert [band["score"] for band in data["bands"]] == [3, 2, 1, 0]
    assert sum(band["size"] for band in data["bands"]) == 26
    event = read_history(target.read_bytes()).tournament()
    assert [band.score for band in event.settings.scoring.bands] == [12, 8, 4, 0]
    assert {player.start for player in event.players} == {None}
    assert "Separation" in run("bands", RIVERSIDE)[1]
    assert "4 bands" in run("show", target)[1]


@pytest.mark.requirement("A10", "A11", "A12", "A13", "A16")
def test_stored_bands_are_edited_and_cleared(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.miai", tmp_path / "second.miai"
    status, out, _ = run("bands", RIVERSIDE, "--lowest", "1", "-o", first, "--force")
    assert status == 0
    assert "written: first.miai (miai)" in out
    edits = ("--merge", "2", "--split", "3:8k", "--limit", "1:2d", "--separation", "2:1.5")
    status, out, _ = run("bands", first, *edits, "--move", "Ashby:1", "-o", second, "--force", "--json")
    data = json.loads(out)
    assert status == 0
    assert [band["from"] for band in data["bands"]] == ["2d", "3k", "8k", "17k"]
    assert [band["score"] for band in data["bands"]] == [4.5, 3, 2, 1]
    assert data["bands"][0]["by_hand"] == ["Ashby Rowan"]
    # What is stored is shown, and built anew only if asked for.
    assert json.loads(run("bands", second, "--json")[1]) == data
    assert len(json.loads(run("bands", second, "--build", "--json")[1])["bands"]) == 4
    assert json.loads(run("bands", second, "--clear", "--json")[1])["bands"] == []
    status, _, error = run("bands", second, "--clear", "--merge", "1")
    assert (status, error.count("\n")) == (2, 1)
    assert "--clear removes all bands" in error
    status, _, error = run("bands", second, "--merge", "9")
    assert (status, error) == (2, "miai: there is no band below band 9 to join it with\n")
    assert run("bands", second, "--move", "Nobody:1")[0] == 2
    assert run("bands", second, "--separation", "two")[0] == 2
    assert run("bands", second, "--separation", "2:x")[0] == 2


def test_what_a_format_cannot_hold_of_the_bands_is_said(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "banded.xml"
    _, _, notes = run("bands", RIVERSIDE, "-o", target, "--force")
    assert "not held: Starting bands: 3d at 0, 1d at -1" in notes
    # The scores themselves are held.
    players = json.loads(run("standings", target, "--after", "0", "--json")[1])["rows"]
    assert {row["values"]["mms"] for row in players} == {0, -1, -2, -3}
