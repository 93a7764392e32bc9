"""The JSON of `miai lab reproduce`."""

from miai.answers import JsonObject, Study
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.report import Reproduction, Tally, reason_of


def reproduction_json(found: Reproduction) -> JsonObject:
    """Every cell with its class and tolerance; how many are within, by class, document and table."""
    computed = found.tally(CellClass.COMPUTED)
    documents = sorted({cell.document for cell in found.cells})
    return {
        "seed": found.seed,
        "within": computed.within,
        "share": computed.share,
        "seconds": round(found.seconds, 1),
        "processor_seconds": round(found.processor_seconds, 1),
        "classes": [{"class": kind.value, **_tally(tally)} for kind, tally in found.classes.items()],
        "documents": [
            {"document": number, **_tally(found.tally(CellClass.COMPUTED, number))} for number in documents
        ],
        "counts": [
            {"table": table, "class": kind.value, "cells": len(some), "within": sum(some)}
            for (table, kind), some in _by_table(found).items()
        ],
        "joint": [
            {
                "table": each.where,
                "class": each.kind.value,
                "cells": each.cells,
                "chi2": each.chi2,
                "p": each.p,
            }
            for each in found.joint
        ],
        "cells": [_cell(cell) for cell in found.cells],
        "not_printed": [
            {"table": aside.where, "cell": aside.cell, "ours": aside.ours, "error": aside.error}
            for aside in found.asides
        ],
        "not_covered": [{"what": each.where, "reason": each.reason} for each in found.not_covered],
        "tables": [
            {
                "name": table.name,
                "seconds": table.seconds,
                "processor_seconds": table.processor_seconds,
            }
            for table in found.tables
        ],
    }


def _by_table(found: Reproduction) -> dict[tuple[str, CellClass], list[bool]]:
    tables: dict[tuple[str, CellClass], list[bool]] = {}
    for cell in found.cells:
        tables.setdefault((cell.where, cell.kind), []).append(cell.ok)
    return tables


def _tally(tally: Tally) -> JsonObject:
    return {"cells": tally.cells, "within": tally.within, "share": tally.share}


def _cell(cell: Cell) -> JsonObject:
    words = isinstance(cell.ours, str)
    facts = {
        "table": cell.where,
        "cell": cell.cell,
        "class": cell.kind.value,
        "published": cell.printed if words else cell.published,
        "printed": cell.printed,
        "claim": cell.claim.value,
        "ours": cell.ours if words else float(cell.ours),
        "error": cell.error,
        "tolerance": cell.tolerance,
        "ok": cell.ok,
        "method": cell.method or "formula",
    }
    return facts if cell.ok else {**facts, "reason": reason_of(cell)}


REPRODUCTION = Study(question="lab-reproduce", json=reproduction_json)
