"""miai lab reproduce and miai lab report, as they are typed."""

import json
from pathlib import Path

import pyarrow.parquet as pq

from kit.command import Run
from miai.domain.log.documents import DOCUMENTS


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


def test_results_are_written_into_a_folder_that_can_be_cited(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    status, out, _ = run(
        "lab", "reproduce", "--only", "table 2.2", "--only", "Bob", "--out", folder, "--json"
    )
    assert status == 0
    shown = json.loads(out)
    kept = json.loads((folder / "results.json").read_text("utf-8"))
    assert {"schema": "miai.lab-reproduce/1", **kept} == shown
    cells = pq.read_table(folder / "cells.parquet").to_pylist()
    assert [(cell["table"], cell["cell"], cell["ours"]) for cell in cells] == [
        (cell["table"], cell["cell"], cell["ours"]) for cell in shown["cells"]
    ]
    assert [cell["cell"] for cell in cells if not cell["ok"]] == ["B against F", "F against B"]
    assert {cell["words"] for cell in cells} == {None}
    left = pq.read_table(folder / "not_covered.parquet").to_pylist()
    assert left == shown["not_covered"]
    # A table without rows has its columns all the same.
    joint = pq.read_table(folder / "joint.parquet")
    assert (joint.num_rows, str(joint.schema.field("chi2").type)) == (0, "double")
    page = (folder / "README.md").read_text("utf-8")
    assert "miai lab reproduce --seed 1 --only 'table 2.2' --only Bob --out DIR" in page
    assert "| `tolerance` |" in page
    for number, document in DOCUMENTS.items():
        assert f"- Document {number}: {document.author}, {document.title}" in page
    cited = (folder / "CITATION.cff").read_text("utf-8").splitlines()
    assert {'cff-version: "1.2.0"', 'type: "dataset"', "authors:"} <= set(cited)


def test_words_have_a_column_of_their_own(run: Run, tmp_path: Path) -> None:
    status, _, _ = run("lab", "reproduce", "--only", "split and shift", "--out", tmp_path, "--json")
    cells = pq.read_table(tmp_path / "cells.parquet").to_pylist()
    assert status == 0
    assert [cell["words"] for cell in cells[:4]] == ["A-E", "B-F", "C-G", "D-H"]
    assert {cell["ours"] for cell in cells} == {None}


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_computed(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file", "utf-8")
    status, out, err = run("lab", "reproduce", "--only", "Bob", "--out", tmp_path / "taken")
    assert (status, out) == (2, "")
    assert "cannot be made a folder" in err
    assert (tmp_path / "taken").read_text("utf-8") == "a file"


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
