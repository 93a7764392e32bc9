"""Exact minimum-cost perfect matching on a dense matrix, with the duals that prove it.

Edmonds' blossom algorithm in its dense primal-dual form: `fractional` matches as far as odd cycles allow,
`blossoms` does the rest. Every step leaves duals (prices of the vertices) that no present pair undercuts and
that every matched pair meets exactly ("tight"), so the last one is optimal.

A search never rewrites the matrix. A vertex is outer (an even number of steps from the root), inner or free.
Outer duals rise with the search's clock and inner ones fall, so a dual is stored as it would be at clock 0
and a change of all of them is one step of the clock. A search costs O(n^2), the whole O(n^3).

Costs are doubled inside, so that duals stay whole, and counted from the least one, so that only their range
is limited.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

import numpy as np
from numpy.typing import NDArray

from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.blossoms import list_blossoms, match_wholly
from miai.engine.kernel.fractional import match_fractionally, start, survey
from miai.engine.kernel.jit import compiled_in_place, compiled_part
from miai.engine.kernel.search_buffers import (
    ABSENT,
    INNER,
    OUTER,
    RANGE_BUDGET,
    Work,
    new_costs,
    new_work,
    reset,
)
from miai.engine.kernel.thread_shares import edges_of_shares

__all__ = [
    "ABSENT",
    "RANGE_BUDGET",
    "TOTAL_BUDGET",
    "Batch",
    "CostsTooLarge",
    "Matching",
    "solve",
    "solve_many",
]

TOTAL_BUDGET: Final = 2**62
"""The most that vertices times the largest absolute cost may be: any total fits int64."""

# The verdicts on a matrix.
FIT, LOPSIDED, TOO_LARGE, STRAINED = 0, 1, 2, 3

TILE: Final = 32


class CostsTooLarge(ValueError):  # noqa: N818 - it reads as a sentence
    """The sums of these costs might not fit int64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """A matching of least total cost if `perfect`, else one of as many pairs as possible at any cost."""

    mate: Ints
    """The partner of each vertex, or -1."""
    total: int
    perfect: bool
    vertex_duals: Ints
    """In halves of a cost, as are the blossoms'; without meaning if not perfect."""
    blossom_members: Ints
    """Blossom b holds `blossom_members[blossom_starts[b]:blossom_starts[b + 1]]`."""
    blossom_starts: Ints
    blossom_duals: Ints
    even: Ints
    """If not perfect: the outer vertices of the searches that found no partner."""
    odd: Ints
    """And their inner ones: without these, more odd components are left than these could be matched to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The matchings of many matrices: row k of `mates` and entry k of the others belong to matrix k."""

    mates: Ints
    totals: Ints
    perfect: NDArray[np.bool_]


def solve(costs: Ints) -> Matching:
    """The perfect matching of least total cost of a symmetric matrix, whose diagonal is not looked at."""
    costs = _checked(costs, dimensions=2)
    n = len(costs)
    work = new_work(n)
    batch = _solve_shares(costs[np.newaxis], [work])
    members, starts, duals = list_blossoms(work)
    side = work.nodes.side[:n]
    return Matching(
        mate=batch.mates[0],
        total=int(batch.totals[0]),
        perfect=bool(batch.perfect[0]),
        vertex_duals=work.dual[:n] + work.state.zero[0] // 2,
        blossom_members=members,
        blossom_starts=starts,
        blossom_duals=duals,
        even=np.flatnonzero(side == OUTER),
        odd=np.flatnonzero(side == INNER),
    )


def solve_many(costs: Ints, *, threads: int | None = None) -> Batch:
    """The matchings of k matrices, an array (k, n, n), on all cores by default."""
    costs = _checked(costs, dimensions=3)
    many, n = costs.shape[:2]
    workers = max(1, min(threads or os.cpu_count() or 1, many))
    return _solve_shares(costs, [new_work(n) for _ in range(workers)])


def _solve_shares(costs: Ints, works: list[Work]) -> Batch:
    """Share the matrices out, one thread for each room to work in."""
    many, n = costs.shape[:2]
    mates = np.empty((many, n), np.int64)
    perfect = np.empty(many, np.bool_)
    totals = np.zeros(many, np.int64)
    verdicts = np.zeros(many, np.int64)

    edges = edges_of_shares(many, len(works))
    free: SimpleQueue[Work] = SimpleQueue()
    for work in works:
        free.put(work)

    def solve_share(k: int) -> None:
        share = slice(edges[k], edges[k + 1])
        mates[share] = -1
        work = free.get()
        room = new_costs(n if n < work.dual.size else 0)
        try:
            _solve_slice(costs[share], room, mates[share], totals[share], verdicts[share], work)
        finally:
            # Another thread may wait for it, also after a failure.
            free.put(work)
        perfect[share] = (mates[share] >= 0).all(axis=1)

    shares = len(edges) - 1
    if shares == 1:
        solve_share(0)
    else:
        # Our own threads: Numba's may not be entered from two threads of a server at once.
        with ThreadPoolExecutor(len(works)) as pool:
            list(pool.map(solve_share, range(shares)))
    for k in np.flatnonzero(verdicts)[:1]:
        _refuse(verdicts[k], n, which=f"Matrix {k}: " if many > 1 else "")
    return Batch(mates=mates, totals=totals, perfect=perfect)


