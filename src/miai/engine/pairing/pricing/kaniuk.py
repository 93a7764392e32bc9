"""Kaniuk's weights: W · psi(lambda · D) for each rule, maximised."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.kaniuk_weights import KaniukWeights
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
from miai.engine.pairing.protocol import Flags, Floats, Ints, RoundView, Rule
from miai.engine.pairing.rules.seeding import keeping_halves_apart

_SCALE = 1_000_000
# Rules whose deviation is a square; the distance itself is what psi is given.
_SQUARED = {"score": 0.5, "seeding": 1.0}

PSI: dict[str, Callable[[Floats], Floats]] = {
    "quadratic": lambda x: np.maximum(0.0, 1.0 - x * x),
    "gaussian": lambda x: np.exp(-x * x),
    "sech": lambda x: 1.0 / np.cosh(np.minimum(x, 700.0)),
}


def plain_weights(chosen: KaniukWeights) -> tuple[tuple[str, float, float], ...]:
    """Each rule with its W and lambda."""
    return tuple((each.rule, each.weight, each.scale) for each in chosen.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kaniuk:
    """Weight W and scale lambda by rule; psi is quadratic, gaussian or sech.

    With `halves_apart` the seeding keeps the halves of a group apart: Kaniuk's own weights do not ask for it.
    """

    key: ClassVar[str] = "kaniuk"
    psi: str = KaniukWeights().psi
    weights: tuple[tuple[str, float, float], ...] = plain_weights(KaniukWeights())
    halves_apart: bool = False

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """The cost of a rule is the weight that its deviation forgoes."""
        if self.halves_apart:
            rules = keeping_halves_apart(rules)
        bye_costs = np.zeros(len(view), np.int64)
        parts = []
        base = 0
        for rule in rules:
            matrix = compact(rule.deviation(view))
            priced = PairCosts(matrix, partial(self.forgone, rule.key))
            bye = self.forgone(rule.key, rule.for_bye(view))
            bye_costs += bye
            best = self._best(rule.key)
            base += best
            parts.append(Part(key=rule.key, rule=rule, deviation=matrix, costs=priced, bye=bye, best=best))
        return Priced(costs=total_costs(parts, bans), bye_costs=bye_costs, parts=tuple(parts), base=base)

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> Prices:
        """What each size of a deviation forgoes."""
        return table_prices(
            {SIMULATED[rule.key]: self.forgone(rule.key, measurable(rule, settings)) for rule in rules},
            base=sum(self._best(rule.key) for rule in rules),
            halves_apart=self.halves_apart,
        )

    def _best(self, key: str) -> int:
        return round(self.weight_of(key)[0] * _SCALE)

    def weight_of(self, key: str) -> tuple[float, float]:
        """W and lambda of a rule; one that is not named weighs nothing."""
        return next(((weight, scale) for name, weight, scale in self.weights if name == key), (0.0, 1.0))

    def forgone(self, key: str, deviation: Ints) -> Ints:
        """The weight that deviations from a rule forgo."""
        weight, scale = self.weight_of(key)
        distances = np.sqrt(deviation) * _SQUARED[key] if key in _SQUARED else deviation.astype(np.float64)
        return np.rint(_SCALE * weight * (1.0 - PSI[self.psi](scale * distances))).astype(np.int64)
