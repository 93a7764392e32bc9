"""Room for a rule's matrix, and what a rule has to say of a bye."""

from collections.abc import Callable, Sequence

import numpy as np

from miai.engine.kernel.arrays import Flags, Ints, SmallInts, kind_for
from miai.engine.pairing.protocol import RoundView


def blank(view: RoundView, widest: int) -> SmallInts:
    """An n×n matrix to fill with numbers up to the widest."""
    return np.empty((len(view), len(view)), kind_for(widest))


def filled_by_kind(
    known: Sequence[Ints | Flags], widest: int, fill: Callable[[Ints, SmallInts], None]
) -> SmallInts:
    """The matrix of a rule that looks at nothing else than what is `known` of two players.

    Players of whom the same is known are of one kind: `fill` fills the small matrix of one player of each
    kind, given by index, and all others have the numbers of their kinds.
    """
    _, first, kind_of = np.unique(np.stack(known), axis=1, return_index=True, return_inverse=True)
    kinds = kind_of.reshape(-1)
    small = np.empty((len(first), len(first)), kind_for(widest))
    fill(first, small)
    # Columns first: then whole rows are copied.
    return np.take(np.take(small, kinds, axis=1), kinds, axis=0)


def nothing(view: RoundView) -> Ints:
    """No opinion on who has the bye."""
    return np.zeros(len(view), np.int64)
