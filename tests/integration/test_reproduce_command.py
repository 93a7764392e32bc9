"""miai lab reproduce and miai lab report, as they are typed."""

import json
from pathlib import Path

from command import Run


def test_cells_are_printed_as_json_for_scripts(run: Run) -> None:
    status, out, _ = run("lab", "reproduce", "--only", "document 2", "--json")
    cells = json.loads(out)["cells"]
    assert status == 0
    assert {"table", "cell", "class", "published", "ours", "error", "tolerance", "ok"} <= set(cells[0])
    assert all(cell["ok"] for cell in cells)


def test_cells_are_printed_as_a_table_with_a_summary(run: Run) -> None:
    status, out, _ = run("lab", "reproduce", "--only", "table 2.2")
    assert status == 0
    assert "document 1, table 2.2" in out
    assert "reading chosen: 14 of 15 cells within tolerance (93 %)" in out
    assert "repeated: 14 of 15 cells within tolerance (93 %)" in out
    assert "printed with the a of E, 188 instead of 173, which gives 0.20396" in out


def test_a_table_that_is_not_there_is_refused(run: Run) -> None:
    status, _, err = run("lab", "reproduce", "--only", "table 99")
    assert status == 2
    assert "no table is called table 99" in err


def test_figures_are_drawn_into_a_folder_with_a_page(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    status, out, _ = run("lab", "report", folder, "--only", "documents 1")
    assert status == 0
    assert "4 figures" in out
    page = (folder / "index.md").read_text("utf-8")
    for name in ("document-1-figure-2.2.svg", "document-4-figure-1.svg"):
        assert (folder / name).stat().st_size > 1000
        assert name in page


def test_a_form_that_no_picture_has_is_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    status, _, err = run("lab", "report", tmp_path, "--as", "pdf")
    assert status == 2
    assert ".svg or a .png" in err
    assert list(tmp_path.iterdir()) == []
