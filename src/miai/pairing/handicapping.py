"""Handicap stones and komi."""

import numpy as np

from miai.domain.points import POINT
from miai.kernel import deviations
from miai.pairing.protocol import Ints, RoundView
from miai.standings.scores import zero_of

# With stones, or with Black's first move as the whole handicap, White gets half a point against jigo.
HANDICAP_KOMI = 0.5


def levels(view: RoundView) -> Ints:
    """What stones are counted from: the score as a grade, or the grade."""
    if view.settings.handicapping.by_score and not view.settings.by_wins:
        return view.scores // POINT + zero_of(view.settings.scoring)
    return view.grades


def stones_matrix(view: RoundView) -> Ints:
    """The stones of every possible game."""
    given = view.settings.handicapping
    out = np.empty((len(view), len(view)), np.int64)
    deviations.fill_handicap(levels(view), given.none_from.number, given.correction, given.ceiling, out)
    if given.none_above_bar and not view.settings.by_wins:
        scoring = view.settings.scoring
        above = view.starts >= POINT * (scoring.bar.number - zero_of(scoring))
        out[above[:, None] | above[None, :]] = 0
    return out


def komi_for(view: RoundView, stones: int) -> float:
    """The komi that goes with the stones."""
    return HANDICAP_KOMI if stones else view.settings.komi
