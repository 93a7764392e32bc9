"""Where no pairing keeps all the bans: the one that breaks the fewest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.pairing.drawing import draw_round
from miai.pairing.plan import Plan
from miai.pairing.pricing.tiers import Tiers
from miai.pairing.protocol import Draw, Ints, RoundView
from miai.pairing.rules.forbidding import Ban
from miai.pairing.rules.matrix import nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """How many bans a pair would break."""

    key: ClassVar[str] = "broken"
    fault: ClassVar[str] = "pair that may not be drawn"
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

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """What the pair would break."""
        said = [ban.explain(view, i, j) for ban in self.bans if ban.forbids(view)[i, j]]
        return "; ".join(said) or "nothing forbids it"


def nearest_draw(view: RoundView, plan: Plan) -> Draw:
    """A draw to offer, not to impose; it breaks as few bans as there must be."""
    loose = replace(
        plan,
        preset="miai",
        rules=(Broken(bans=plan.bans), *plan.rules),
        pricing=Tiers(strict=("broken", "score")),
        bans=(),
    )
    return draw_round(view, loose)
