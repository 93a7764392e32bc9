"""Document 5, table 2: how often rounds drawn at random end in a draw that leaves somebody out."""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from miai.kernel.random_matchings import BOARDS, SEARCH, UNIFORM, flawed_rounds
from miai.lab.reproduce.cell import Aside, Cell
from miai.lab.reproduce.study import ReproductionStudy
from miai.pairing.protocol import Floats

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
_NAMES = {SEARCH: "table 2", BOARDS: "table 2, board by board", UNIFORM: "table 2, uniform"}
_SAMPLES = {SEARCH: 300_000, BOARDS: 50_000, UNIFORM: 5_000}
_SIX = 100_000
_SHARES = 20


class _Share(NamedTuple):
    players: int
    method: int
    seed: int
    begin: int
    size: int


def table_2(study: ReproductionStudy) -> list[Cell | Aside]:
    """The printed table by the printed program's method."""
    chances = flaws(study, 4, SEARCH, _SAMPLES[SEARCH])
    rows: list[Cell | Aside] = [_cell(4, "perfect", "1.000", float(chances[-1]), _SAMPLES[SEARCH])]
    for players, row in _PRINTED.items():
        chances = flaws(study, players, SEARCH, _SAMPLES[SEARCH])
        rows += [
            _cell(players, column, printed, float(ours), _SAMPLES[SEARCH])
            for column, printed, ours in zip(_COLUMNS, row.split(), chances, strict=True)
        ]
    return rows


def six_players(study: ReproductionStudy) -> list[Cell | Aside]:
    """Two more ways to draw at random: six players leave four pairings in round 3, one of them bad."""
    rows: list[Cell | Aside] = []
    for method, printed in ((UNIFORM, "0.2500"), (BOARDS, "0.1667")):
        chance = float(flaws(study, 6, method, _SIX)[2])
        error = math.sqrt(chance * (1 - chance) / _SIX)
        rows.append(
            Cell(
                document=5,
                table=_NAMES[method],
                cell="6 players, -1R",
                printed=printed,
                ours=chance,
                error=error,
                method=f"{_METHODS[method]}; the number follows from the text's two graphs",
            )
        )
    return rows


def other_methods(study: ReproductionStudy) -> list[Cell | Aside]:
    """The other two ways for larger fields, of which the document says nothing."""
    rows: list[Cell | Aside] = []
    for method in (BOARDS, UNIFORM):
        for players in list(_PRINTED)[1:]:
            chance = float(flaws(study, players, method, _SAMPLES[method])[2])
            error = math.sqrt(chance * (1 - chance) / _SAMPLES[method])
            cell = f"{players} players, -1R"
            rows.append(Aside(document=5, table=_NAMES[method], cell=cell, ours=chance, error=error))
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


def _cell(players: int, column: str, printed: str, ours: float, count: int) -> Cell:
    chance = max(ours, float(printed))
    error = math.sqrt(chance * (1 - chance) * (1 / count + 1 / _THEIRS))
    return Cell(
        document=5,
        table="table 2",
        cell=f"{players} players, {column}",
        printed=printed,
        ours=ours,
        error=error,
        digit=0.001 if printed == "0" else None,
        method=_METHODS[SEARCH],
    )
