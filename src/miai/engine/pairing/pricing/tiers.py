"""Tiers: a rule outweighs the rules below it on as many boards as whole numbers allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.engine.kernel.event import Prices, tier_prices
from miai.engine.kernel.jit import in_python
from miai.engine.kernel.tiers import tier_weights
from miai.engine.pairing.pricing.price_matrix import (
    SIMULATED,
    PairCosts,
    Part,
    Priced,
    compact,
    total_costs,
    widest_allowed,
)
from miai.engine.pairing.protocol import Flags, Ints, RoundView, Rule
from miai.engine.pairing.rules.seeding import keeping_halves_apart
from miai.errors import InputError
from miai.messages import Message

_tier_weights = in_python(tier_weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiers:
    """The score difference outweighs all below it on all boards; each other rule on a factor of boards."""

    key: ClassVar[str] = "miai"
    strict: tuple[str, ...] = ("score",)

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Weights from the bottom up, as far apart as the budget allows; seeding keeps the halves apart."""
        rules = keeping_halves_apart(rules)
        deviations = [compact(rule.deviation(view)) for rule in rules]
        byes = [rule.for_bye(view) for rule in rules]
        n = len(view) + len(view) % 2
        keys = [rule.key for rule in rules]
        allowed = ~bans
        widest = [
            max(widest_allowed(matrix, allowed), int(bye.max(initial=0)))
            for matrix, bye in zip(deviations, byes, strict=True)
        ]
        steps, factor, weights = self.weights(keys, widest, n)
        bye_costs = np.zeros(len(view), np.int64)
        parts = []
        for rule, matrix, bye, step, weight in zip(rules, deviations, byes, steps, weights, strict=True):
            price = partial(_in_steps, step=step, weight=weight)
            priced, bye_priced = PairCosts(matrix, price), price(bye)
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
            costs=total_costs(parts, bans), bye_costs=bye_costs, parts=tuple(parts), notes=tuple(notes)
        )

    def weights(self, keys: Sequence[str], widest: Sequence[int], n: int) -> tuple[list[int], int, list[int]]:
        """Steps, factor and weights that fit: the largest factor, or coarser steps where none is enough.

        A rule's deviations are counted in its steps, rounded up; the strict ones are never made coarser.
        """
        steps, weights = np.zeros(len(keys), np.int64), np.zeros(len(keys), np.int64)
        factor = _tier_weights(np.array(widest, np.int64), self._strict(keys), n, steps, weights)
        if factor == 0:
            raise InputError(
                Message(
                    "too many rules for a field of %(players)s players: even if every rule outweighs only "
                    "two boards of those below it, the costs do not fit; leave out a rule",
                    players=n,
                )
            )
        return steps.tolist(), factor, weights.tolist()

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> Prices:
        """The order of the rules: their weights depend on what is widest in a round."""
        codes = np.array([SIMULATED[rule.key] for rule in rules], np.int64)
        return tier_prices(codes, self._strict([rule.key for rule in rules]))

    def _strict(self, keys: Sequence[str]) -> Flags:
        return np.array([key in self.strict for key in keys], np.bool_)


def _in_steps(deviation: Ints, *, step: int, weight: int) -> Ints:
    """The price of deviations that are counted in steps, rounded up."""
    return deviation * weight if step == 1 else -(-deviation // step) * weight
