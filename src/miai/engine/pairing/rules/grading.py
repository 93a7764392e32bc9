"""Games that tell something about a grade (Finnish practice)."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.people.grade import Grade
from miai.engine.kernel import deviations
from miai.engine.pairing.matrix import blank, nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingInformation:
    """Players whose grade is in doubt meet opponents who can tell it.

    Who clearly wins less meets somebody one to three stones below the weakest lost to.
    """

    key: ClassVar[str] = "grading"
    title: ClassVar[Message] = Message("Grades in question")
    fault: ClassVar[Message] = Message("games that tell little about a grade")
    says: ClassVar[str] = (
        "Who clearly wins more than expected meets somebody one to three stones above the strongest beaten."
    )
    clause: ClassVar[str] = "V11"

    def deviation(self, view: RoundView) -> SmallInts:
        """Grades away from the opponent that each of the two should meet."""
        out = blank(view, 2 * deviations.WIDEST_GRADING)
        deviations.fill_grading(view.grades, view.wanted_low, view.wanted_high, out)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye tells nothing."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Whom the two should meet."""
        wishes = [self._wish(view, k) for k in (i, j) if view.wanted_low[k] <= view.wanted_high[k]]
        if not wishes:
            return Message("neither grade is in question")
        return Message("%(text)s", text=Clauses(tuple(wishes)))

    def _wish(self, view: RoundView, i: int) -> Message:
        low, high = (Grade.of_number(int(bound[i])) for bound in (view.wanted_low, view.wanted_high))
        return Message(
            "%(name)s (%(grade)s) should meet a %(low)s to %(high)s",
            name=view.name(i),
            grade=str(view.players[i].grade),
            low=str(low),
            high=str(high),
        )
