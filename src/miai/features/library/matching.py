"""Match any symmetric matrix of costs, with the proof that nothing costs less."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.engine.kernel.certificate import verify
from miai.engine.kernel.matching import ABSENT, RANGE_BUDGET, TOTAL_BUDGET
from miai.engine.pairing.match import Blocked, Duals, Matched, with_phantom
from miai.engine.pairing.match import match as match_fields
from miai.engine.pairing.protocol import Flags, Ints
from miai.errors import InputError, NoPairingError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """The proof that no perfect matching costs less, by duals that no pair undercuts.

    `duals` are twice the price of each vertex; `blossoms` are odd sets of vertices, each with twice its
    price; `bound` is what every matching costs at least. Where somebody is left alone, the last vertex is the
    partner that they have instead. What has to hold is said in `miai.engine.kernel.certificate`.
    """

    duals: tuple[int, ...]
    blossoms: tuple[tuple[int, tuple[int, ...]], ...]
    bound: int
    _costs: Ints = field(repr=False, compare=False)
    _mates: Ints = field(repr=False, compare=False)

    def verify(self) -> bool:
        """Check the proof against the costs, without the code that found the matching."""
        if not len(self._costs):
            return True
        members = [vertex for _, held in self.blossoms for vertex in held]
        starts = np.cumsum([0, *(len(held) for _, held in self.blossoms)])
        return verify(
            self._costs,
            mate=self._mates,
            vertex_duals=np.array(self.duals, np.int64),
            blossom_members=np.array(members, np.int64),
            blossom_starts=starts.astype(np.int64),
            blossom_duals=np.array([dual for dual, _ in self.blossoms], np.int64),
        ).optimal


@dataclass(frozen=True, slots=True, kw_only=True)
class CostMatching:
    """Pairs of least total cost; `alone` is who has no partner, if one was allowed to stay alone.

    `total` is the sum of the whole costs that were matched: with a `scale`, of the scaled and rounded ones.
    """

    pairs: tuple[tuple[int, int], ...]
    alone: int | None
    total: int
    scale: float | None
    certificate: Certificate

    @property
    def cost(self) -> float:
        """The total in the units of the costs that were given."""
        return self.total if self.scale is None else self.total / self.scale


def match(
    costs: ArrayLike,
    *,
    scale: float | None = None,
    forbidden: ArrayLike | None = None,
    alone: ArrayLike | None = None,
) -> CostMatching:
    """The pairs of least total cost for a symmetric matrix, exact and with a proof.

    Costs are whole numbers of any kind and may be negative; the diagonal is not looked at. Floats are
    refused, unless `scale` says by how much they are multiplied before they are rounded; infinity then
    forbids a pair. `forbidden` is a matrix of pairs that may not be matched. An odd number needs `alone`:
    what it costs to leave somebody without a partner, one number or one for each.

    >>> found = miai.match([[0, 3, 1, 4], [3, 0, 5, 1], [1, 5, 0, 2], [4, 1, 2, 0]])
    >>> found.pairs, found.total, found.certificate.verify()
    (((0, 2), (1, 3)), 2, True)
    >>> miai.match([[0, 0.5], [0.5, 0]])
    Traceback (most recent call last):
    miai.errors.InputError: the costs are not whole numbers: give scale=1000 to count in thousandths
    >>> miai.match([[0, 0.5], [0.5, 0]], scale=1000).cost
    0.5
    >>> miai.match([[0, 3, 1], [3, 0, 5], [1, 5, 0]], alone=0).alone
    1
    """
    matrix, bans = _whole(_rectangle(costs), scale)
    if forbidden is not None:
        bans = bans | _ban_matrix(forbidden, len(matrix))
    single = _alone(alone, scale, len(matrix))
    _demand_symmetric(matrix, bans)
    if len(matrix) % 2 and single is None:
        raise InputError(
            Message(
                "%(number)s cannot all be matched in pairs: give alone=0 to leave one without a partner",
                number=len(matrix),
            )
        )
    np.fill_diagonal(bans, val=True)
    _demand_size(matrix[~bans], single, len(matrix))
    matrix[bans] = ABSENT
    unpriced = np.zeros(len(matrix), np.int64)
    found = match_fields(matrix, unpriced if single is None else single)
    if isinstance(found, Blocked):
        raise NoPairingError(_why_blocked(found))
    whole = with_phantom(matrix, single) if len(matrix) % 2 and single is not None else matrix
    return CostMatching(
        pairs=found.pairs,
        alone=found.bye,
        total=found.cost,
        scale=scale,
        certificate=_certificate(whole, found),
    )


def _why_blocked(found: Blocked) -> Message:
    """Why the allowed pairs cannot match everybody."""
    if not found.blockers:
        return Message(
            "no pairing avoids all forbidden pairs: there are %(groups)s groups of odd size, and no pair "
            "between them is allowed",
            groups=len(found.groups),
        )
    return Message(
        "no pairing avoids all forbidden pairs: without %(blockers)s of them, the others fall into "
        "%(groups)s groups of odd size",
        blockers=len(found.blockers),
        groups=len(found.groups),
    )


def _rectangle(costs: ArrayLike) -> NDArray[np.generic]:
    """The costs as an array; rows of different lengths make none."""
    try:
        return np.asarray(costs)
    except ValueError:
        what = Message("the costs must be a square matrix: its rows have different lengths")
        raise InputError(what) from None


def _whole(costs: NDArray[np.generic], scale: float | None) -> tuple[Ints, Flags]:
    """The costs as whole numbers, in a matrix of our own, and the pairs that infinite ones forbid."""
    if costs.ndim != 2 or costs.shape[0] != costs.shape[1]:
        shape = " × ".join(map(str, costs.shape)) or "one value"
        raise InputError(Message("the costs must be a square matrix, not %(shape)s", shape=shape))
    none = np.zeros(costs.shape, np.bool_)
    if costs.dtype.kind not in "biuf":
        raise InputError(
            Message("the costs must be numbers of at most 64 bits, not %(kind)s", kind=str(costs.dtype))
        )
    if scale is None and costs.dtype.kind != "f":
        if costs.dtype == np.uint64 and costs.size and int(costs.max()) >= ABSENT:
            raise _too_large(len(costs))
        return costs.astype(np.int64, order="C"), none
    if scale is None:
        raise InputError(Message("the costs are not whole numbers: give scale=1000 to count in thousandths"))
    if not 0 < scale < np.inf:
        raise InputError(Message("the scale must be a number above 0"))
    numbers = costs.astype(np.float64)
    off_diagonal = ~np.eye(len(numbers), dtype=np.bool_)
    for i, j in np.argwhere((np.isnan(numbers) | (numbers == -np.inf)) & off_diagonal)[:1].tolist():
        raise InputError(
            Message("costs[%(i)s, %(j)s] is %(value)s", i=i, j=j, value=str(float(numbers[i, j])))
        )
    infinite = ~np.isfinite(numbers)
    scaled = np.where(infinite, 0.0, np.rint(np.where(infinite, 0.0, numbers) * scale))
    if (np.abs(scaled) > TOTAL_BUDGET).any():
        raise _too_large(len(costs))
    return scaled.astype(np.int64), infinite


def _ban_matrix(forbidden: ArrayLike, n: int) -> Flags:
    bans = np.asarray(forbidden)
    if bans.dtype != np.bool_ or bans.shape != (n, n):
        raise InputError(Message("forbidden pairs must be a matrix of %(n)s × %(n)s truth values", n=n))
    return np.asarray(bans | bans.T)


def _alone(alone: ArrayLike | None, scale: float | None, n: int) -> Ints | None:
    """What it costs to leave each one alone."""
    if alone is None:
        return None
    given = np.asarray(alone)
    if given.shape not in ((), (n,)) or given.dtype.kind not in "biuf":
        raise InputError(Message("alone must be one number, or one for each of the %(number)s", number=n))
    if scale is None and given.dtype.kind == "f":
        raise InputError(Message("alone is not a whole number: give a scale"))
    priced = np.rint(given.astype(np.float64) * scale) if scale is not None else given
    if not np.isfinite(priced).all():
        raise InputError(Message("alone must be finite"))
    return np.ascontiguousarray(np.broadcast_to(priced.astype(np.int64), (n,)))


def _demand_symmetric(matrix: Ints, bans: Flags) -> None:
    different = ((matrix != matrix.T) & ~(bans | bans.T)) | (bans != bans.T)
    for i, j in np.argwhere(different)[:1].tolist():
        raise InputError(
            Message(
                "the costs must be the same both ways: costs[%(i)s, %(j)s] and costs[%(j)s, %(i)s] differ",
                i=i,
                j=j,
            )
        )


def _demand_size(present: Ints, single: Ints | None, n: int) -> None:
    every = present if single is None else np.concatenate((present, single))
    if every.size:
        least, largest = int(every.min()), int(every.max())
        if max(-least, largest) > TOTAL_BUDGET // (n + 1) or largest - least > RANGE_BUDGET:
            raise _too_large(n)


def _too_large(n: int) -> InputError:
    return InputError(
        Message(
            "the costs are too large for exact sums of %(number)s: at most %(most)s in absolute value, and "
            "at most %(range)s apart",
            number=n,
            most=str(TOTAL_BUDGET // (n + 1)),
            range=str(RANGE_BUDGET),
        )
    )


def _certificate(costs: Ints, found: Matched) -> Certificate:
    mates = np.empty(len(costs), np.int64)
    last = () if found.bye is None else ((found.bye, len(costs) - 1),)
    for i, j in (*found.pairs, *last):
        mates[i], mates[j] = j, i
    duals: Duals = found.duals
    return Certificate(
        duals=tuple(dual for _, dual in duals.by_index),
        blossoms=duals.blossoms,
        bound=_bound(duals),
        _costs=costs,
        _mates=mates,
    )


def _bound(duals: Duals) -> int:
    """What the duals prove that every perfect matching costs at least."""
    twice = sum(dual for _, dual in duals.by_index)
    return (twice - sum((len(held) - 1) // 2 * dual for dual, held in duals.blossoms)) // 2
