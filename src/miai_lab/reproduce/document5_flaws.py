"""Document 5, table 2: how often rounds drawn at random end in a draw that leaves somebody out."""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from miai.engine.kernel.random_matchings import BOARDS, SEARCH, UNIFORM, flawed_rounds
from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Aside, Cell, CellClass, explained
from miai_lab.reproduce.study import ReproductionStudy

# Ten million tournaments, shared by seven sizes.
_THEIRS = 10_000_000 / 7
_COLUMNS = ("-3R", "-2R", "-1R", "0R", "perfect")
_PRINTED = {
    6: "0 0 0.150 0 0.850",
    8: "0 0 0.156 0 0.844",
    10: "3.5e-6 0 0.213 0 0.787",
    12: "0 0 0.247 0 0.753",
    14: "0 0 0.277 0 0.723",
    16: "7.0e-7 0 0.302 0 0.698",
}
_METHODS = {
    SEARCH: "players in random order look for a board one after the other, breadth first (Gabow); the"
    " document does not give the order of search, and of those tried this one fits its numbers",
    BOARDS: "boards drawn one after the other, dead ends repaired",
    UNIFORM: "every perfect pairing equally likely",
}
_SAMPLES = {SEARCH: 300_000, BOARDS: 50_000, UNIFORM: 5_000}
_SHARES = 20


class _Share(NamedTuple):
    players: int
    method: int
    seed: int
    begin: int
    size: int


def table_2(study: ReproductionStudy) -> list[Cell]:
    """The printed table by the method that fits it best; what is perfect is all that is not flawed."""
    count = _SAMPLES[SEARCH]
    rows = [_cell(4, "perfect", "1.000", float(flaws(study, 4, SEARCH, count)[-1]))]
    for players, row in _PRINTED.items():
        chances = flaws(study, players, SEARCH, count)
        rows += [
            _cell(players, column, printed, float(ours))
            for column, printed, ours in zip(_COLUMNS, row.split(), chances, strict=True)
        ]
    return explained(rows)


def other_methods(study: ReproductionStudy) -> list[Aside]:
    """The other two ways to draw at random, of which the document says nothing."""
    rows = []
    for method in (BOARDS, UNIFORM):
        for players in _PRINTED:
            chance = float(flaws(study, players, method, _SAMPLES[method])[2])
            error = math.sqrt(chance * (1 - chance) / _SAMPLES[method])
            cell = f"{players} players, -1R, {_METHODS[method]}"
            rows.append(Aside(document=5, table="table 2", cell=cell, ours=chance, error=error))
    return rows


def flaws(study: ReproductionStudy, players: int, method: int, count: int) -> Floats:
    """The chances of the columns of table 2."""
    edges = [count * share // _SHARES for share in range(_SHARES + 1)]
    items = [_Share(players, method, study.seed, first, last - first) for first, last in pairwise(edges)]
    found = np.sum(study.outcomes(_counted, items), axis=0)
    # By rounds before the last one; a table of four players has no round that early.
    rounds = [players - 1 - before for before in (3, 2, 1, 0)]
    return np.array([found[r] if r > 0 else 0 for r in rounds] + [found[0]]) / count


def _counted(share: _Share) -> list[int]:
    return [int(each) for each in flawed_rounds(*share)]


def _cell(players: int, column: str, printed: str, ours: float) -> Cell:
    """Shares of two samples; the error is that of the share in both together."""
    count, chance = _SAMPLES[SEARCH], float(printed)
    together = (ours * count + chance * _THEIRS) / (count + _THEIRS)
    given = CellClass.COMPUTED
    if column == "-1R":
        given = CellClass.READING
    elif column == "perfect" and players > 4:
        given = CellClass.REPEATED
    elif column == "0R":
        # In the last round everybody has one opponent left.
        given = CellClass.DEFINITION
    return Cell(
        document=5,
        table="table 2",
        cell=f"{players} players, {column}",
        printed=printed,
        ours=ours,
        error=math.sqrt(together * (1 - together) * (1 / count + 1 / _THEIRS)),
        # Nothing was found among all tournaments: a number, not a rounded one.
        digit=0.0 if printed == "0" else None,
        given=given,
        method=_METHODS[SEARCH],
    )
