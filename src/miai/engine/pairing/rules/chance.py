"""Among pairings that are equally good, the seed decides."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.engine.kernel.deviations import CHANCE_SIDES
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Lots decide between pairs that nothing else tells apart."""

    key: ClassVar[str] = "chance"
    title: ClassVar[Message] = Message("Chance")
    fault: ClassVar[Message] = Message("games by chance")
    says: ClassVar[str] = "A number for every pair, drawn with the seed for players in canonical order."
    clause: ClassVar[str] = "V43"
    seed: int = 0

    def deviation(self, view: RoundView) -> SmallInts:
        """0 to 7."""
        n = len(view)
        dice = _dice(self.seed, view.round)
        upper = np.zeros((n, n), np.int8)
        for i in range(n):
            # A row at a time: the dice give the same numbers as for all rows at once.
            upper[i, i + 1 :] = dice.integers(0, CHANCE_SIDES, n, np.int64)[i + 1 :]
        return upper + upper.T

    def for_bye(self, view: RoundView) -> Ints:
        """The bye is not left to chance."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Nothing to explain."""
        return Message("chance")


def _dice(seed: int, *numbers: int) -> np.random.Generator:
    """A source of chance; any whole number is a seed."""
    return np.random.default_rng((seed % 2**64, *numbers))
