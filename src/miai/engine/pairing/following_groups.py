"""Whether one game between two groups leaves a pairing of all groups by the rule of document 1, 3.4."""

from collections.abc import Sequence

import numpy as np

from miai.engine.pairing.match import Blocked
from miai.engine.pairing.protocol import Flags
from miai.engine.pairing.stepwise_pairing import Remaining


class FollowingGroups:
    """Whether a group and those below can be paired inside, each odd one sending one player to the next."""

    def __init__(self, may_meet: Flags, groups: Sequence[Sequence[int]]) -> None:
        self._may_meet, self._groups = may_meet, groups
        self._known: dict[int, bool] = {}
        self._leaving = self._can_leave(groups[0])

    def can_follow(self, down: int, up: int) -> bool:
        """Whether that holds when these two of the first two groups meet."""
        return bool(down in self._leaving and self._may_meet[down, up] and self._holds_without(up, 1))

    def _holds_without(self, up: int, at: int) -> bool:
        """Whether it holds from a group on when one of its players is drawn up."""
        if up not in self._known:
            self._known[up] = self._holds([i for i in self._groups[at] if i != up], at)
        return self._known[up]

    def _holds(self, members: Sequence[int], at: int) -> bool:
        if len(members) % 2 == 0:
            # The groups below do not depend on this one.
            return not isinstance(self._inside(members), Blocked)
        if at + 1 == len(self._groups):
            return False
        return any(
            self._may_meet[down, up] and self._holds_without(up, at + 1)
            for down in self._can_leave(members)
            for up in self._groups[at + 1]
        )

    def _can_leave(self, members: Sequence[int]) -> list[int]:
        """Those of an odd group without whom the others can be paired with each other."""
        inside = self._inside(members)
        if isinstance(inside, Blocked) or inside.phantom is None:
            return []
        free = inside.partners(inside.phantom)
        return [member for k, member in enumerate(members) if free[k]]

    def _inside(self, members: Sequence[int]) -> Remaining | Blocked:
        return Remaining.of(self._may_meet[np.ix_(members, members)], np.ones(len(members), np.bool_))
