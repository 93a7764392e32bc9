"""Who sits out when the field is odd."""

from collections.abc import Callable, Sequence

import numpy as np

from miai.kernel import byes
from miai.kernel.jit import in_python
from miai.pairing.protocol import Ints, RoundView

_gotha_key = in_python(byes.gotha_bye_key)
_lowest_key = in_python(byes.lowest_bye_key)
_fewest = in_python(byes.fewest_byes)


def gotha_order(view: RoundView) -> list[int]:
    """OpenGotha: the last of the lowest score, in a Swiss by wins and grade; earlier byes come last."""
    by_wins = int(view.settings.by_wins)
    keys = [
        _gotha_key(int(view.byes[i]), int(view.scores[i]), int(view.wins[i]), int(view.grades[i]), by_wins)
        for i in range(len(view))
    ]
    return [int(i) for i in np.lexsort((-view.places, np.array(keys)))]


def lowest_order(view: RoundView) -> list[int]:
    """AGA: the lowest rated of the lowest score who has had no bye."""
    keys = [_lowest_key(int(view.byes[i]), int(view.scores[i])) for i in range(len(view))]
    return [int(i) for i in np.lexsort((view.ratings, np.array(keys)))]


def eligible(view: RoundView, among: Sequence[int] | None = None) -> Ints:
    """Those with the fewest byes so far: nobody sits out twice before everybody has."""
    players = np.arange(len(view)) if among is None else np.array(among, np.int64)
    byes_so_far = view.byes[players]
    fewest = _fewest(byes_so_far, np.ones(len(players), np.bool_))
    return np.asarray(players[byes_so_far == fewest], np.int64)


BYE_RULES: dict[Callable[[RoundView], list[int]] | None, int] = {
    lowest_order: byes.LOWEST,
    gotha_order: byes.LIKE_GOTHA,
    None: byes.CHEAPEST,
}
"""The simulation's name for each way to choose the bye; without an order the optimum decides."""
