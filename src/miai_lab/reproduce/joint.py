"""The cells of a table taken together: each may be near enough, and all of them still off to one side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2

from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Cell, CellClass, PublishedClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class JointTest:
    """χ² of the simulated cells of one table and class, and how often chance alone is as far off."""

    where: str
    kind: CellClass
    cells: int
    chi2: float
    p: float


def joint_tests(cells: Iterable[Cell]) -> tuple[JointTest, ...]:
    """The test of every table that has simulated numbers, in the order of the tables."""
    tables: dict[tuple[str, CellClass], list[Cell]] = {}
    for cell in cells:
        if _is_tested(cell):
            tables.setdefault((cell.where, cell.kind), []).append(cell)
    return tuple(_joint(where, kind, some) for (where, kind), some in tables.items())


def _is_tested(cell: Cell) -> bool:
    simulated = not isinstance(cell.ours, str) and cell.error > 0 and cell.claim is PublishedClaim.EQUAL
    return simulated and cell.kind in (CellClass.COMPUTED, CellClass.READING)


def _joint(where: str, kind: CellClass, cells: Sequence[Cell]) -> JointTest:
    blocks: dict[object, list[Cell]] = {}
    for cell in cells:
        blocks.setdefault(cell.draws.source if cell.draws else id(cell), []).append(cell)
    total = sum(_square(block) for block in blocks.values())
    return JointTest(
        where=where, kind=kind, cells=len(cells), chi2=total, p=float(chi2.sf(total, len(cells)))
    )


def _square(cells: Sequence[Cell]) -> float:
    """The square of the differences in units of their covariance; numbers of one experiment vary together."""
    away = np.array([float(cell.ours) - cell.published for cell in cells])
    # What rounding adds: any difference up to half a digit is as likely as any other.
    rounding = np.array([cell.rounding**2 / 12 for cell in cells])
    known = [cell.draws for cell in cells if cell.draws is not None]
    if len(known) < len(cells):
        return float((away**2 / (np.array([cell.error**2 for cell in cells]) + rounding)).sum())
    values = np.stack([draws.values for draws in known])
    values = values[:, np.isfinite(values).all(axis=0)]
    spread: Floats = np.atleast_2d(np.cov(values))
    theirs = np.array(
        [
            [np.sqrt(a.theirs * b.theirs) if a.experiment == b.experiment else 0.0 for b in known]
            for a in known
        ]
    )
    covariance = spread * (theirs + known[0].ours) + np.diag(rounding)
    count, number = values.shape[1], len(cells)
    # A covariance from few experiments makes squares too large, by this factor on average.
    shrink = (count - number - 2) / (count - 1)
    return float(shrink * away @ np.linalg.solve(covariance, away))
