"""What a pricing makes of the rules: one matrix of whole costs, and the parts it is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np

from miai.domain.settings import Settings
from miai.kernel import event
from miai.kernel.deviations import CHANCE_SIDES, FLOAT_PLACE_STEPS, WIDEST_SEEDING
from miai.kernel.matching import ABSENT
from miai.messages import Message
from miai.pairing.protocol import Flags, Ints, Reason, RoundView, Rule
from miai.pairing.rules.forbidding import BANS, Ban


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One rule's share: its deviations, and the price of each pair (n×n) and of each bye (n).

    Where weights are maximised, `best` is the most that the rule gives; the price is what a pair lacks of it.
    """

    key: str
    rule: Rule
    deviation: Ints
    costs: Ints
    bye: Ints
    best: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """Costs to minimise; forbidden pairs are absent.

    Where a preset maximises, `base` is the most that a pair can have, its `offset` included, and the cost is
    what it lacks.
    """

    costs: Ints
    bye_costs: Ints
    parts: tuple[Part, ...]
    base: int | None = None
    offset: int = 0
    notes: tuple[Message, ...] = ()

    def reasons(self, view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        """What every rule says of a pair."""
        return tuple(
            Reason(
                rule=part.key,
                title=part.rule.title,
                deviation=int(part.deviation[i, j]),
                cost=int(part.costs[i, j]),
                text=part.rule.explain(view, i, j),
            )
            for part in self.parts
        )

    def cost_of(self, i: int, j: int) -> int:
        """The price of a pair, even of a forbidden one."""
        return sum(int(part.costs[i, j]) for part in self.parts)

    def shown_total(self, cost: int, boards: int) -> int:
        """The total as the preset counts it."""
        return cost if self.base is None else boards * self.base - cost


class Pricing(Protocol):
    """Turns deviations into whole costs."""

    key: ClassVar[str]

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Costs of every pair and of every bye; banned pairs are absent."""


@runtime_checkable
class SimulatedPricing(Pricing, Protocol):
    """A pricing whose prices the simulation can compute as well."""

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> event.Prices:
        """The same prices for the simulation; the rules must be among `SIMULATED`."""


SIMULATED: dict[str, int] = {
    "category": event.CATEGORY,
    "score": event.SCORE,
    "geography": event.GEOGRAPHY,
    "floats": event.FLOATS,
    "colour": event.COLOUR,
    "handicap": event.HANDICAP,
    "float_place": event.FLOAT_PLACE,
    "seeding": event.SEEDING,
    "chance": event.CHANCE,
}
"""The rules that the simulation knows, with its names for them."""

# The score is looked up by half points; wider gaps than this cost the same.
_HALF_POINTS = 160
_MOST_CATEGORIES = 100


def measurable(rule: Rule, settings: Settings) -> Ints:
    """Every deviation of a rule that the simulation may have to price, from 0 on."""
    rules = settings.pairing
    widest = {
        "category": _MOST_CATEGORIES,
        "geography": max(rules.same_country, rules.same_clubs_group, rules.same_club),
        "floats": 4,
        "colour": 4,
        "handicap": settings.handicapping.ceiling,
        "float_place": 2 * FLOAT_PLACE_STEPS,
        "seeding": WIDEST_SEEDING,
        "chance": CHANCE_SIDES - 1,
    }
    if rule.key == "score":
        return np.arange(_HALF_POINTS, dtype=np.int64) ** 2
    return np.arange(widest[rule.key] + 1, dtype=np.int64)


def banned(view: RoundView, bans: Sequence[Ban] = BANS) -> Flags:
    """All pairs that may not be drawn."""
    out = np.eye(len(view), dtype=np.bool_)
    for ban in bans:
        out |= ban.forbids(view)
    return out


def with_absent(costs: Ints, bans: Flags) -> Ints:
    """The costs without the forbidden pairs."""
    costs[bans] = ABSENT
    return costs
