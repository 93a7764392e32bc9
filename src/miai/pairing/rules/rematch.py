"""Nobody meets the same opponent twice, where that is a wish and no ban."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """1 for two who have met."""

    key: ClassVar[str] = "rematch"
    fault: ClassVar[str] = "rematch"

    def deviation(self, view: RoundView) -> Ints:
        """0 for those who never met."""
        return (view.met > 0).astype(np.int64)

    def for_bye(self, view: RoundView) -> Ints:
        """1 for each earlier bye."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """Whether they met."""
        return "they have met before" if view.met[i, j] else "they have never met"
