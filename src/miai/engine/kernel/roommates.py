"""Irving's algorithm: a stable matching of everybody by everybody's list of wishes, or that there is none.

Lists only lose entries. Each keeps a first and a last place; an entry between them is still there if the
other's last place has not passed it. While somebody proposes to the first of their list, who is asked keeps
nobody below the best proposer so far; then cycles of second choices are taken out. Everybody's marks move one
way only, so the whole costs O(n^2).
"""

from typing import Final, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.jit import compiled, compiled_part

NOBODY: Final = -1


class Lists(NamedTuple):
    """Row i of `wishes` is player i's list, the best first; `ranks` holds the place of each player in it."""

    wishes: Ints
    ranks: Ints
    first: Ints
    last: Ints
    second: Ints


def stable_mates(ranks: Ints) -> Ints | None:
    """The mates of a stable matching of everybody, or None where there is none.

    Row i gives each player's place in i's list from 0, all different; one who is not in it has a negative
    number. Who is not in another's list must not have the other in theirs.
    """
    n = len(ranks)
    lengths = (ranks >= 0).sum(axis=1)
    if n == 0 or lengths.min() == 0:
        return None if n else np.zeros(0, np.int64)
    order = np.where(ranks >= 0, ranks, n)
    lists = Lists(
        wishes=np.ascontiguousarray(np.argsort(order, axis=1, kind="stable").astype(np.int64)),
        ranks=np.ascontiguousarray(ranks.astype(np.int64)),
        first=np.zeros(n, np.int64),
        last=(lengths - 1).astype(np.int64),
        second=np.zeros(n, np.int64),
    )
    if not _propose(lists) or not _take_out_cycles(lists):
        return None
    mates: Ints = lists.wishes[np.arange(n), lists.first]
    return mates


@compiled_part
def _next_place(lists: Lists, i: int, place: int) -> int:
    """The first place from this one on whose entry is still in i's list, or one beyond the last."""
    while place <= lists.last[i]:
        other = lists.wishes[i, place]
        if lists.ranks[other, i] <= lists.last[other]:
            return place
        place += 1
    return place


@compiled
def _propose(lists: Lists) -> bool:
    """Everybody proposes until everybody is held by somebody; False if somebody is left without a list."""
    n = len(lists.first)
    holds = np.full(n, NOBODY, np.int64)
    for start in range(n):
        i = start
        while i != NOBODY:
            lists.first[i] = _next_place(lists, i, lists.first[i])
            if lists.first[i] > lists.last[i]:
                return False
            asked = lists.wishes[i, lists.first[i]]
            refused = holds[asked]
            holds[asked] = i
            lists.last[asked] = lists.ranks[asked, i]
            i = refused
    return True


@compiled_part
def _follower(lists: Lists, i: int) -> int:
    """Whom i's second choice likes least, or NOBODY if i has no second choice."""
    lists.second[i] = _next_place(lists, i, max(lists.second[i], lists.first[i] + 1))
    if lists.second[i] > lists.last[i]:
        return NOBODY
    wished = lists.wishes[i, lists.second[i]]
    return int(lists.wishes[wished, lists.last[wished]])


@compiled_part
def _valid_until(lists: Lists, path: Ints, begin: int, end: int) -> int:
    """How far each on a path is still followed by the next: a cycle taken out before may have changed it."""
    for k in range(begin, end - 1):
        if _follower(lists, path[k]) != path[k + 1]:
            return k + 1
    return end


@compiled_part
def _cut(path: Ints, position: Ints, begin: int, end: int) -> int:
    """Forget the path from `begin` on."""
    for k in range(begin, end):
        position[path[k]] = NOBODY
    return begin


@compiled
def _take_out_cycles(lists: Lists) -> bool:
    """Take cycles of second choices out until every list has one entry; False if one has none."""
    n = len(lists.first)
    path = np.empty(n + 1, np.int64)
    position = np.full(n, NOBODY, np.int64)
    length = 0
    for start in range(n):
        while lists.first[start] < lists.last[start]:
            follower = start if length == 0 else _follower(lists, path[length - 1])
            if follower == NOBODY:
                length = _cut(path, position, length - 1, length)
            elif position[follower] == NOBODY:
                path[length] = follower
                position[follower] = length
                length += 1
            else:
                begin = position[follower]
                valid = _valid_until(lists, path, begin, length)
                if valid == length:
                    if not _take_out(lists, path[begin:length]):
                        return False
                    valid = begin
                length = _cut(path, position, valid, length)
    return True


@compiled_part
def _take_out(lists: Lists, cycle: Ints) -> bool:
    """Everybody on the cycle moves on to their second choice, who keeps nobody below them."""
    for i in cycle:
        wished = lists.wishes[i, lists.second[i]]
        lists.last[wished] = lists.ranks[wished, i]
        lists.first[i] = lists.second[i]
    for i in cycle:
        wished = lists.wishes[i, lists.first[i]]
        if lists.first[i] > lists.last[i] or lists.first[wished] > lists.last[wished]:
            return False
    return True
