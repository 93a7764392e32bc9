"""Room for a rule's matrix, and what a rule has to say of a bye."""

import numpy as np

from miai.kernel.arrays import SmallInts, kind_for
from miai.pairing.protocol import Ints, RoundView


def blank(view: RoundView, widest: int) -> SmallInts:
    """An n×n matrix to fill with numbers up to the widest."""
    return np.empty((len(view), len(view)), kind_for(widest))


def nothing(view: RoundView) -> Ints:
    """No opinion on who has the bye."""
    return np.zeros(len(view), np.int64)
