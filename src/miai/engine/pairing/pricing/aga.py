"""The AGA protocol's penalty: 10000 · ΔM² + ΔP², other wishes on a scale between."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.seeding import SeedMethod
from miai.engine.kernel.deviations import fill_order_distance
from miai.engine.kernel.event import Prices, table_prices
from miai.engine.pairing.pricing.price_matrix import (
    SIMULATED,
    PairCosts,
    Part,
    Priced,
    compact,
    measurable,
    total_costs,
)
from miai.engine.pairing.protocol import Flags, Ints, RoundView, Rule
from miai.engine.pairing.rules.seeding import Seeding

_SPLIT_AND_SHIFT: Rule = Seeding(method=SeedMethod.SLIP)
# The price of the squared distance from the ideal opponent.
_ORDER = 1
# Score deviations are squares of half points: four to the square of a point.
_PRICES = {
    "category": 40_000,
    "score": 10_000 // 4,
    "floats": 1_000,
    "geography": 500,
    "colour": 300,
    "grading": 100,
    "handicap": 100,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgaPenalty:
    """ΔM is the difference of scores, ΔP the distance from the ideal opponent in the sorted field."""

    key: ClassVar[str] = "aga"

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """The sum of the penalties; where they are equal, the canonical order of the players decides."""
        n = len(view)
        bye_costs = np.zeros(n, np.int64)
        parts = []
        for wanted in rules:
            # Whatever the settings seed by, the protocol splits and shifts.
            rule = _SPLIT_AND_SHIFT if wanted.key == "seeding" else wanted
            if rule.key == "seeding":
                whole = np.empty((n, n), np.int64)
                fill_order_distance(view.groups, view.places, view.sizes, whole)
                matrix = compact(whole)
                priced, bye = PairCosts(matrix, _squared), rule.for_bye(view)
            elif rule.key in _PRICES:
                matrix = compact(rule.deviation(view))
                priced = PairCosts(matrix, partial(np.multiply, _PRICES[rule.key]))
                bye = rule.for_bye(view) * _PRICES[rule.key]
            else:
                continue
            bye_costs += bye
            parts.append(Part(key=rule.key, rule=rule, deviation=matrix, costs=priced, bye=bye))
        return Priced(costs=total_costs(parts, bans), bye_costs=bye_costs, parts=tuple(parts))

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> Prices:
        """The penalty of each size of a deviation; the seeding's table is for byes alone."""
        tables = {
            SIMULATED[rule.key]: _PRICES.get(rule.key, 1) * measurable(rule, settings)
            for rule in rules
            if rule.key in _PRICES or rule.key == "seeding"
        }
        return table_prices(tables, order=_ORDER)


def _squared(distance: Ints) -> Ints:
    """The price of the distance from the ideal opponent."""
    return _ORDER * distance * distance
