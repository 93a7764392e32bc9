"""Asks whether some players can all still be paired, so that pairing one by one never gets stuck."""

from collections.abc import Sequence

import numpy as np

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.protocol import Flags, Ints


class Oracle:
    """Answers by counting where that is enough (Dirac), else by an exact matching."""

    def __init__(self, bans: Flags, may_sit_out: Ints) -> None:
        self._bans = bans
        self._may = np.zeros(len(bans), np.bool_)
        self._may[may_sit_out] = True
        self._known: dict[frozenset[int], bool] = {}

    def can_pair(self, players: Sequence[int]) -> bool:
        """Whether everybody can be paired; of an odd number one who may has the bye."""
        key = frozenset(players)
        if key not in self._known:
            self._known[key] = self._is_dense(players) or self.blocked(players) is None
        return self._known[key]

    def blocked(self, players: Sequence[int]) -> Blocked | None:
        """Who blocks whom, where not everybody can be paired."""
        if not players:
            return None
        part = np.ix_(players, players)
        costs = np.where(self._bans[part], ABSENT, 0).astype(np.int64)
        byes = np.where(self._may[list(players)], 0, ABSENT).astype(np.int64)
        found = match(np.ascontiguousarray(costs), byes)
        if not isinstance(found, Blocked):
            return None
        return Blocked(
            blockers=tuple(players[i] for i in found.blockers),
            groups=tuple(tuple(players[i] for i in group) for group in found.groups),
        )

    def _is_dense(self, players: Sequence[int]) -> bool:
        """Where everybody may meet at least half of the others, all can be paired."""
        count = len(players)
        if count % 2 or count < 4:
            return False
        banned = self._bans[np.ix_(players, players)].sum(axis=1)
        return bool((count - banned >= count // 2).all())
