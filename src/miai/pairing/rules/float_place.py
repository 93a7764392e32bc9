"""Floaters are taken from the wanted part of their group."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.settings import GroupEnd
from miai.kernel import deviations
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import blank, nothing

ENDS = {GroupEnd.TOP: deviations.TOP, GroupEnd.MIDDLE: deviations.MIDDLE, GroupEnd.BOTTOM: deviations.BOTTOM}
_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatPlace:
    """Who goes down comes from one part of the upper group, who goes up from one of the lower."""

    key: ClassVar[str] = "float_place"
    fault: ClassVar[str] = "floater from another part of the group"
    down_from: GroupEnd = GroupEnd.MIDDLE
    up_from: GroupEnd = GroupEnd.MIDDLE

    def deviation(self, view: RoundView) -> Ints:
        """Up to four steps for each floater."""
        out = blank(view)
        deviations.fill_float_places(
            view.groups, view.places, view.sizes, ENDS[self.down_from], ENDS[self.up_from], _STEPS, out
        )
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye is no float."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """Where the floaters stand in their groups."""
        if view.groups[i] == view.groups[j]:
            return "nobody floats"
        upper, lower = (i, j) if view.groups[i] > view.groups[j] else (j, i)
        return (
            f"place {view.places[upper] + 1} of {view.sizes[upper]} goes down "
            f"(wanted: {self.down_from.value}), "
            f"place {view.places[lower] + 1} of {view.sizes[lower]} goes up (wanted: {self.up_from.value})"
        )
