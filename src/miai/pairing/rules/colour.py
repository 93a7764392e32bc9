"""Everybody has White and Black about as often, and in turn."""

from dataclasses import dataclass
from typing import ClassVar

from miai.kernel import deviations
from miai.pairing.handicapping import stones_matrix
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.matrix import blank, nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Colour:
    """What the better choice of colours leaves to be desired; games with handicap do not count."""

    key: ClassVar[str] = "colour"
    fault: ClassVar[str] = "game with an unwanted colour"

    def deviation(self, view: RoundView) -> Ints:
        """0 where both can have the colour that is due."""
        out = blank(view)
        deviations.fill_colour(view.balances, view.last_colours, out)
        if view.settings.handicapping.ceiling > 0:
            out[stones_matrix(view) > 0] = 0  # who gives stones has White
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye has no colour."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """What colours the two have had."""
        return f"{self._history(view, i)}; {self._history(view, j)}"

    def _history(self, view: RoundView, i: int) -> str:
        balance, last = int(view.balances[i]), int(view.last_colours[i])
        if last == 0:
            return f"{view.name(i)} has had no colour yet"
        latest = f"{_name(last)} last"
        if balance == 0:
            return f"{view.name(i)} has had both colours alike, {latest}"
        return f"{view.name(i)} has had {_name(balance)} {abs(balance)} more, {latest}"


def _name(sign: int) -> str:
    return "White" if sign > 0 else "Black"
