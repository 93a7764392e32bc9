"""Tiers: a rule outweighs the rules below it on as many boards as whole numbers allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.errors import InputError
from miai.kernel.matching import RANGE_BUDGET, TOTAL_BUDGET
from miai.pairing.pricing.priced import Part, Priced, with_absent
from miai.pairing.protocol import Flags, Ints, RoundView, Rule

FEWEST_BOARDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiers:
    """The score difference outweighs all below it on all boards; each other rule on a factor of boards."""

    key: ClassVar[str] = "miai"
    strict: tuple[str, ...] = ("score",)

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Weights from the bottom up, as far apart as the budget allows."""
        deviations = [rule.deviation(view) for rule in rules]
        byes = [rule.for_bye(view) for rule in rules]
        n = len(view) + len(view) % 2
        widest = [
            max(int(matrix.max(initial=0, where=~bans)), int(bye.max(initial=0)))
            for matrix, bye in zip(deviations, byes, strict=True)
        ]
        factor, weights = self.weights([rule.key for rule in rules], widest, n)
        costs = np.zeros((len(view), len(view)), np.int64)
        bye_costs = np.zeros(len(view), np.int64)
        parts = []
        for rule, matrix, bye, weight in zip(rules, deviations, byes, weights, strict=True):
            priced: Ints = matrix * weight
            costs += priced
            bye_costs += bye * weight
            parts.append(Part(key=rule.key, rule=rule, deviation=matrix, costs=priced, bye=bye * weight))
        note = f"each rule outweighs {factor} boards of the rules below it; the score difference, all boards"
        return Priced(costs=with_absent(costs, bans), bye_costs=bye_costs, parts=tuple(parts), notes=(note,))

    def weights(self, keys: Sequence[str], widest: Sequence[int], n: int) -> tuple[int, list[int]]:
        """The largest factor whose weights fit, and the weights."""
        boards = max(1, n // 2)
        low, high = FEWEST_BOARDS, max(FEWEST_BOARDS, boards)
        if not self._fit(keys, widest, n, low):
            raise InputError(
                f"too many rules for a field of {n} players: even if every rule outweighs only two boards "
                "of those below it, the costs do not fit; leave out a rule"
            )
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fit(keys, widest, n, middle) else (low, middle - 1)
        return low, self._weights(keys, widest, boards, low)

    def _fit(self, keys: Sequence[str], widest: Sequence[int], n: int, factor: int) -> bool:
        weights = self._weights(keys, widest, max(1, n // 2), factor)
        most = sum(weight * width for weight, width in zip(weights, widest, strict=True))
        return most <= min(RANGE_BUDGET, TOTAL_BUDGET // n)

    def _weights(self, keys: Sequence[str], widest: Sequence[int], boards: int, factor: int) -> list[int]:
        weights: list[int] = []
        below = 0
        for key, width in zip(reversed(keys), reversed(widest), strict=True):
            weight = (boards if key in self.strict else factor) * below + 1
            weights.append(weight)
            below += weight * width
        return weights[::-1]