def _checked(costs: Ints, *, dimensions: int) -> Ints:
    """Refuse what the compiled code could not read."""
    if not isinstance(costs, np.ndarray) or costs.dtype != np.int64:
        raise ValueError("Costs must be an array of int64.")
    if costs.ndim != dimensions or costs.shape[-1] != costs.shape[-2]:
        raise ValueError(f"Costs must be {'a square matrix' if dimensions == 2 else 'square matrices'}.")
    if not costs.flags.c_contiguous:
        raise ValueError("Costs must be C-contiguous.")
    if costs.shape[-1] % 2:
        raise ValueError(f"{costs.shape[-1]} vertices cannot all be matched in pairs: their number is odd.")
    # Numba would compile everything again for an array that is read-only.
    return costs if costs.flags.writeable else costs.copy()


def _refuse(verdict: int, n: int, *, which: str) -> None:
    """Raise the error that the verdict on a matrix calls for."""
    if verdict == LOPSIDED:
        raise ValueError(f"{which}Costs must be symmetric.")
    if verdict == STRAINED:
        raise CostsTooLarge(f"{which}Costs are too far apart for a graph of {n} vertices with so few edges.")
    raise CostsTooLarge(
        f"{which}Costs are too large for {n} vertices: they may be at most {TOTAL_BUDGET // n} in absolute "
        f"value and at most {RANGE_BUDGET} apart."
    )


@compiled_part
def _judge(least: int, largest: int, n: int) -> int:
    """Whether costs between these can be calculated with."""
    if least == ABSENT:
        return FIT
    if largest > TOTAL_BUDGET // n or least < -(TOTAL_BUDGET // n) or largest - least > RANGE_BUDGET:
        return TOO_LARGE
    return FIT


@compiled_part
def _is_symmetric(costs: Ints) -> bool:
    """Whether the costs are the same both ways; square by square, to stay in the cache.

    Their number is even, so that entries are looked at in twos by twos: one question for four is faster.
    """
    n = len(costs)
    for top in range(0, n, TILE):
        for left in range(0, top + 1, TILE):
            for i in range(top, min(top + TILE, n), 2):
                for j in range(left, min(left + TILE, i + 1), 2):
                    above = (costs[i, j] ^ costs[j, i]) | (costs[i, j + 1] ^ costs[j + 1, i])
                    below = (costs[i + 1, j] ^ costs[j, i + 1]) | (costs[i + 1, j + 1] ^ costs[j + 1, i + 1])
                    if above | below:
                        return False
    return True


@compiled_in_place
def _solve_slice(costs: Ints, room: Ints, mates: Ints, totals: Ints, verdicts: Ints, work: Work) -> None:
    """Solve part of a batch with one set of arrays and, for rows that are filled up, room for a matrix."""
    for k in range(len(costs)):
        matrix = costs[k]
        if len(room) > 0:
            _copy(matrix, room)
            matrix = room
        least, largest = survey(matrix, work)
        verdicts[k] = _judge(least, largest, len(matrix)) if _is_symmetric(costs[k]) else LOPSIDED
        if verdicts[k] == FIT:
            totals[k] = _solve_surveyed(matrix, least, mates[k], work)
            if work.state[0].strained:
                verdicts[k] = STRAINED


@compiled_part
def _copy(costs: Ints, room: Ints) -> None:
    """Copy a matrix, but not its diagonal."""
    n = len(costs)
    for i in range(n):
        for j in range(n):
            room[i, j] = costs[i, j]
        room[i, i] = ABSENT


@compiled_part
def solve_one(costs: Ints, mate: Ints, work: Work) -> int:
    """Match one matrix that is known to be fit, its rows filled up, and return the total cost."""
    least, _ = survey(costs, work)
    return _solve_surveyed(costs, least, mate, work)


@compiled_part
def _solve_surveyed(costs: Ints, least: int, mate: Ints, work: Work) -> int:
    """Match a matrix whose least costs have just been noted."""
    reset(0 if least == ABSENT else least, work)
    start(costs, work)
    match_fractionally(costs, work)
    match_wholly(costs, work)
    total = 0
    for v in range(len(costs)):
        mate[v] = work.nodes[v].mate
        if mate[v] > v:
            total += costs[v, mate[v]]
    return total
