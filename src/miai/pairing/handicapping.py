"""Handicap stones and komi."""

from collections.abc import Sequence

from miai.domain.player import Player
from miai.domain.points import POINT
from miai.domain.settings import Settings
from miai.kernel import deviations
from miai.kernel.deviations import NEVER
from miai.pairing.matrix import filled_by_kind
from miai.pairing.protocol import Ints, RoundView, SmallInts
from miai.standings.scores import top_start, zero_of


def levels(view: RoundView) -> Ints:
    """What stones are counted from: the score as a grade, or the grade."""
    if levels_by_score(view.settings):
        return view.scores // POINT + zero_of(view.settings.scoring)
    return view.grades


def levels_by_score(settings: Settings) -> bool:
    """Whether stones are counted from the score; else they are counted from the grade.

    The score of a band says nothing about a grade.
    """
    return settings.handicapping.by_score and not settings.by_wins and not settings.scoring.bands


def stones_matrix(view: RoundView) -> SmallInts:
    """The stones of every possible game."""
    given = view.settings.handicapping
    always_even = view.starts >= even_from(view.settings, view.source.tournament.players)
    level = levels(view)

    def fill(some: Ints, out: SmallInts) -> None:
        deviations.fill_handicap(
            level[some], always_even[some], given.none_from.number, given.correction, given.ceiling, out
        )

    return filled_by_kind([level, always_even], given.ceiling, fill)


def even_from(settings: Settings, players: Sequence[Player]) -> int:
    """The start from which players neither give nor take stones: that of the top band, or the bar's."""
    if not settings.handicapping.none_above_bar or settings.by_wins:
        return NEVER
    return top_start(settings.scoring, players)


def komi_for(settings: Settings, stones: int) -> float:
    """The komi that goes with the stones."""
    return settings.usual_komi(stones)
