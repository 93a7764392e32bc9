"""What a pricing makes of the rules: one matrix of whole costs, and the parts it is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

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

    def bye_reasons(self, view: RoundView, i: int) -> tuple[Reason, ...]:
        """What the bye costs by each rule."""
        return tuple(
            Reason(
                rule=part.key,
                title=part.rule.title,
                cost=int(part.bye[i]),
                text=Message("%(name)s sits out", name=view.name(i)),
            )
            for part in self.parts
            if part.bye[i]
        )

    def shown_total(self, cost: int, boards: int) -> int:
        """The total as the preset counts it."""
        return cost if self.base is None else boards * self.base - cost


class Pricing(Protocol):
    """Turns deviations into whole costs."""

    key: ClassVar[str]

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Costs of every pair and of every bye; banned pairs are absent."""


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
