"""Clubmates and compatriots are kept apart while that matters."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.points import POINT
from miai.kernel import deviations
from miai.pairing.protocol import Flags, Ints, RoundView
from miai.pairing.rules.matrix import blank, nothing
from miai.standings.scores import zero_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Geography:
    """The price of one country, one group of clubs, one club; two players who are exempt may meet freely."""

    key: ClassVar[str] = "geography"
    fault: ClassVar[str] = "game between clubmates or compatriots"
    country: int = 1
    clubs_group: int = 2
    club: int = 3

    def deviation(self, view: RoundView) -> Ints:
        """The price of what the two have in common."""
        out = blank(view)
        prices = np.array([0, self.country, self.clubs_group, self.club], np.int64)
        deviations.fill_kinship(view.countries, view.clubs, view.clubs_groups, exempt(view), prices, out)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """A bye comes from nowhere."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """What the two have in common."""
        mine, theirs = view.players[i], view.players[j]
        free = exempt(view)
        tail = ", which no longer matters for them" if free[i] and free[j] else ""
        if view.clubs[i] >= 0 and view.clubs[i] == view.clubs[j]:
            return f"both play for {mine.club}{tail}"
        if view.clubs_groups[i] >= 0 and view.clubs_groups[i] == view.clubs_groups[j]:
            return f"{mine.club} and {theirs.club} belong together{tail}"
        if view.countries[i] >= 0 and view.countries[i] == view.countries[j]:
            return f"both come from {mine.country}{tail}"
        return "different clubs and countries"


def exempt(view: RoundView) -> Flags:
    """Who may meet clubmates freely, by the settings."""
    rules, scoring = view.settings.pairing, view.settings.scoring
    result = np.zeros(len(view), np.bool_)
    if rules.exempt_half_won:
        result |= 2 * view.wins >= POINT * view.rounds
    if rules.exempt_last_half and 2 * view.round > view.rounds:
        result |= True
    if not view.settings.by_wins:
        bar = POINT * (scoring.bar.number - zero_of(scoring))
        if rules.exempt_at_bar:
            result |= view.starts >= bar
        if rules.exempt_from is not None:
            result |= view.scores >= POINT * (rules.exempt_from.number - zero_of(scoring))
    return result
