"""Where no pairing keeps all the bans: the one that breaks the fewest.

Rematches of other parts of the event give way first: one of them counts less than any other breach.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Flags, Ints, RoundView
from miai.engine.pairing.rules.forbidding import Ban, NeverMet
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """How many bans a pair would break."""

    key: ClassVar[str] = "broken"
    title: ClassVar[Message] = Message("May not be drawn")
    fault: ClassVar[Message] = Message("pairs that may not be drawn")
    bans: Sequence[Ban]

    def deviation(self, view: RoundView) -> Ints:
        """0 where nothing forbids the pair; a rematch of another part of the event alone is the least."""
        out = np.zeros((len(view), len(view)), np.int64)
        elsewhere = met_elsewhere_alone(view)
        gives_way = bool(elsewhere.any()) and any(ban.key == NeverMet.key for ban in self.bans)
        other = len(view) // 2 + 1 if gives_way else 1
        for ban in self.bans:
            least = elsewhere if ban.key == NeverMet.key else np.zeros_like(elsewhere)
            out += np.where(least, 1, other) * ban.forbids(view)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye breaks nothing."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the pair would break."""
        broken = tuple(ban.explain(view, i, j) for ban in self.bans if ban.forbids(view)[i, j])
        if not broken:
            return Message("nothing forbids it")
        return broken[0] if len(broken) == 1 else Message("%(text)s", text=Clauses(broken))


def met_elsewhere_alone(view: RoundView) -> Flags:
    """The pairs that have met in other parts of the event and not in this one."""
    out = np.zeros((len(view), len(view)), np.bool_)
    for i, j in view.met_elsewhere:
        if not view.met_in(i, j):
            out[i, j] = out[j, i] = True
    return out


def loosened(plan: Plan) -> Plan:
    """The plan of a draw to offer, not to impose: it breaks as few bans as there must be."""
    return replace(
        plan,
        rules=(Broken(bans=plan.bans), *plan.rules),
        pricing=Tiers(strict=("broken", "score")),
        bans=(),
    )
