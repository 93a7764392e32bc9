"""Nobody meets the same opponent twice, where that is a wish and no ban."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """1 for two who have met."""

    key: ClassVar[str] = "rematch"
    title: ClassVar[Message] = Message("Never met")
    fault: ClassVar[Message] = Message("rematches")

    def deviation(self, view: RoundView) -> SmallInts:
        """0 for those who never met."""
        return (view.met > 0).astype(np.int8)

    def for_bye(self, view: RoundView) -> Ints:
        """1 for each earlier bye."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Whether they met, and when."""
        rounds, elsewhere = view.met_in(i, j), view.met_elsewhere_in(i, j)
        if elsewhere:
            here = tuple(Message("round %(round)s", round=number) for number in rounds)
            return Message("they met in %(when)s", when=(*here, *elsewhere))
        if not rounds:
            return Message("they have never met")
        return counted(
            "they met in round %(rounds)s", "they met in rounds %(rounds)s", len(rounds), rounds=rounds
        )
