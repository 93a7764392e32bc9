"""How a round is to be drawn, and what came out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from miai.engine.pairing.byes import lowest_order
from miai.engine.pairing.match import Duals
from miai.engine.pairing.pricing.price_matrix import Priced, Pricing
from miai.engine.pairing.protocol import Reason, RoundView, Rule
from miai.engine.pairing.rules.forbidding import BANS, Ban
from miai.messages import Message

Pair = tuple[int, int]
ByeOrder = Callable[[RoundView], list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a system wants a round drawn; the first of `bye_order` who can sits out of an odd field."""

    system: str
    preset: str
    seed: int
    rules: Sequence[Rule]
    pricing: Pricing
    bans: Sequence[Ban] = BANS
    bye_order: ByeOrder = lowest_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The pairs and bye that a system chose, by indices, with the prices they were chosen by.

    `bye_reasons` are the system's own, where the prices do not say why somebody sits out. `duals` prove that
    no other pairs of those who are neither forced nor sit out cost less.
    """

    priced: Priced
    pairs: tuple[Pair, ...]
    bye: int | None
    cost: int
    optimal: bool
    notes: tuple[Message, ...] = ()
    bye_reasons: tuple[Reason, ...] | None = None
    duals: Duals | None = None
