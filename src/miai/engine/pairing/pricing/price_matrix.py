"""What a pricing makes of the rules: one matrix of whole costs, and the parts it is made of."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import scale_of
from miai.engine.kernel import event
from miai.engine.kernel.arrays import kind_for
from miai.engine.kernel.deviations import (
    CHANCE_SIDES,
    FLOAT_PLACE_STEPS,
    WIDEST_COLOUR,
    WIDEST_FLOATS,
    WIDEST_GRADING,
    WIDEST_SEEDING,
)
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.protocol import Flags, Ints, Reason, RoundView, Rule, SmallInts
from miai.engine.pairing.rules.forbidding import BANS, Ban
from miai.engine.pairing.rules.geography import Geography
from miai.messages import Message

Price = Callable[[Ints], Ints]
# Rows of a matrix that are worked on at a time: so many stay in the processor's cache.
_ROWS = 16


class PairCosts:
    """What a rule charges for each pair: the price of its deviation, worked out where somebody looks.

    In a field of 5,000 players every matrix of prices would need 200 megabytes.
    """

    __slots__ = ("_deviation", "_price")

    def __init__(self, deviation: SmallInts, price: Price) -> None:
        self._deviation, self._price = deviation, price

    def __getitem__(self, at: Any) -> Ints:
        return self._price(np.asarray(self._deviation[at], np.int64))

    def price(self, deviations: Ints) -> Ints:
        """The price of some deviations."""
        return self._price(deviations)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Ints:
        return np.asarray(self[:], dtype)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One rule's share: its deviations, and the price of each pair (n×n) and of each bye (n).

    Where weights are maximised, `best` is the most that the rule gives; the price is what a pair lacks of it.
    """

    key: str
    rule: Rule
    deviation: SmallInts
    costs: SmallInts | PairCosts
    bye: Ints
    best: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOfPairs:
    """One rule's share of some pairs, by their indices: deviation and price."""

    key: str
    rule: Rule
    figures: Mapping[tuple[int, int], tuple[int, int]]


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
        return self.reasons_of([(i, j)])(view, i, j)

    def reasons_of(
        self, pairs: Sequence[tuple[int, int]]
    ) -> Callable[[RoundView, int, int], tuple[Reason, ...]]:
        """What every rule says of some pairs, without the matrices of all the others."""
        parts = tuple(_of_pairs(part, pairs) for part in self.parts)

        def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
            return tuple(
                Reason(
                    rule=part.key,
                    title=part.rule.title,
                    deviation=part.figures[i, j][0],
                    cost=part.figures[i, j][1],
                    text=part.rule.explain(view, i, j),
                )
                for part in parts
            )

        return reasons

    def cost_of(self, i: int, j: int) -> int:
        """The price of a pair, even of a forbidden one."""
        return sum(int(part.costs[i, j]) for part in self.parts)

    def shown_total(self, cost: int, boards: int) -> int:
        """The total as the preset counts it."""
        return cost if self.base is None else boards * self.base - cost


def _of_pairs(part: Part, pairs: Sequence[tuple[int, int]]) -> PartOfPairs:
    both = np.array(pairs, np.int64).reshape(-1, 2)
    at = (both[:, 0], both[:, 1])
    figures = zip(part.deviation[at].tolist(), part.costs[at].tolist(), strict=True)
    return PartOfPairs(key=part.key, rule=part.rule, figures=dict(zip(pairs, figures, strict=True)))


class Pricing(Protocol):
    """Turns deviations into whole costs."""

    key: ClassVar[str]

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Costs of every pair and of every bye; banned pairs are absent."""


@runtime_checkable
class SimulatedPricing(Pricing, Protocol):
    """A pricing whose prices the simulation can compute as well, as those of all presets."""

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> event.Prices:
        """The same prices for the simulation."""


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
    "grading": event.GRADING,
}
"""The simulation's name for each rule."""

# The score is looked up by half points; wider gaps than this cost the same.
_HALF_POINTS = 160
_MOST_CATEGORIES = 100


def measurable(rule: Rule, settings: Settings) -> Ints:
    """Every deviation of a rule that the simulation may have to price, from 0 on."""
    widest = {
        "category": _MOST_CATEGORIES,
        "geography": Geography.of(settings.pairing).widest,
        "floats": WIDEST_FLOATS,
        "colour": WIDEST_COLOUR,
        "handicap": scale_of(settings.handicapping).most,
        "float_place": 2 * FLOAT_PLACE_STEPS,
        "seeding": WIDEST_SEEDING,
        "chance": CHANCE_SIDES - 1,
        "grading": 2 * WIDEST_GRADING,
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


def compact(matrix: SmallInts) -> SmallInts:
    """The same whole numbers, from 0 on, in as few bytes as the widest needs."""
    if matrix.dtype != np.int64:
        return matrix
    return matrix.astype(kind_for(int(matrix.max(initial=0))), copy=False)


def with_absent(costs: Ints, bans: Flags) -> Ints:
    """The costs without the forbidden pairs."""
    costs[bans] = ABSENT
    return costs


def total_costs(parts: Sequence[Part], bans: Flags) -> Ints:
    """What each pair costs by all rules together; forbidden pairs are absent."""
    costs = np.zeros(bans.shape, np.int64)
    for rows in _blocks(len(bans)):
        total = costs[rows]
        for part in parts:
            total += part.costs[rows]
        with_absent(total, bans[rows])
    return costs


def widest_allowed(deviation: SmallInts, allowed: Flags) -> int:
    """The largest deviation of a pair that may be drawn."""
    return max((int((deviation[rows] * allowed[rows]).max()) for rows in _blocks(len(allowed))), default=0)


def _blocks(rows: int) -> Iterator[slice]:
    return (slice(top, top + _ROWS) for top in range(0, rows, _ROWS))
