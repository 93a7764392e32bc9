"""Where no pairing keeps all the bans: the one that breaks the fewest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Ints, RoundView
from miai.engine.pairing.rules.forbidding import Ban
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """How many bans a pair would break."""

    key: ClassVar[str] = "broken"
    title: ClassVar[Message] = Message("May not be drawn")
    fault: ClassVar[Message] = Message("pairs that may not be drawn")
    bans: Sequence[Ban]

    def deviation(self, view: RoundView) -> Ints:
        """0 where nothing forbids the pair."""
        out = np.zeros((len(view), len(view)), np.int64)
        for ban in self.bans:
            out += ban.forbids(view)
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


def loosened(plan: Plan) -> Plan:
    """The plan of a draw to offer, not to impose: it breaks as few bans as there must be."""
    return replace(
        plan,
        rules=(Broken(bans=plan.bans), *plan.rules),
        pricing=Tiers(strict=("broken", "score")),
        bans=(),
    )
