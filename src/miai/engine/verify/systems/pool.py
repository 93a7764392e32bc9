"""Players who wait for an opponent: a pair is made only if all others can still be paired."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Self

from miai.engine.verify.alternating_paths import augment, even_ends

Graph = dict[int, set[int]]


class Pool:
    """A graph of those who may meet, with one way to pair all who are left always known.

    In an odd field the phantom is one more player, and its opponent has the bye.
    """

    def __init__(self, allowed: Graph, mates: dict[int, int], phantom: int | None) -> None:
        self.allowed, self._mates, self.phantom = allowed, mates, phantom
        self.pairs: list[tuple[int, int]] = []
        self.bye: int | None = None

    @classmethod
    def of(cls, allowed: Mapping[int, Iterable[int]], may_sit_out: Collection[int]) -> Self | None:
        """The pool of all players of a graph; None if they cannot all be paired."""
        graph = {each: set(others) for each, others in allowed.items()}
        phantom = None
        if len(graph) % 2:
            phantom = max(graph) + 1
            graph[phantom] = set(may_sit_out)
            for each in may_sit_out:
                graph[each].add(phantom)
        mates: dict[int, int] = {}
        # A player with few possible opponents comes first, so that little has to be turned over.
        for each in sorted(graph, key=lambda one: len(graph[one])):
            if each not in mates and not augment(each, mates, graph):
                return None
        return cls(graph, mates, phantom)

    @property
    def waiting(self) -> list[int]:
        """All who are left, the phantom last."""
        return sorted(self._mates)

    def waiting_of(self, members: Iterable[int]) -> list[int]:
        """The members of a group who are left, in their order."""
        return [each for each in members if each in self._mates]

    def opponents(self, of: int) -> list[int]:
        """The players whom somebody may still meet."""
        return sorted(self.allowed[of] - {self.phantom}) if of in self._mates else []

    def pair(self, one: int, other: int) -> bool:
        """Pair two players if they may meet and all others can still be paired."""
        if other not in self.allowed.get(one, ()):
            return False
        rest, mates = self._without(one, other), dict(self._mates)
        left = [mates.pop(one), mates.pop(other)]
        if left[0] != other:
            for each in left:
                mates.pop(each)
            if not augment(left[0], mates, rest):
                self._forget(one)
                return False
        self.allowed, self._mates = rest, mates
        if self.phantom in (one, other):
            self.bye = one if other == self.phantom else other
        else:
            self.pairs.append((one, other))
        return True

    def partners(self, of: int) -> set[int]:
        """The players whom somebody can meet so that all others can still be paired."""
        rest, mates = self._without(of), dict(self._mates)
        root = mates.pop(of)
        mates.pop(root)
        return self.allowed[of] & even_ends(root, mates, rest)

    def keep_together(self, members: Iterable[int]) -> bool:
        """Let those of a group who are left meet each other only, if everybody can then be paired."""
        inside = set(self.waiting_of(members))
        split = {
            each: others & inside if each in inside else others - inside
            for each, others in self.allowed.items()
        }
        mates = {each: mate for each, mate in self._mates.items() if (each in inside) == (mate in inside)}
        for each in self._mates:
            if each not in mates and not augment(each, mates, split):
                return False
        self.allowed, self._mates = split, mates
        return True

    def leavers_first(self, group: Sequence[int]) -> list[int]:
        """An odd group, first those without whom the others can be paired with each other."""
        free = can_leave(self.allowed, group)
        return sorted(group, key=lambda each: each not in free)

    def _without(self, *gone: int) -> Graph:
        away = set(gone)
        return {each: others - away for each, others in self.allowed.items() if each not in away}

    def _forget(self, one: int) -> None:
        """Strike out the opponents of a player with whom there is no pairing of all."""
        possible = self.partners(one)
        for other in self.allowed[one] - possible:
            self.allowed[other].discard(one)
        self.allowed[one] = possible


def can_pair(allowed: Mapping[int, Collection[int]], members: Collection[int]) -> bool:
    """If some players can all be paired with each other."""
    inside = set(members)
    if len(inside) % 2:
        return False
    return Pool.of({each: inside.intersection(allowed[each]) for each in inside}, ()) is not None


def can_leave(allowed: Mapping[int, Collection[int]], group: Sequence[int]) -> set[int]:
    """The members of an odd group without whom the others can be paired with each other."""
    inside = set(group)
    if len(inside) % 2 == 0:
        return set()
    pool = Pool.of({each: inside.intersection(allowed[each]) for each in inside}, inside)
    return set() if pool is None or pool.phantom is None else pool.partners(pool.phantom)


class GroupsBelow:
    """If a group and those below it can be paired inside, each odd one sending one player to the next."""

    def __init__(self, allowed: Mapping[int, Collection[int]], groups: Sequence[Sequence[int]]) -> None:
        self._allowed, self._groups = allowed, groups
        self._known: dict[int, bool] = {}
        self._leaving = can_leave(allowed, groups[0])

    def follow(self, down: int, up: int) -> bool:
        """If that holds when these two of the first two groups meet."""
        return down in self._leaving and up in self._allowed[down] and self._holds_without(up, 1)

    def _holds_without(self, up: int, at: int) -> bool:
        if up not in self._known:
            self._known[up] = self._holds([each for each in self._groups[at] if each != up], at)
        return self._known[up]

    def _holds(self, members: Sequence[int], at: int) -> bool:
        if len(members) % 2 == 0:
            return can_pair(self._allowed, members)
        if at + 1 == len(self._groups):
            return False
        return any(
            up in self._allowed[down] and self._holds_without(up, at + 1)
            for down in can_leave(self._allowed, members)
            for up in self._groups[at + 1]
        )
