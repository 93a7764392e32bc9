"""Everybody has White and Black about as often, and in turn."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.settings.handicaps import scale_of
from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.kernel import deviations
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.matrix import blank, filled_by_kind, nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Clauses, Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourBalance:
    """Both players can have the colour that is due."""

    key: ClassVar[str] = "colour"
    title: ClassVar[Message] = Message("Colours")
    fault: ClassVar[Message] = Message("games with an unwanted colour")
    says: ClassVar[str] = (
        "What the better choice of colours leaves to be desired; games with handicap do not count."
    )
    clause: ClassVar[str] = "A27"

    def deviation(self, view: RoundView) -> SmallInts:
        """0 where both can have the colour that is due."""
        if view.settings.pairing.colours is ColourRule.NIGIRI:
            return np.zeros_like(blank(view, deviations.WIDEST_COLOUR))

        def fill(some: Ints, out: SmallInts) -> None:
            deviations.fill_colour(view.balances[some], view.last_colours[some], out)

        out = filled_by_kind([view.balances, view.last_colours], deviations.WIDEST_COLOUR, fill)
        if scale_of(view.settings.handicapping).most > 0:
            out *= handicap_matrix(view) == 0  # who gives a handicap has White
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye has no colour."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What colours the two have had."""
        if view.settings.pairing.colours is ColourRule.NIGIRI:
            return Message("the players settle the colours at the board")
        return Message("%(text)s", text=Clauses((_history(view, i), _history(view, j))))


def _history(view: RoundView, i: int) -> Message:
    name, balance, last = view.name(i), int(view.balances[i]), int(view.last_colours[i])
    if last == 0:
        return Message("%(name)s has had no colour yet", name=name)
    if balance == 0:
        return Message(
            "%(name)s has had both colours alike, %(colour)s last", name=name, colour=_colour(last)
        )
    return counted(
        "%(name)s has had %(num)s more game with %(more)s, %(colour)s last",
        "%(name)s has had %(num)s more games with %(more)s, %(colour)s last",
        abs(balance),
        name=name,
        more=_colour(balance),
        colour=_colour(last),
    )


def _colour(sign: int) -> Message:
    return Message("White") if sign > 0 else Message("Black")
