"""Recompute what the documents print."""

import time
from collections.abc import Callable, Sequence

from miai_lab.reproduce import Group, ReproductionStudy
from miai_lab.reproduce.cell import Aside, Cell
from miai_lab.reproduce.joint import joint_tests
from miai_lab.reproduce.missing_cells import NOT_COVERED
from miai_lab.reproduce.registry import in_documents_order
from miai_lab.reproduce.report import Reproduction, TimedTables


def reproduce(
    groups: Sequence[Group], study: ReproductionStudy, *, progress: Callable[[str], None] | None = None
) -> Reproduction:
    """Compute the tables of all groups; `progress` is called with the name of each before it begins."""
    rows: list[Cell | Aside] = []
    tables: list[TimedTables] = []
    for group in groups:
        if progress is not None:
            progress(group.name)
        begin, used = time.perf_counter(), time.process_time()
        rows += group.make(study)
        tables.append(
            TimedTables(
                name=group.name,
                seconds=round(time.perf_counter() - begin, 1),
                processor_seconds=round(time.process_time() - used, 1),
            )
        )
    cells = in_documents_order(row for row in rows if isinstance(row, Cell))
    return Reproduction(
        seed=study.seed,
        cells=cells,
        joint=joint_tests(cells),
        asides=tuple(row for row in rows if isinstance(row, Aside)),
        not_covered=NOT_COVERED,
        tables=tuple(tables),
    )
