"""Players with the same score meet."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.points import Quarters, plain
from miai.kernel import deviations
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import blank


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The difference of scores, squared: one wide gap is worse than two narrow ones."""

    key: ClassVar[str] = "score"
    fault: ClassVar[str] = "game between players of different scores"

    def deviation(self, view: RoundView) -> Ints:
        """The square of the difference in half points."""
        out = blank(view)
        deviations.fill_score(view.scores, out)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """The bye belongs to the lowest score."""
        halves: Ints = (view.scores - view.scores.min(initial=2**40)) // 2
        return halves * halves

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """How far apart the two stand."""
        mine, theirs = points_text(view.scores[i]), points_text(view.scores[j])
        if mine == theirs:
            return f"both have {mine} points"
        gap = points_text(abs(view.scores[i] - view.scores[j]))
        return f"{mine} points against {theirs}, {gap} apart"


def points_text(quarters: int) -> str:
    """Points as people write them."""
    return f"{plain(Quarters(int(quarters))):g}"
