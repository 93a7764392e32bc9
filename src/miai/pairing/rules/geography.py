"""Clubmates and compatriots are kept apart while that matters."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import numpy as np

from miai.kernel import deviations
from miai.messages import Message
from miai.pairing import exemption
from miai.pairing.protocol import Flags, Ints, RoundView
from miai.pairing.rules.matrix import blank, nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Geography:
    """The price of one country, one group of clubs, one club; two players who are exempt may meet freely."""

    key: ClassVar[str] = "geography"
    title: ClassVar[Message] = Message("Country and club")
    fault: ClassVar[Message] = Message("games between clubmates or compatriots")
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
        """A bye has no club or country."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the two have in common."""
        mine, theirs = view.players[i], view.players[j]
        common = kinship(view, i, j)
        if common is None:
            return Message("different clubs and countries")
        free = exempt(view)
        freely = bool(free[i] and free[j])
        if common is Kinship.CLUB:
            if freely:
                return Message("both play for %(club)s, which no longer matters for them", club=mine.club)
            return Message("both play for %(club)s", club=mine.club)
        if common is Kinship.CLUBS_GROUP:
            both = {"a": mine.club, "b": theirs.club}
            if freely:
                return Message("%(a)s and %(b)s belong together, which no longer matters for them", **both)
            return Message("%(a)s and %(b)s belong together", **both)
        if freely:
            return Message(
                "both come from %(country)s, which no longer matters for them", country=mine.country
            )
        return Message("both come from %(country)s", country=mine.country)


class Kinship(Enum):
    """The closest thing that two players have in common."""

    CLUB = "club"
    CLUBS_GROUP = "clubs group"
    COUNTRY = "country"


def kinship(view: RoundView, i: int, j: int) -> Kinship | None:
    """What two players have in common, whether or not it matters for them."""
    for common, codes in (
        (Kinship.CLUB, view.clubs),
        (Kinship.CLUBS_GROUP, view.clubs_groups),
        (Kinship.COUNTRY, view.countries),
    ):
        if codes[i] >= 0 and codes[i] == codes[j]:
            return common
    return None


def exempt(view: RoundView) -> Flags:
    """Who may meet clubmates freely, by the settings."""
    return exemption.exempt(view, exemption.exempt_limits(view.settings, view.round, view.rounds))
