"""Alternating paths in graphs of players who may meet, by Edmonds' algorithm."""

from collections import deque
from collections.abc import Collection, Mapping

Graph = Mapping[int, Collection[int]]


def even_ends(root: int, mates: Mapping[int, int], allowed: Mapping[int, Collection[int]]) -> set[int]:
    """The ends of all alternating paths of even length from the one player who has no mate (Edmonds)."""
    base = {each: each for each in allowed}
    parent: dict[int, int] = {}
    even, queue = {root}, [root]

    def line(of: int) -> list[int]:
        """The bases from a player to the root."""
        found = [base[of]]
        while found[-1] != base[root]:
            found.append(base[parent[mates[found[-1]]]])
        return found

    def mark(of: int, top: int, child: int, ring: set[int]) -> None:
        while base[of] != top:
            ring |= {base[of], base[mates[of]]}
            parent[of] = child
            child = mates[of]
            of = parent[child]

    while queue:
        one = queue.pop()
        for other in allowed[one]:
            if base[one] == base[other] or mates.get(one) == other:
                continue
            if other in even:
                above = set(line(one))
                top = next(each for each in line(other) if each in above)
                ring: set[int] = set()
                mark(one, top, other, ring)
                mark(other, top, one, ring)
                for each in allowed:
                    if base[each] in ring:
                        base[each] = top
                        if each not in even:
                            even.add(each)
                            queue.append(each)
            elif other not in parent:
                parent[other] = one
                even.add(mates[other])
                queue.append(mates[other])
    return even


def augment(root: int, mates: dict[int, int], allowed: Graph) -> bool:
    """Give a player without a mate one, through as many others as it takes; False if that cannot be."""
    return _short_way(root, mates, allowed) or _Search(root, mates, allowed).run()


def _short_way(root: int, mates: dict[int, int], allowed: Graph) -> bool:
    """Meet another player without a mate, at once."""
    for other in allowed[root]:
        if other not in mates:
            mates[root], mates[other] = other, root
            return True
    return False


class _Search:
    """The tree of alternating paths from one player."""

    def __init__(self, root: int, mates: dict[int, int], allowed: Graph) -> None:
        self._mates, self._allowed, self._root = mates, allowed, root
        self._base = {each: each for each in allowed}
        self._parent: dict[int, int] = {}
        self._even = {root}
        self._queue = deque([root])

    def run(self) -> bool:
        """Grow the tree until it reaches a second player without a mate."""
        while self._queue:
            one = self._queue.popleft()
            for other in self._allowed[one]:
                if self._base[one] == self._base[other] or self._mates.get(one) == other:
                    continue
                if other in self._even:
                    self._close_ring(one, other)
                elif other not in self._parent:
                    self._parent[other] = one
                    if other not in self._mates:
                        self._turn_over(other)
                        return True
                    self._add(self._mates[other])
        return False

    def _add(self, each: int) -> None:
        self._even.add(each)
        self._queue.append(each)

    def _turn_over(self, end: int | None) -> None:
        while end is not None:
            before = self._parent[end]
            after = self._mates.get(before)
            self._mates[end], self._mates[before] = before, end
            end = after

    def _close_ring(self, one: int, other: int) -> None:
        above = set(self._line(one))
        top = next(each for each in self._line(other) if each in above)
        ring: set[int] = set()
        self._mark(one, top, other, ring)
        self._mark(other, top, one, ring)
        for each, base in self._base.items():
            if base in ring:
                self._base[each] = top
                if each not in self._even:
                    self._add(each)

    def _line(self, of: int) -> list[int]:
        """The bases from a player to the root."""
        found = [self._base[of]]
        while found[-1] != self._base[self._root]:
            found.append(self._base[self._parent[self._mates[found[-1]]]])
        return found

    def _mark(self, of: int, top: int, child: int, ring: set[int]) -> None:
        while self._base[of] != top:
            ring |= {self._base[of], self._base[self._mates[of]]}
            self._parent[of] = child
            child = self._mates[of]
            of = self._parent[child]
