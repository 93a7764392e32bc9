"""Nobody is drawn up or down twice; who was, is drawn the other way next."""

from dataclasses import dataclass
from typing import ClassVar

from miai.kernel import deviations
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import blank, nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Floats:
    """Repeated draw-ups and draw-downs, and, with `compensate`, the chance to make up for one."""

    key: ClassVar[str] = "floats"
    fault: ClassVar[str] = "float of somebody whose turn it is not"
    compensate: bool = True

    def deviation(self, view: RoundView) -> Ints:
        """0 within a group and for the best of floats."""
        out = blank(view)
        best = 4 if self.compensate else 2
        deviations.fill_floats(view.groups, view.ups, view.downs, int(self.compensate), best, out)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye is no float."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """Who floats, and whether they did before."""
        if view.groups[i] == view.groups[j]:
            return "nobody floats"
        upper, lower = (i, j) if view.groups[i] > view.groups[j] else (j, i)
        return f"{self._down(view, upper)}, {self._up(view, lower)}"

    def _down(self, view: RoundView, i: int) -> str:
        name = view.name(i)
        if view.downs[i]:
            return f"{name} is drawn down again"
        if self.compensate and view.ups[i]:
            return f"{name} is drawn down after being drawn up"
        return f"{name} is drawn down for the first time"

    def _up(self, view: RoundView, i: int) -> str:
        name = view.name(i)
        if view.ups[i]:
            return f"{name} is drawn up again"
        if self.compensate and view.downs[i]:
            return f"{name} is drawn up after being drawn down"
        return f"{name} is drawn up for the first time"
