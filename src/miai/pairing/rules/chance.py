"""Among pairings that are equally good, the seed decides."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.kernel.deviations import CHANCE_SIDES
from miai.messages import Message
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A number for every pair, drawn with the seed for players in canonical order."""

    key: ClassVar[str] = "chance"
    title: ClassVar[Message] = Message("Chance")
    fault: ClassVar[Message] = Message("games by chance")
    seed: int = 0

    def deviation(self, view: RoundView) -> Ints:
        """0 to 7."""
        n = len(view)
        drawn = _dice(self.seed, view.round).integers(0, CHANCE_SIDES, (n, n), np.int64)
        upper = np.triu(drawn, 1)
        return np.ascontiguousarray(upper + upper.T)

    def for_bye(self, view: RoundView) -> Ints:
        """The bye is not left to chance."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Nothing to explain."""
        return Message("chance")


def _dice(seed: int, *numbers: int) -> np.random.Generator:
    """A source of chance; any whole number is a seed."""
    return np.random.default_rng((seed % 2**64, *numbers))
