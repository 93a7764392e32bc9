"""Tiers: a rule outweighs the rules below it on as many boards as whole numbers allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.errors import InputError
from miai.kernel.matching import RANGE_BUDGET, TOTAL_BUDGET
from miai.messages import Message
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
        keys = [rule.key for rule in rules]
        widest = [
            max(int(matrix.max(initial=0, where=~bans)), int(bye.max(initial=0)))
            for matrix, bye in zip(deviations, byes, strict=True)
        ]
        steps, factor, weights = self.weights(keys, widest, n)
        costs = np.zeros((len(view), len(view)), np.int64)
        bye_costs = np.zeros(len(view), np.int64)
        parts = []
        for rule, matrix, bye, step, weight in zip(rules, deviations, byes, steps, weights, strict=True):
            priced: Ints = matrix * weight if step == 1 else -(-matrix // step) * weight
            bye_priced: Ints = -(-bye // step) * weight
            costs += priced
            bye_costs += bye_priced
            parts.append(Part(key=rule.key, rule=rule, deviation=matrix, costs=priced, bye=bye_priced))
        notes = [
            Message(
                "each rule outweighs %(boards)s boards of the rules below it; "
                "the score difference, all boards",
                boards=factor,
            )
        ]
        coarse = tuple(rule.title for rule, step in zip(rules, steps, strict=True) if step > 1)
        if coarse:
            notes.append(Message("rounded to coarser steps in so large a field: %(rules)s", rules=coarse))
        return Priced(
            costs=with_absent(costs, bans), bye_costs=bye_costs, parts=tuple(parts), notes=tuple(notes)
        )

    def weights(self, keys: Sequence[str], widest: Sequence[int], n: int) -> tuple[list[int], int, list[int]]:
        """Steps, factor and weights that fit: the largest factor, or coarser steps where none is enough.

        A rule's deviations are counted in its steps, rounded up; the strict ones are never made coarser.
        """
        boards = max(1, n // 2)
        for step in (1, 2, 4, 8, 16, 32, 64, 128, 256):
            steps = [1 if key in self.strict else step for key in keys]
            widths = [-(-width // each) for width, each in zip(widest, steps, strict=True)]
            low, high = FEWEST_BOARDS, max(FEWEST_BOARDS, boards)
            if not self._fit(keys, widths, n, low):
                continue
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if self._fit(keys, widths, n, middle) else (low, middle - 1)
            return steps, low, self._weights(keys, widths, boards, low)
        raise InputError(
            Message(
                "too many rules for a field of %(players)s players: even if every rule outweighs only two "
                "boards of those below it, the costs do not fit; leave out a rule",
                players=n,
            )
        )

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
