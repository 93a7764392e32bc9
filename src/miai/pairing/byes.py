"""Who sits out when the field is odd."""

from collections.abc import Sequence

import numpy as np

from miai.domain.points import HALF, POINT
from miai.pairing.protocol import Ints, RoundView

# Dearer than any other price of a bye that OpenGotha knows.
_EARLIER_BYE = 1000


def gotha_order(view: RoundView) -> list[int]:
    """OpenGotha: the last of the lowest score, in a Swiss by wins and grade; earlier byes come last."""
    swiss = view.grades + 40 * (view.wins // POINT)
    worth = (swiss if view.settings.by_wins else view.scores // HALF) + _EARLIER_BYE * view.byes
    return [int(i) for i in np.lexsort((-view.places, worth))]


def lowest_order(view: RoundView) -> list[int]:
    """AGA: the lowest rated of the lowest score who has had no bye."""
    return [int(i) for i in np.lexsort((view.ratings, view.scores, view.byes))]


def eligible(view: RoundView, among: Sequence[int] | None = None) -> Ints:
    """Those with the fewest byes so far: nobody sits out twice before everybody has."""
    players = np.arange(len(view)) if among is None else np.array(among, np.int64)
    byes = view.byes[players]
    return np.asarray(players[byes == byes.min(initial=2**40)], np.int64)
