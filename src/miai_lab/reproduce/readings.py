"""Two readings of document 5: whether the stones of handicap games count for the results.

The text simulates every result by the grades alone (algorithm 2), but speaks of games with stones "when the
mcmahon-score difference for a pair exceeds 1 point" (section 5). Its numbers lie nearer to those with stones,
each handicap being worth half a stone less than its stones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from miai_lab.reproduce.cell import Cell, CellClass, chance_reason, explained

_MOST_STONES = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is played; `head_starts` are what one stone and more are worth in grades."""

    name: str
    head_starts: tuple[float, ...] = ()


EVEN = Reading(name="even games")
STONES = Reading(
    name="stones, half a stone less",
    head_starts=tuple(stones - 0.5 for stones in range(1, _MOST_STONES + 1)),
)


def by_both(make: Callable[[Reading], Sequence[Cell]]) -> list[Cell]:
    """The cells as the text has it and, in a class of their own, with stones, which tell why some are off."""
    cells = []
    for cell, with_stones in zip(make(EVEN), make(STONES), strict=True):
        cells.append(cell if cell.ok or cell.reason else replace(cell, reason=_reason(cell, with_stones)))
        if cell.given is CellClass.COMPUTED:
            named = f"{cell.cell} ({STONES.name})"
            cells += explained([replace(with_stones, cell=named, given=CellClass.READING)])
    return cells


def _reason(cell: Cell, with_stones: Cell) -> str:
    """What the other reading gives, and how far off this one is where that explains nothing."""
    ours = with_stones.ours
    shown = ours if isinstance(ours, str) else f"{ours:.4g} ± {with_stones.error:.2g}"
    if with_stones.ok:
        return f"the text plays even games; with stones worth half a stone less, ours is {shown}, as printed"
    away = f"{chance_reason(cell)}; " if cell.error else ""
    return f"{away}with stones worth half a stone less, ours is {shown}, which does not explain it"
