"""How large a handicap would be in every game of a round."""

from collections.abc import Sequence

from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import scale_of
from miai.engine.kernel import deviations
from miai.engine.kernel.deviations import NEVER
from miai.engine.pairing.matrix import filled_by_kind
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.engine.scoring.scores import top_start, zero_of


def levels(view: RoundView) -> Ints:
    """What handicaps are counted from: the score as a grade, or the grade."""
    if levels_by_score(view.settings):
        return view.scores // POINT + zero_of(view.settings.scoring)
    return view.grades


def levels_by_score(settings: Settings) -> bool:
    """Whether handicaps are counted from the score; else they are counted from the grade.

    The score of a band says nothing about a grade.
    """
    return settings.handicapping.by_score and not settings.by_wins and not settings.scoring.bands


def handicap_matrix(view: RoundView) -> SmallInts:
    """The size of the handicap of every possible game, in grades."""
    given = view.settings.handicapping
    scale = scale_of(given)
    always_even = view.starts >= even_from(view.settings, view.source.tournament.players)
    level = levels(view)

    def fill(some: Ints, out: SmallInts) -> None:
        deviations.fill_handicap(
            level[some],
            always_even[some],
            given.none_from.number,
            scale.correction,
            scale.least,
            scale.most,
            out,
        )

    return filled_by_kind([level, always_even], scale.most, fill)


def even_from(settings: Settings, players: Sequence[Player]) -> int:
    """The start from which players neither give nor take a handicap: that of the top band, or the bar's."""
    if not settings.handicapping.none_above_bar or settings.by_wins:
        return NEVER
    return top_start(settings.scoring, players)
