"""The quick selection of `miai lab reproduce`: every formula of the documents, and some simulations."""

from collections import Counter

import pytest

from miai_lab.reproduce import ReproductionStudy, selected
from miai_lab.reproduce.run_reproduction import reproduce

FIGURE_5_1 = "document 1, figure 5.1"
KNOWN = {
    ("document 1, table 2.2", "B against F"),
    ("document 1, table 2.2", "F against B"),
    ("document 1, figure 2.2", "difference of ratings that changes them most, GoR 2200, at least"),
    (FIGURE_5_1, "14, MMS"),
    (FIGURE_5_1, "15, MMS"),
    ("document 5, table 5", "most players of 10 rounds"),
    ("document 5, figure 3", "graphs at the start of round 3"),
}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(1, marks=pytest.mark.requirement("V14", "V18")),
        pytest.param(2, marks=pytest.mark.requirement("A18", "A58")),
        pytest.param(3, marks=pytest.mark.requirement("C7", "C8", "C9", "C12", "C13", "C14")),
        pytest.param(5, marks=pytest.mark.requirement("B9", "B16", "B22")),
    ],
)
def test_only_known_misprints_are_off(document: int) -> None:
    found = reproduce(selected(quick=True, only=[f"document {document}"]), ReproductionStudy())
    off = {(cell.where, cell.cell): cell.reason for cell in found.cells if not cell.ok}
    assert set(off) == {where for where in KNOWN if where[0].startswith(f"document {document}")}
    assert all(off.values())


def test_every_table_has_its_cells_each_once() -> None:
    found = reproduce(selected(quick=True), ReproductionStudy())
    names = [(cell.where, cell.cell) for cell in found.cells]
    assert len(names) == len(set(names))
    counts = Counter((cell.where, cell.kind.value) for cell in found.cells)
    expected = {
        # Six players: fifteen pairs, each told twice in table 2.2 and from both sides in table 2.3.
        ("document 1, table 2.2", "reading chosen"): 15,
        ("document 1, table 2.2", "repeated"): 15,
        ("document 1, table 2.3", "computed"): 30,
        ("document 1, table 2.1", "definition"): 27,
        ("document 1, table 3.1", "computed"): 15,
        ("document 1, table 3.2", "computed"): 3,
        ("document 1, table 4.1", "definition"): 9,
        ("document 1, section 4.2.2", "computed"): 2,
        ("document 1, section 4.1.1", "definition"): 2,
        ("document 1, section 4.1.1", "computed"): 3,
        # 22 rows of five columns; the four groups' starts are read from one row each.
        ("document 1, figure 6.1", "computed"): 106,
        ("document 1, figure 6.1", "reading chosen"): 4,
        ("document 2, split and shift", "computed"): 4,
        ("document 2, merged groups", "computed"): 5,
        ("document 2, penalty", "computed"): 3,
        ("document 3, table I", "computed"): 27,
        ("document 3, table I", "definition"): 27,
        ("document 3, section IV", "computed"): 2,
        ("document 5, table 1", "definition"): 28,
        ("document 5, table 10", "definition"): 5,
        ("document 5, section 2", "computed"): 3,
    }
    assert {key: counts[key] for key in expected} == expected
