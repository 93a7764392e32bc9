"""Proofs about matchings, checked from the costs alone and without the solver.

Optimal: duals y of the vertices and z >= 0 of odd sets ("blossoms"), in halves of a cost, such that

- no present pair costs less than its duals: 2 c(u, v) - y(u) - y(v) + the z of all sets with both >= 0,
- matched pairs cost exactly that, and every set with z > 0 has all but one of its members matched inside.

Then twice the total equals the sum of y less (|B| - 1) / 2 · z(B) of every set B, below which no perfect
matching can cost.

Impossible: vertices without which more odd components are left than there were such vertices (Tutte).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from miai.engine.kernel.arrays import Flags, Ints

ABSENT: Final = 2**63 - 1
"""The entry of a pair that may not be matched."""

LIMIT: Final = 2**60
"""Costs and duals beyond this are refused, so that no sum here can overflow unseen."""

BLOCK: Final = 2**16
"""How many pairs are looked at in one step. All is done in NumPy: compiling takes longer than checking."""

REMOVED, UNSEEN = -2, -1


class Flaw(Enum):
    """What is wrong with a certificate."""

    ARRAYS = "the arrays do not belong together"
    TOO_LARGE = "costs or duals are too large to be checked in int64"
    NOT_PERFECT = "not a perfect matching on present pairs"
    NOT_ODD = "a blossom is not a set of at least three vertices, odd in number"
    NOT_LAMINAR = "two blossoms overlap"
    NEGATIVE_DUAL = "the dual of a blossom is negative"
    NOT_FULL = "a blossom with a dual does not have all but one of its members matched inside"
    UNDERCUT = "a present pair costs less than its duals"
    NOT_TIGHT = "a matched pair costs more than its duals"
    TOTALS = "the matching costs more than the duals prove"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a matching is proved optimal, and if not, why not."""

    flaw: Flaw | None = None

    @property
    def optimal(self) -> bool:
        """Nothing was found wrong."""
        return self.flaw is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Vertices without which too many odd components are left: no perfect matching exists."""

    blockers: Ints
    components: tuple[Ints, ...]
    """The odd components, each in ascending order, in order of their least vertex."""

    @property
    def unmatched(self) -> int:
        """How many vertices every matching leaves alone, at least."""
        return len(self.components) - len(self.blockers)


def verify(
    costs: Ints,
    *,
    mate: Ints,
    vertex_duals: Ints,
    blossom_members: Ints,
    blossom_starts: Ints,
    blossom_duals: Ints,
) -> Verdict:
    """Check that a matching is perfect and that the duals prove it to be of least cost.

    Blossom b holds `blossom_members[blossom_starts[b]:blossom_starts[b + 1]]`.
    """
    sets = (blossom_members, blossom_starts)
    flaw = (
        _flaw_of_arrays(costs, (mate, vertex_duals), (*sets, blossom_duals))
        or _flaw_of_numbers(costs, vertex_duals, blossom_duals)
        or _flaw_of_matching(costs, mate)
        or _flaw_of_blossoms(mate, *sets, blossom_duals)
        or _flaw_of_prices(costs, mate, vertex_duals, *_shared_duals(len(costs), *sets, blossom_duals))
        or _flaw_of_totals(costs, mate, vertex_duals, np.diff(blossom_starts), blossom_duals)
    )
    return Verdict(flaw=flaw)


def blocking_set(present: Flags, blockers: Ints) -> Block | None:
    """The proof that no perfect matching exists which these vertices give, or None if they give none.

    `present` tells which pairs may be matched; its diagonal does not matter.
    """
    n = len(present)
    distinct = np.unique(blockers)
    if len(distinct) < len(blockers) or (len(distinct) and not 0 <= distinct[0] <= distinct[-1] < n):
        return None
    component = _components(present | present.T, np.isin(np.arange(n), distinct))
    by_component = np.argsort(component, kind="stable")
    borders = np.flatnonzero(np.diff(component[by_component])) + 1
    groups = [group for group in np.split(by_component, borders) if len(group) and component[group[0]] >= 0]
    odd = tuple(group for group in groups if len(group) % 2)
    return Block(blockers=distinct, components=odd) if len(odd) > len(distinct) else None


def _flaw_of_arrays(costs: Ints, of_vertices: tuple[Ints, ...], of_blossoms: tuple[Ints, ...]) -> Flaw | None:
    """Whether shapes and types fit each other, so that everything after may trust them."""
    n = len(costs)
    members, starts, duals = of_blossoms
    fits = (
        all(
            array.dtype == np.int64 and array.flags.c_contiguous
            for array in (costs, *of_vertices, *of_blossoms)
        )
        and costs.shape == (n, n)
        and all(array.shape == (n,) for array in of_vertices)
        and members.ndim == 1
        and duals.ndim == 1
        and starts.shape == (len(duals) + 1,)
        and starts[0] == 0
        and starts[-1] == len(members)
        and bool((np.diff(starts) >= 0).all())
        and bool(((members >= 0) & (members < n)).all())
    )
    return None if fits else Flaw.ARRAYS


def _flaw_of_numbers(costs: Ints, vertex_duals: Ints, blossom_duals: Ints) -> Flaw | None:
    """Whether the arithmetic below could overflow, or a dual has the wrong sign."""
    duals = np.concatenate((vertex_duals, blossom_duals))
    present = (np.where(costs[rows] == ABSENT, 0, costs[rows]) for rows in _blocks(len(costs)))
    if not (_within_limit(duals) and all(_within_limit(block) for block in present)):
        return Flaw.TOO_LARGE
    return Flaw.NEGATIVE_DUAL if (blossom_duals < 0).any() else None


def _flaw_of_matching(costs: Ints, mate: Ints) -> Flaw | None:
    """Whether everybody has a partner who agrees and with whom they may be matched."""
    return None if _is_perfect(costs, mate) else Flaw.NOT_PERFECT


def _flaw_of_blossoms(mate: Ints, members: Ints, starts: Ints, duals: Ints) -> Flaw | None:
    """Whether the blossoms are odd sets, nested or apart, and full where they count."""
    sizes = np.diff(starts)
    if not ((sizes >= 3) & (sizes % 2 == 1)).all():
        return Flaw.NOT_ODD
    if not _nest(
        _largest_first(starts), members, starts, np.zeros(len(mate), np.int64), np.zeros_like(starts)
    ):
        return Flaw.NOT_LAMINAR
    return None if _are_full(mate, members, starts, duals) else Flaw.NOT_FULL


def _shared_duals(n: int, members: Ints, starts: Ints, duals: Ints) -> tuple[Ints, Ints]:
    """The innermost blossom of each vertex, and for two such blossoms the duals of all that contain both."""
    order = _largest_first(starts)
    innermost = np.zeros(n, np.int64)
    parents = np.zeros_like(starts)
    _nest(order, members, starts, innermost, parents)
    return innermost, _sum_shared(parents, np.append(0, duals[order]))


def _flaw_of_prices(costs: Ints, mate: Ints, duals: Ints, innermost: Ints, shared: Ints) -> Flaw | None:
    """Whether no pair undercuts its duals and every matched pair meets them."""
    if shared.max() > LIMIT:
        return Flaw.TOO_LARGE
    if _least_slack(costs, duals, innermost, shared) < 0:
        return Flaw.UNDERCUT
    return None if _are_tight(costs, mate, duals, innermost, shared) else Flaw.NOT_TIGHT


def _flaw_of_totals(costs: Ints, mate: Ints, duals: Ints, sizes: Ints, blossom_duals: Ints) -> Flaw | None:
    """Whether twice the total is what the duals add up to."""
    twice = _exact_sum(costs[np.arange(len(costs)), mate])
    proved = _exact_sum(duals) - sum(
        (size - 1) // 2 * dual for size, dual in zip(sizes.tolist(), blossom_duals.tolist(), strict=True)
    )
    return None if twice == proved else Flaw.TOTALS


def _exact_sum(values: Ints) -> int:
    """A sum that may be larger than int64: high and low halves apart."""
    return (int((values >> 32).sum()) << 32) + int((values & 0xFFFFFFFF).sum())


def _largest_first(starts: Ints) -> Ints:
    """The blossoms in an order in which each comes after those that contain it."""
    return np.argsort(-np.diff(starts), kind="stable")


def _within_limit(values: Ints) -> bool:
    """Whether all entries are small enough to calculate with."""
    return bool(values.max(initial=0) <= LIMIT and values.min(initial=0) >= -LIMIT)


def _blocks(n: int) -> Iterator[slice]:
    """The rows of a matrix, as many at a time as the cache of a processor holds."""
    height = max(1, BLOCK // max(1, n))
    return (slice(top, top + height) for top in range(0, n, height))


def _is_perfect(costs: Ints, mate: Ints) -> bool:
    """Whether the partner of every vertex is another one, present, whose partner it is."""
    everybody = np.arange(len(mate))
    return bool(
        ((mate >= 0) & (mate < len(mate)) & (mate != everybody)).all()
        and (mate[mate] == everybody).all()
        and (costs[everybody, mate] != ABSENT).all()
    )


def _nest(order: Ints, members: Ints, starts: Ints, innermost: Ints, parents: Ints) -> bool:
    """Find the innermost blossom of each vertex and the parent of each blossom; False if two overlap.

    Blossoms are numbered from 1 in the given order; 0 is outside of all.
    """
    for number, blossom in enumerate(order, start=1):
        inside = members[starts[blossom] : starts[blossom + 1]]
        parents[number] = innermost[inside[0]]
        if (innermost[inside] != parents[number]).any() or len(np.unique(inside)) < len(inside):
            return False
        innermost[inside] = number
    return True


def _are_full(mate: Ints, members: Ints, starts: Ints, duals: Ints) -> bool:
    """Whether each blossom with a dual has all members but one matched inside."""
    seen = np.full(len(mate), -1, np.int64)
    for blossom in np.flatnonzero(duals > 0):
        inside = members[starts[blossom] : starts[blossom + 1]]
        seen[inside] = blossom
        if np.count_nonzero(seen[mate[inside]] != blossom) != 1:
            return False
    return True


def _sum_shared(parents: Ints, duals: Ints) -> Ints:
    """For every two blossoms, the sum of the duals of those that contain both."""
    shared = np.zeros((len(parents), len(parents)), np.int64)
    for k in range(1, len(parents)):
        # What holds an older blossom and this one also holds this one's parent.
        shared[k, :k] = shared[parents[k], :k]
        shared[:k, k] = shared[k, :k]
        shared[k, k] = min(shared[parents[k], parents[k]] + duals[k], LIMIT + 1)
    return shared


def _least_slack(costs: Ints, duals: Ints, innermost: Ints, shared: Ints) -> int:
    """The least that a present pair costs above its duals."""
    least = LIMIT
    vertices = np.arange(len(costs))
    for rows in _blocks(len(costs)):
        present = (costs[rows] != ABSENT) & (vertices[rows, np.newaxis] != vertices)
        slack = 2 * costs[rows] - duals[rows, np.newaxis] - duals + shared[innermost[rows]][:, innermost]
        least = min(least, int(slack.min(where=present, initial=LIMIT)))
    return least


def _are_tight(costs: Ints, mate: Ints, duals: Ints, innermost: Ints, shared: Ints) -> bool:
    """Whether each matched pair costs exactly its duals."""
    paid = 2 * costs[np.arange(len(mate)), mate]
    return bool((paid == duals + duals[mate] - shared[innermost, innermost[mate]]).all())


def _components(present: Flags, removed: Flags) -> Ints:
    """The component of each vertex, numbered by their least vertex; REMOVED for the removed ones."""
    component = np.where(removed, REMOVED, UNSEEN)
    found = 0
    for first in range(len(present)):
        if component[first] == UNSEEN:
            component[first] = found
            waiting = [first]
            while waiting:
                reached = np.flatnonzero(present[waiting.pop()] & (component == UNSEEN))
                component[reached] = found
                waiting.extend(reached.tolist())
            found += 1
    return component
