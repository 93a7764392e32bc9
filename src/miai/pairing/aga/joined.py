"""Who floats up to which score when players of several scores are paired together.

The criteria come first: as few pairs as possible break them. Then the total difference of scores is least,
then as many players as possible meet an opponent of their own score, and the upper scores are disturbed as
little as possible. The players who float up are the strongest with whom all this can be had. The players of
a score, with those who float up to them, are then paired by split and shift, as the document's example of
A to J is.
"""

from dataclasses import dataclass

import numpy as np

from miai.kernel.matching import ABSENT, Matching, solve
from miai.pairing.protocol import Flags, Ints


def fewest_breaches(breaches: Ints) -> int | None:
    """The least sum of prices for broken criteria, or None where no pairing is allowed."""
    if not len(breaches):
        return 0
    found = solve(np.ascontiguousarray(breaches))
    return found.total if found.perfect else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Players who are paired by split and shift, strongest first; the last `ups` have floated up to them."""

    players: tuple[int, ...]
    ups: int


def blocks_of(scores: Ints, breaches: Ints) -> list[Block]:
    """Divide players, the highest score first; `breaches` has a price for broken criteria or `ABSENT`."""
    left = np.arange(len(scores))
    blocks: list[Block] = []
    while len(left):
        inside = np.ix_(left, left)
        own = scores[left] == scores[left[0]]
        ups = _floating_up(scores[left], own, breaches[inside])
        members = own | ups
        blocks.append(Block(players=tuple(int(i) for i in left[members]), ups=int(ups.sum())))
        left = left[~members]
    return blocks


def _floating_up(scores: Ints, own: Flags, breaches: Ints) -> Flags:
    """Of the players below the highest score, those who meet somebody of it."""
    ups = np.zeros(len(scores), np.bool_)
    if own.all():
        return ups
    costs = _costs(scores, own, breaches)
    best = solve(costs)
    wanted = _meeting(best, own)
    for player in np.flatnonzero(~own):
        if ups.sum() == wanted.sum():
            break
        bound = costs.copy()
        bound[player, ~own] = bound[~own, player] = ABSENT
        if not wanted[player]:
            other = solve(bound)
            if not other.perfect or other.total > best.total:
                costs[player, own] = costs[own, player] = ABSENT
                continue
            wanted = _meeting(other, own)
        costs = bound
        ups[player] = True
    return ups


def _meeting(found: Matching, own: Flags) -> Flags:
    """The players of lower scores who meet somebody of the highest."""
    return np.asarray(own[found.mate] & ~own)


def _costs(scores: Ints, own: Flags, breaches: Ints) -> Ints:
    """What is compared, from the last to the first, each outweighing all boards of what comes after it."""
    boards = len(scores) // 2
    gaps = np.abs(scores[:, None] - scores[None, :])
    out_of_top = own[:, None] != own[None, :]
    costs = np.zeros_like(gaps)
    for part in (breaches, gaps, gaps > 0, out_of_top):
        present = np.where(part == ABSENT, 0, part) if part is breaches else np.asarray(part, np.int64)
        costs = costs * (boards * int(present.max(initial=0)) + 1) + present
    costs[breaches == ABSENT] = ABSENT
    return np.ascontiguousarray(costs, np.int64)
