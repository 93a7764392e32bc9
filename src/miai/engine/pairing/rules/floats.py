"""Nobody is drawn up or down twice; who was, is drawn the other way next."""

from dataclasses import dataclass
from typing import ClassVar

from miai.engine.kernel import deviations
from miai.engine.pairing.matrix import filled_by_kind, nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Floats:
    """Nobody floats the same way twice."""

    key: ClassVar[str] = "floats"
    title: ClassVar[Message] = Message("Floats")
    fault: ClassVar[Message] = Message("floats of somebody whose turn it is not")
    says: ClassVar[str] = (
        "Repeated draw-ups and draw-downs, and, with `compensate`, the chance to make up for one."
    )
    clause: ClassVar[str] = "A26"
    compensate: bool = True

    def deviation(self, view: RoundView) -> SmallInts:
        """0 within a group and for the best of floats."""

        def fill(some: Ints, out: SmallInts) -> None:
            deviations.fill_floats(
                view.groups[some], view.ups[some], view.downs[some], int(self.compensate), out
            )

        return filled_by_kind([view.groups, view.ups, view.downs], deviations.WIDEST_FLOATS, fill)

    def for_bye(self, view: RoundView) -> Ints:
        """A bye is no float."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Who floats, and whether they did before."""
        if view.groups[i] == view.groups[j]:
            return Message("nobody floats")
        upper, lower = (i, j) if view.groups[i] > view.groups[j] else (j, i)
        both = Clauses((self._down(view, upper), self._up(view, lower)), ", ")
        return Message("%(text)s", text=both)

    def _down(self, view: RoundView, i: int) -> Message:
        name = view.name(i)
        if view.downs[i]:
            return Message("%(name)s is drawn down again", name=name)
        if self.compensate and view.ups[i]:
            return Message("%(name)s is drawn down after being drawn up", name=name)
        return Message("%(name)s is drawn down for the first time", name=name)

    def _up(self, view: RoundView, i: int) -> Message:
        name = view.name(i)
        if view.ups[i]:
            return Message("%(name)s is drawn up again", name=name)
        if self.compensate and view.downs[i]:
            return Message("%(name)s is drawn up after being drawn down", name=name)
        return Message("%(name)s is drawn up for the first time", name=name)
