"""A rule for pairing: two newcomers should not meet, for the preset miai+newcomers or kaniuk+newcomers."""

import numpy as np

from miai.extend import Ints, RoundView


class Newcomers:
    """0 for most pairs, 1 for two newcomers."""

    title = "Newcomers"
    fault = "games of two newcomers"
    before = "floats"
    weight, scale = 200.0, 1.0

    def deviation(self, view: RoundView) -> Ints:
        """Whole numbers from 0 on for all pairs, 0 is ideal."""
        new = np.array([player.newcomer for player in view.players], np.int64)
        return np.outer(new, new)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """What players read."""
        new = view.players[i].newcomer + view.players[j].newcomer
        return ("no newcomer", "a newcomer meets somebody who has played before", "two newcomers")[new]
