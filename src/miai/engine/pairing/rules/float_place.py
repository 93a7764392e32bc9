"""Floaters are taken from the wanted part of their group."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.settings.pairing_rules import GroupEnd
from miai.engine.kernel import deviations
from miai.engine.pairing.matrix import filled_by_kind, nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message

ENDS = {GroupEnd.TOP: deviations.TOP, GroupEnd.MIDDLE: deviations.MIDDLE, GroupEnd.BOTTOM: deviations.BOTTOM}
PARTS = {
    GroupEnd.TOP: Message("top"),
    GroupEnd.MIDDLE: Message("middle"),
    GroupEnd.BOTTOM: Message("bottom"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatPlace:
    """Floaters come from the part of their group that the settings name."""

    key: ClassVar[str] = "float_place"
    title: ClassVar[Message] = Message("Where floaters come from")
    fault: ClassVar[Message] = Message("games with a floater from another part of the group")
    says: ClassVar[str] = (
        "Who goes down comes from one part of the upper group, who goes up from one of the lower."
    )
    clause: ClassVar[str] = "V44"
    down_from: GroupEnd = GroupEnd.MIDDLE
    up_from: GroupEnd = GroupEnd.MIDDLE

    def deviation(self, view: RoundView) -> SmallInts:
        """Up to four steps for each floater."""
        ends, steps = (ENDS[self.down_from], ENDS[self.up_from]), deviations.FLOAT_PLACE_STEPS

        def fill(some: Ints, out: SmallInts) -> None:
            deviations.fill_float_places(
                view.groups[some], view.places[some], view.sizes[some], *ends, steps, out
            )

        off = [np.empty(len(view), np.int64) for _ in ends]
        for end, out in zip(ends, off, strict=True):
            deviations.fill_places_off(view.places, view.sizes, end, steps, out)
        return filled_by_kind([view.groups, *off], 2 * steps, fill)

    def for_bye(self, view: RoundView) -> Ints:
        """A bye is no float."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Where the floaters stand in their groups."""
        if view.groups[i] == view.groups[j]:
            return Message("nobody floats")
        upper, lower = (i, j) if view.groups[i] > view.groups[j] else (j, i)
        return Message(
            "place %(down)s of %(upper_size)s goes down (wanted: %(down_from)s), "
            "place %(up)s of %(lower_size)s goes up (wanted: %(up_from)s)",
            down=int(view.places[upper]) + 1,
            upper_size=int(view.sizes[upper]),
            down_from=PARTS[self.down_from],
            up=int(view.places[lower]) + 1,
            lower_size=int(view.sizes[lower]),
            up_from=PARTS[self.up_from],
        )
