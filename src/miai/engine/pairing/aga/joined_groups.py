"""Who meets another score when score groups are joined.

The criteria come first: as few pairs as possible break them. Then the total difference of scores is least,
and as many players as possible meet an opponent of their own score. The players who float up are the
strongest with whom all this can be had, and those who float down the lowest. Who stays is paired with the
others of the same score by split and shift; the first who floats down meets the first who floats up, and so
on, as in the document's example of A to J.
"""

from dataclasses import dataclass

import numpy as np

from miai.engine.kernel.matching import ABSENT, solve
from miai.engine.pairing.protocol import Flags, Ints


def fewest_breaches(breaches: Ints) -> int | None:
    """The least sum of prices for broken criteria, or None where no pairing is allowed."""
    if not len(breaches):
        return 0
    found = solve(np.ascontiguousarray(breaches))
    return found.total if found.perfect else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Players who are paired with each other: of one score, or `floating`, those who go down first."""

    players: tuple[int, ...]
    floating: bool = False


def sections_of(scores: Ints, breaches: Ints) -> list[Section]:
    """Divide players, the highest score first; `breaches` has a price for broken criteria or `ABSENT`."""
    chosen = _Floats(scores, breaches)
    down, up = chosen.down, chosen.up
    stays = ~(down | up)
    sections = [
        Section(players=_numbers(stays & (scores == score)))
        for score in sorted(set(scores[stays].tolist()), reverse=True)
    ]
    if down.any():
        sections.append(Section(players=(*_numbers(down), *_numbers(up)), floating=True))
    return sections


def _numbers(chosen: Flags) -> tuple[int, ...]:
    return tuple(int(i) for i in np.flatnonzero(chosen))


class _Floats:
    """Chooses who floats: the strongest up, then the lowest down, as long as the rest stays as good."""

    def __init__(self, scores: Ints, breaches: Ints) -> None:
        self._scores = scores
        self._costs = _costs(scores, breaches)
        best = solve(self._costs)
        self._total, self._mate = best.total, best.mate
        self.up: Flags = np.zeros(len(scores), np.bool_)
        self.down: Flags = np.zeros(len(scores), np.bool_)
        wanted = int((scores[best.mate] > scores).sum())
        for player in range(len(scores)):
            if self.up.sum() < wanted:
                self.up[player] = self._floats_up(player)
        for player in range(len(scores)):
            if not self.up[player]:
                self.down[player] = self._floats_down(player)

    def _floats_up(self, player: int) -> bool:
        """Whether a player can float up, and then has to."""
        higher = self._scores > self._scores[player]
        floats = self._against(player) > 0 or (bool(higher.any()) and self._adopts(player, ~higher))
        self._forbid(player, ~higher if floats else higher)
        return floats

    def _floats_down(self, player: int) -> bool:
        """Whether a player has to float down."""
        lower = self._scores < self._scores[player]
        floats = self._against(player) < 0 and not self._adopts(player, lower)
        if not floats:
            self._forbid(player, lower)
        return floats

    def _against(self, player: int) -> int:
        """How much higher the present opponent's score is."""
        return int(self._scores[self._mate[player]] - self._scores[player])

    def _adopts(self, player: int, without: Flags) -> bool:
        """Whether the pairing stays as good if a player does not meet some others; if so, it is adopted."""
        costs = self._costs.copy()
        costs[player, without] = costs[without, player] = ABSENT
        found = solve(costs)
        if not found.perfect or found.total > self._total:
            return False
        self._costs, self._mate = costs, found.mate
        return True

    def _forbid(self, player: int, others: Flags) -> None:
        self._costs[player, others] = self._costs[others, player] = ABSENT


def _costs(scores: Ints, breaches: Ints) -> Ints:
    """What is compared, each part outweighing all boards of those after it."""
    boards = len(scores) // 2
    gaps = np.abs(scores[:, None] - scores[None, :])
    absent = breaches == ABSENT
    costs = np.where(absent, 0, breaches)
    for part in (gaps, (gaps > 0).astype(np.int64)):
        costs = costs * (boards * int(part.max(initial=0)) + 1) + part
    costs[absent] = ABSENT
    return np.ascontiguousarray(costs, np.int64)
