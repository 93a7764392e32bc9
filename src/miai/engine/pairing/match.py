"""Calls the kernel's matching; every result is verified by its certificate."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from miai.engine.kernel.certificate import blocking_set, verify
from miai.engine.kernel.matching import ABSENT, CostsTooLarge, Matching, solve
from miai.engine.pairing.protocol import Ints
from miai.errors import InputError, InternalError
from miai.messages import Message, literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Duals:
    """What proves that pairs are of least cost: duals by index and blossoms as (dual, members), in halves.

    What they mean is said in `kernel.certificate`.
    """

    by_index: tuple[tuple[int, int], ...]
    blossoms: tuple[tuple[int, tuple[int, ...]], ...]

    def renamed(self, names: Sequence[int]) -> "Duals":
        """The same duals where index i is called by name i."""
        return Duals(
            by_index=tuple((names[i], dual) for i, dual in self.by_index),
            blossoms=tuple((dual, tuple(names[i] for i in members)) for dual, members in self.blossoms),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Pairs of indices of least total cost; `bye` sits out.

    Where somebody sits out because the costs say so, `duals` have the phantom as their last index.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: int
    optimal: bool
    duals: Duals = Duals(by_index=(), blossoms=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """Why no pairing exists: without `blockers`, more odd groups are left than there are blockers."""

    blockers: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


def match(costs: Ints, bye_costs: Ints) -> Matched | Blocked:
    """Pair everybody at the least cost; an odd field meets a phantom at the price of the bye."""
    n = len(costs)
    matrix = with_phantom(costs, bye_costs) if n % 2 else np.ascontiguousarray(costs)
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
        duals=_duals(found),
    )


def _duals(found: Matching) -> Duals:
    """The duals of a matching; blossoms without a dual prove nothing and are left out."""
    ends = found.blossom_starts.tolist()
    members = found.blossom_members.tolist()
    sets = zip(found.blossom_duals.tolist(), pairwise(ends), strict=True)
    return Duals(
        by_index=tuple(enumerate(found.vertex_duals.tolist())),
        blossoms=tuple((dual, tuple(sorted(members[start:end]))) for dual, (start, end) in sets if dual),
    )


def with_phantom(costs: Ints, bye_costs: Ints) -> Ints:
    """The costs with one more vertex: whoever is matched with it sits out."""
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
