"""Players with the same score meet."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.engine.kernel import deviations
from miai.engine.kernel.jit import in_python
from miai.engine.pairing.byes import lowest_eligible
from miai.engine.pairing.matrix import filled_by_kind
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message
from miai.messages import Score as Points

_score_deviation = in_python(deviations.score_deviation)


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualScore:
    """Players of equal scores meet."""

    key: ClassVar[str] = "score"
    title: ClassVar[Message] = Message("Equal score")
    fault: ClassVar[Message] = Message("games between players of different scores")
    says: ClassVar[str] = "The difference of scores, squared: one wide gap is worse than two narrow ones."
    clause: ClassVar[str] = "V29"

    def deviation(self, view: RoundView) -> SmallInts:
        """The square of the difference in half points."""
        widest = _score_deviation(int(view.scores.max(initial=0)), int(view.scores.min(initial=0)))

        def fill(some: Ints, out: SmallInts) -> None:
            deviations.fill_score(view.scores[some], out)

        return filled_by_kind([view.scores], widest, fill)

    def for_bye(self, view: RoundView) -> Ints:
        """The bye belongs to the lowest score of those who are eligible."""
        lowest = int(view.scores[lowest_eligible(view)].min(initial=2**40))
        return np.array(
            [_score_deviation(max(int(score), lowest), lowest) for score in view.scores], np.int64
        )

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """How far apart the two stand."""
        mine, theirs = int(view.scores[i]), int(view.scores[j])
        if mine == theirs:
            return Message("both have %(points)s points", points=Points(mine))
        return Message(
            "%(a)s points against %(b)s, %(gap)s apart",
            a=Points(mine),
            b=Points(theirs),
            gap=Points(abs(mine - theirs)),
        )
