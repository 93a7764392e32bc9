"""Room for a rule's matrix, and what a rule has to say of a bye."""

import numpy as np

from miai.pairing.protocol import Ints, RoundView


def blank(view: RoundView) -> Ints:
    """An n×n matrix to fill."""
    return np.empty((len(view), len(view)), np.int64)


def nothing(view: RoundView) -> Ints:
    """No opinion on who has the bye."""
    return np.zeros(len(view), np.int64)
