"""The page about what is reproduced, made of its results alone: docs/reference/reproduction.json.

The results are those of `miai lab reproduce --json`, beside them those of another seed: make reproduction.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from miai_lab.reproduce.report import number_text

_REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"
RESULTS = _REFERENCE / "reproduction.json"
HELD_OUT = _REFERENCE / "reproduction-seed-2.json"

_CLASSES = {
    "computed": "Miai's own functions give the number from what the document gives elsewhere.",
    "definition": "The document sets the number: it stands in Miai as it is printed, or is counted off the"
    " print. That it agrees shows no more than that nobody mistyped it.",
    "reading chosen": "The document leaves something open, and it was settled with the printed number in"
    " view.",
    "repeated": "Another cell says the same, so that it is not counted again.",
    "says little": "The cell is within its tolerance, which is as large as the number itself.",
}
_INTRO = """\
# What is reproduced

`miai lab reproduce` computes again what the documents print and puts it beside the print. This page is
made of the results of one such run ([reproduction.json](reproduction.json), seed {seed}, {seconds}
seconds of processor time) and says nothing else. `make reproduction` makes it again; `miai lab reproduce
--out DIR` writes the results as Parquet tables to cite.

**{within} of {cells} computed cells are within their tolerance ({share}).** With another seed, {held_seed},
it is {held_within} of {held_cells} ({held_share}; [reproduction-seed-2.json](reproduction-seed-2.json)).
The tolerance is half a unit of the last printed digit, which a bare "0" does not have, and two standard
errors of the printed number and ours combined, nothing else. By chance alone one simulated cell in twenty
is further off."""
_JOINT = """\
## All simulated cells of a table together

Each cell may be near enough, and all of them still off to one side: χ² takes the simulated cells of a
table together, with the covariance of numbers that come from one experiment, and p says how often chance
alone is as far off."""
_STONES = """\
Document 5 simulates every result by the grades alone, which is what is computed. Its numbers lie nearer
to those of games with stones, where a handicap is worth half a stone less than its stones: that reading
is computed beside the other, in a class of its own, and where it gives what is printed it is the reason
that is named."""


def reproduction_page() -> str:
    """The page about the results."""
    return page_of(*(json.loads(path.read_text(encoding="utf-8")) for path in (RESULTS, HELD_OUT)))


def page_of(data: dict[str, Any], held: dict[str, Any]) -> str:
    """The page about some results, and beside them those of another seed."""
    computed, again = (
        next(each for each in results["classes"] if each["class"] == "computed") for results in (data, held)
    )
    shown = {
        "seed": data["seed"],
        "seconds": f"{data['processor_seconds']:.0f}",
        "within": computed["within"],
        "cells": computed["cells"],
        "share": _per_cent(computed["share"]),
        "held_seed": held["seed"],
        "held_within": again["within"],
        "held_cells": again["cells"],
        "held_share": _per_cent(again["share"]),
    }
    parts = [_INTRO.format(**shown), "## Classes", _classes(data), "By document, computed cells only:"]
    parts += [
        _documents(data),
        "## Tables",
        _tables(data),
        _JOINT,
        _joint(data),
        "## Cells that are off",
        _STONES,
    ]
    for name in _CLASSES:
        off = [cell for cell in data["cells"] if cell["class"] == name and not cell["ok"]]
        if off:
            parts += [f"### {name.capitalize()}", _off(off)]
    parts += ["## Not recomputed", _grid(("Table or figure", "Why"), _left(data))]
    return "\n\n".join(parts) + "\n"


def _classes(data: dict[str, Any]) -> str:
    rows = (
        (each["class"], _CLASSES[each["class"]], each["cells"], each["within"], _per_cent(each["share"]))
        for each in data["classes"]
    )
    return _grid(("Class", "What it is", "Cells", "Within", "Share"), rows)


def _documents(data: dict[str, Any]) -> str:
    rows = (
        (each["document"], each["cells"], each["within"], _per_cent(each["share"]))
        for each in data["documents"]
    )
    return _grid(("Document", "Cells", "Within", "Share"), rows)


def _tables(data: dict[str, Any]) -> str:
    """How many cells of each class are within, by table."""
    tables: dict[str, dict[str, str]] = {}
    for each in data["counts"]:
        tables.setdefault(each["table"], {})[each["class"]] = f"{each['within']} of {each['cells']}"
    rows = ((table, *(found.get(name, "") for name in _CLASSES)) for table, found in tables.items())
    return _grid(("Table", *(name.capitalize() for name in _CLASSES)), rows)


def _joint(data: dict[str, Any]) -> str:
    rows = (
        (each["table"], each["class"], each["cells"], f"{each['chi2']:.1f}", f"{each['p']:.2g}")
        for each in data["joint"]
    )
    return _grid(("Table", "Class", "Cells", "χ²", "p"), rows)


def _off(cells: Sequence[dict[str, Any]]) -> str:
    rows = (
        (
            cell["table"],
            cell["cell"],
            cell["printed"] if cell["claim"] == "=" else f"{cell['claim']} {cell['printed']}",
            number_text(cell["ours"]),
            number_text(cell["tolerance"]),
            cell["reason"],
        )
        for cell in cells
    )
    return _grid(("Table", "Cell", "Printed", "Ours", "Tolerance", "Reason"), rows)


def _left(data: dict[str, Any]) -> Iterable[tuple[str, str]]:
    return ((each["what"], each["reason"]) for each in data["not_covered"])


def _per_cent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _grid(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}"]
    return "\n".join([*lines, *(f"| {' | '.join(str(each) for each in row)} |" for row in rows)])
