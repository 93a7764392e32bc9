"""Compute again what the documents print."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from miai.lab.reproduce import Group, Study
from miai.lab.reproduce.cell import Aside, Cell

_UNEXPLAINED = "not known"


def reproduce_data(
    groups: Sequence[Group], study: Study, *, progress: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """The stable JSON of a reproduction; `progress` is told the name of what comes next."""
    cells: list[dict[str, Any]] = []
    asides: list[dict[str, Any]] = []
    tables: list[dict[str, Any]] = []
    for group in groups:
        if progress is not None:
            progress(group.name)
        begin = time.perf_counter()
        rows = group.make(study)
        tables.append({"name": group.name, "seconds": round(time.perf_counter() - begin, 1)})
        cells += [_cell(row) for row in rows if isinstance(row, Cell)]
        asides += [_aside(row) for row in rows if isinstance(row, Aside)]
    within = sum(cell["ok"] for cell in cells)
    return {
        "seed": study.seed,
        "within": within,
        "share": round(within / len(cells), 4) if cells else None,
        "seconds": round(sum(table["seconds"] for table in tables), 1),
        "cells": cells,
        "not_printed": asides,
        "tables": tables,
    }


def _cell(cell: Cell) -> dict[str, Any]:
    known = {
        "table": cell.where,
        "cell": cell.cell,
        "published": cell.published,
        "printed": cell.printed,
        "claim": cell.claim.value,
        "ours": float(cell.ours),
        "tolerance": cell.tolerance,
        "ok": cell.ok,
        "method": cell.method or "formula",
    }
    return known if cell.ok else {**known, "reason": cell.reason or _UNEXPLAINED}


def _aside(aside: Aside) -> dict[str, Any]:
    return {"table": aside.where, "cell": aside.cell, "ours": aside.ours, "error": aside.error}
