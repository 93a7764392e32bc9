"""The quick selection of `miai lab reproduce`: every formula of the documents, and some simulations."""

import pytest

from miai.app.studies.reproduce import reproduce
from miai.lab.reproduce import ReproductionStudy, selected

KNOWN = {
    ("document 1, table 2.2", "B against F"),
    ("document 1, table 2.2", "F against B"),
    ("document 1, table 2.3", "B against F"),
    ("document 1, table 2.3", "F against B"),
    ("document 1, figure 2.2", "difference of ratings that changes them most, GoR 2200"),
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


def test_every_document_has_its_cells() -> None:
    found = reproduce(
        selected(quick=True, only=["document 1", "document 2", "document 3"]), ReproductionStudy()
    )
    tables = [cell.where for cell in found.cells]
    assert tables.count("document 1, table 2.2") == tables.count("document 1, table 2.3") == 30
    assert tables.count("document 1, table 3.1") == 40
    assert tables.count("document 2, bands") == 18
    assert tables.count("document 2, Bob") == 8
    assert tables.count("document 3, table I") == 81
