"""Calls the kernel's matching; every result is verified by its certificate."""

from dataclasses import dataclass

import numpy as np

from miai.errors import InputError, InternalError
from miai.kernel.certificate import blocking_set, verify
from miai.kernel.matching import ABSENT, CostsTooLarge, solve
from miai.messages import Message, literal
from miai.pairing.protocol import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Pairs of indices of least total cost; `bye` sits out."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: int
    optimal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """Why no pairing exists: without `blockers`, more odd groups are left than there are blockers."""

    blockers: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


def match(costs: Ints, bye_costs: Ints) -> Matched | Blocked:
    """Pair everybody at the least cost; an odd field meets a phantom at the price of the bye."""
    n = len(costs)
    matrix = _with_phantom(costs, bye_costs) if n % 2 else np.ascontiguousarray(costs)
    if len(matrix) == 0:
        return Matched(pairs=(), bye=None, cost=0, optimal=True)
    try:
        found = solve(matrix)
    except CostsTooLarge as error:
        raise InputError(
            Message(
                "the weights are too large for %(players)s players: %(error)s",
                players=n,
                error=literal(str(error)),
            )
        ) from error
    if not found.perfect:
        return _blocked(matrix, found.odd, n)
    verdict = verify(
        matrix,
        mate=found.mate,
        vertex_duals=found.vertex_duals,
        blossom_members=found.blossom_members,
        blossom_starts=found.blossom_starts,
        blossom_duals=found.blossom_duals,
    )
    if not verdict.optimal:
        raise InternalError(f"the pairing could not be proved optimal: {verdict.flaw}")
    mates = [int(mate) for mate in found.mate]
    return Matched(
        pairs=tuple((i, j) for i, j in enumerate(mates) if i < j < n),
        bye=mates[n] if len(mates) > n else None,
        cost=found.total,
        optimal=verdict.optimal,
    )


def _with_phantom(costs: Ints, bye_costs: Ints) -> Ints:
    n = len(costs)
    matrix = np.full((n + 1, n + 1), ABSENT, np.int64)
    matrix[:n, :n] = costs
    matrix[n, :n] = matrix[:n, n] = bye_costs
    return matrix


def _blocked(matrix: Ints, hint: Ints, n: int) -> Blocked:
    block = blocking_set(matrix != ABSENT, hint)
    if block is None:
        raise InternalError("no pairing was found, and no proof that there is none")
    return Blocked(
        blockers=tuple(int(i) for i in block.blockers if i < n),
        groups=tuple(tuple(int(i) for i in group if i < n) for group in block.components),
    )
