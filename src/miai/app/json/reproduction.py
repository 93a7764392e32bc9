"""The JSON of `miai lab reproduce`."""

from miai.app.json.values import JsonObject
from miai.lab.reproduce.cell import Cell
from miai.report.reproduction import Reproduction, reason_of


def reproduction_json(found: Reproduction) -> JsonObject:
    """Every cell with its tolerance, and what no document prints."""
    return {
        "seed": found.seed,
        "within": found.within,
        "share": round(found.within / len(found.cells), 4) if found.cells else None,
        "seconds": round(found.seconds, 1),
        "cells": [_cell(cell) for cell in found.cells],
        "not_printed": [
            {"table": aside.where, "cell": aside.cell, "ours": aside.ours, "error": aside.error}
            for aside in found.asides
        ],
        "tables": [{"name": table.name, "seconds": table.seconds} for table in found.tables],
    }


def _cell(cell: Cell) -> JsonObject:
    facts = {
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
    return facts if cell.ok else {**facts, "reason": reason_of(cell)}
