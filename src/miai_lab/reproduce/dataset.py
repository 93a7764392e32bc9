"""A reproduction as a folder to cite."""

import shlex
from collections.abc import Sequence

from miai.answers import JsonObject
from miai.domain.log.documents import DOCUMENTS
from miai_lab.dataset import DataColumn, Dataset, DataTable
from miai_lab.reproduce.answer import reproduction_json
from miai_lab.reproduce.report import Reproduction

_SOURCES = tuple(f"Document {number}: {document}." for number, document in DOCUMENTS.items())
_CELLS = {
    "table": DataColumn(str, "the document and its table, figure or section"),
    "cell": DataColumn(str, "the cell"),
    "class": DataColumn(str, '"computed", "definition", "reading chosen", "repeated" or "says little"'),
    "printed": DataColumn(str, "as the document prints it"),
    "published": DataColumn(
        float, "the printed number, per cent as parts of one; null where words are compared"
    ),
    "claim": DataColumn(str, '"=", "at most" or "at least"'),
    "ours": DataColumn(float, "our number; null where words are compared"),
    "words": DataColumn(str, "our words; null where numbers are compared"),
    "error": DataColumn(float, "the standard error of the printed number and ours combined, 0 of a formula"),
    "tolerance": DataColumn(float, "half a unit of the last printed digit and two standard errors"),
    "ok": DataColumn(bool, "whether ours is within the tolerance"),
    "method": DataColumn(str, "how ours was made"),
    "reason": DataColumn(str, "why a cell is off; null where it is not"),
}
_JOINT = {
    "table": DataColumn(str, "the document and its table, figure or section"),
    "class": DataColumn(str, "the class of the cells"),
    "cells": DataColumn(int, "how many simulated cells are taken together"),
    "chi2": DataColumn(
        float, "χ² of their differences, with the covariance of numbers that come from one experiment"
    ),
    "p": DataColumn(float, "how often chance alone is as far off"),
}
_NOT_PRINTED = {
    "table": DataColumn(str, "the table that it belongs to"),
    "cell": DataColumn(str, "what it is"),
    "ours": DataColumn(float, "our number"),
    "error": DataColumn(float, "its standard error"),
}
_NOT_COVERED = {
    "what": DataColumn(str, "the document and its table or figure"),
    "reason": DataColumn(str, "why it cannot be recomputed"),
}


def reproduction_dataset(found: Reproduction, command: str) -> Dataset:
    """Every cell, the tests of tables, what is printed nowhere, and what was left out."""
    results = reproduction_json(found)
    return Dataset(
        title="What documents about Go tournaments print, computed again",
        abstract=(
            "Numbers that documents about pairing, rating and the McMahon bar print, beside those of Miai:"
            f" {results['within']} of {sum(_computed(results))} computed cells are within half a unit of the"
            f" last printed digit and two standard errors. Seed {found.seed}."
        ),
        sources=_SOURCES,
        command=command,
        results=results,
        tables=(
            DataTable(
                name="cells",
                says="Every cell once, in its class.",
                columns=_CELLS,
                rows=[_cell(cell) for cell in results["cells"]],
            ),
            DataTable(
                name="joint",
                says="The simulated cells of each table together.",
                columns=_JOINT,
                rows=results["joint"],
            ),
            DataTable(
                name="not_printed",
                says="Numbers of ours that no document prints.",
                columns=_NOT_PRINTED,
                rows=results["not_printed"],
            ),
            DataTable(
                name="not_covered",
                says="What cannot be recomputed.",
                columns=_NOT_COVERED,
                rows=results["not_covered"],
            ),
        ),
    )


def reproduction_command(*, seed: int, quick: bool, only: Sequence[str]) -> str:
    """What to type to have the same folder again."""
    words = ["miai", "lab", "reproduce", "--seed", str(seed)]
    words += ["--quick"] if quick else []
    words += [word for name in only for word in ("--only", name)]
    return shlex.join([*words, "--out", "DIR"])


def _computed(results: JsonObject) -> list[int]:
    return [each["cells"] for each in results["classes"] if each["class"] == "computed"]


def _cell(cell: JsonObject) -> JsonObject:
    """A column has one type: words stand beside numbers."""
    if not isinstance(cell["ours"], str):
        return cell
    return {**cell, "ours": None, "published": None, "words": cell["ours"]}
