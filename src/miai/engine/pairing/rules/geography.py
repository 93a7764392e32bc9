"""Clubmates and compatriots are kept apart while that matters, and players in time zones far apart."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import numpy as np

from miai.domain.people.sides import all_texts, shared_text
from miai.domain.settings.pairing_rules import PairingRules
from miai.engine.kernel import deviations
from miai.engine.pairing import exemption
from miai.engine.pairing.matrix import blank, filled_by_kind, nothing
from miai.engine.pairing.protocol import Flags, Ints, RoundView, SmallInts
from miai.messages import Clauses, Message, counted

_DAY = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Geography:
    """Players who have something in common meet seldom.

    Who has several things in common costs the dearest of them. Time zones that are more than `in_reach`
    minutes apart have a price for everybody.
    """

    key: ClassVar[str] = "geography"
    title: ClassVar[Message] = Message("Country and club")
    fault: ClassVar[Message] = Message("games between clubmates or compatriots")
    says: ClassVar[str] = (
        "The price of one country, state, city, group of clubs or club; two exempt players may meet freely."
    )
    clause: ClassVar[str] = "A43"
    country: int = 1
    state: int = 0
    city: int = 0
    clubs_group: int = 2
    club: int = 3
    far_zones: int = 0
    in_reach: int = 0

    @classmethod
    def of(cls, rules: PairingRules) -> "Geography":
        """The rule with the prices of the settings."""
        return cls(
            country=rules.same_country,
            state=rules.same_state,
            city=rules.same_city,
            clubs_group=rules.same_clubs_group,
            club=rules.same_club,
            far_zones=rules.far_time_zones,
            in_reach=60 * rules.hours_in_reach,
        )

    @property
    def widest(self) -> int:
        """The most that a pair can cost."""
        return max(self.far_zones, int(self.prices.max()))

    @property
    def prices(self) -> Ints:
        """The price of each kind of kinship, in the kernel's order."""
        prices = np.zeros(deviations.KINDS_OF_KINSHIP, np.int64)
        for kind, price in self.by_kind().items():
            prices[_CODES[kind]] = price
        return prices

    def by_kind(self) -> dict["Kinship", int]:
        """The price of each kind of kinship, the closest kind first."""
        return {
            Kinship.CLUB: self.club,
            Kinship.CLUBS_GROUP: self.clubs_group,
            Kinship.CITY: self.city,
            Kinship.STATE: self.state,
            Kinship.COUNTRY: self.country,
        }

    def deviation(self, view: RoundView) -> SmallInts:
        """The price of what the two have in common."""
        prices, free = self.prices, exempt(view)
        if view.people is not None:
            return self._between_sides(view, free)
        codes = np.empty((deviations.KINDS_OF_KINSHIP, len(view)), np.int64)
        for kind, code in _CODES.items():
            codes[code] = _origins(view, kind)

        def fill(some: Ints, out: SmallInts) -> None:
            deviations.fill_kinship(
                np.ascontiguousarray(codes[:, some]),
                free[some],
                prices,
                view.zones[some],
                self.far_zones,
                self.in_reach,
                out,
            )

        # What costs nothing need not be known.
        zones = [view.zones] if self.far_zones else []
        return filled_by_kind([*codes[prices > 0], free, *zones], self.widest, fill)

    def _between_sides(self, view: RoundView, free: Flags) -> SmallInts:
        """The price of what anybody of one side has in common with anybody of the other."""
        out = blank(view, self.widest)
        out[...] = 0
        for kind, price in self.by_kind().items():
            np.maximum(out, price * _all_shared(view, kind), out=out, casting="unsafe")
        out[np.ix_(free, free)] = 0
        if self.far_zones:
            far = minutes_apart(view.zones[:, None], view.zones) > self.in_reach
            np.maximum(out, self.far_zones * far, out=out, casting="unsafe")
        return out

    def too_far(self, view: RoundView, i: int, j: int) -> bool:
        """Whether the time zones of two players are further apart than the settings like."""
        return self.far_zones > 0 and zone_gap(view, i, j) > self.in_reach

    def for_bye(self, view: RoundView) -> Ints:
        """A bye has no club or country."""
        return nothing(view)

    def minded(self, view: RoundView, i: int, j: int) -> "Kinship | None":
        """What two players have in common that costs most, the closest of equals; exempt players apart."""
        prices = self.by_kind()
        shared = [kind for kind in in_common(view, i, j) if prices[kind] > 0]
        return max(shared, key=lambda kind: prices[kind], default=None)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the two have in common, and how far their time zones are apart."""
        if not self.too_far(view, i, j):
            return self._explain_kinship(view, i, j)
        far = far_message(view, i, j)
        if not in_common(view, i, j):
            return far
        return Message("%(text)s", text=Clauses((far, self._explain_kinship(view, i, j))))

    def _explain_kinship(self, view: RoundView, i: int, j: int) -> Message:
        common = self.minded(view, i, j) or next(iter(in_common(view, i, j)), None)
        if common is None:
            large = _large_club(view, i, j)
            if large:
                return Message("both play for %(club)s, which holds more than 40 %% of the field", club=large)
            return Message("different clubs and countries")
        if exemption.both_exempt(view, i, j, _limits(view)):
            return _free_message(common, view, i, j)
        return _message(common, view, i, j)


class Kinship(Enum):
    """The things that two players can have in common, the closest first."""

    CLUB = "club"
    CLUBS_GROUP = "clubs group"
    CITY = "city"
    STATE = "state"
    COUNTRY = "country"


_CODES = {
    Kinship.CLUB: deviations.CLUB,
    Kinship.CLUBS_GROUP: deviations.CLUBS_GROUP,
    Kinship.CITY: deviations.CITY,
    Kinship.STATE: deviations.STATE,
    Kinship.COUNTRY: deviations.COUNTRY,
}


def in_common(view: RoundView, i: int, j: int) -> tuple[Kinship, ...]:
    """What two players have in common, the closest first, whether or not it matters for them."""
    return tuple(kind for kind in Kinship if _shares(_people_codes(view, kind), i, j))


def minutes_apart(a: Ints, b: Ints) -> Ints:
    """The minutes between time zones, the shorter way around the globe; 0 where one is not known."""
    apart = np.abs(a - b) % _DAY
    known = (a != deviations.NO_ZONE) & (b != deviations.NO_ZONE)
    return np.asarray(np.where(known, np.minimum(apart, _DAY - apart), 0))


def zone_gap(view: RoundView, i: int, j: int) -> int:
    """The minutes between the time zones of two players."""
    return int(minutes_apart(view.zones[i], view.zones[j]))


def far_message(view: RoundView, i: int, j: int) -> Message:
    """How many hours the time zones of two players are apart."""
    hours = zone_gap(view, i, j) / 60
    return counted(
        "time zones %(hours)s hour apart",
        "time zones %(hours)s hours apart",
        int(hours) if hours.is_integer() else 2,
        hours=round(hours, 2),
    )


def _people_codes(view: RoundView, kind: Kinship) -> Ints:
    """The codes by person and side; of what only a whole side has, such as its city, by side."""
    return np.atleast_2d(_origins(view, kind))


def _shares(codes: Ints, i: int, j: int) -> bool:
    mine, theirs = codes[:, i], codes[:, j]
    return bool(((mine[:, None] == theirs) & (mine[:, None] >= 0)).any())


def _all_shared(view: RoundView, kind: Kinship) -> Flags:
    """For every two sides whether anybody of one shares it with anybody of the other."""
    codes = _people_codes(view, kind)
    found = np.zeros((len(view), len(view)), np.bool_)
    for mine in codes:
        for theirs in codes:
            found |= (mine[:, None] == theirs[None, :]) & (mine >= 0)[:, None]
    return found


def exempt(view: RoundView) -> Flags:
    """Who may meet clubmates freely, by the settings."""
    return exemption.exempt(view, _limits(view))


def _limits(view: RoundView) -> Ints:
    return exemption.exempt_limits(view.settings, view.round, view.rounds)


def _origins(view: RoundView, kind: Kinship) -> Ints:
    """The codes by side; by person and side where people have codes of their own."""
    people = view.people or view
    match kind:
        case Kinship.CLUB:
            return people.clubs
        case Kinship.CLUBS_GROUP:
            return people.clubs_groups
        case Kinship.CITY:
            return view.cities
        case Kinship.STATE:
            return view.states
        case Kinship.COUNTRY:
            return people.countries


def _large_club(view: RoundView, i: int, j: int) -> str:
    """The club of the two, if it is left out because of its size."""
    mine, theirs = view.players[i].club, view.players[j].club
    return mine if mine.casefold() == theirs.casefold() and view.clubs[i] < 0 else ""


def _message(common: Kinship, view: RoundView, i: int, j: int) -> Message:
    mine, theirs = view.players[i], view.players[j]
    match common:
        case Kinship.CLUB:
            return Message("both play for %(club)s", club=shared_text(mine, theirs, "club"))
        case Kinship.CLUBS_GROUP:
            return Message(
                "%(a)s and %(b)s belong together", a=all_texts(mine, "club"), b=all_texts(theirs, "club")
            )
        case Kinship.CITY:
            return Message("both come from %(country)s", country=mine.city)
        case Kinship.STATE:
            return Message("both come from %(country)s", country=mine.state)
        case Kinship.COUNTRY:
            return Message("both come from %(country)s", country=shared_text(mine, theirs, "country"))


def _free_message(common: Kinship, view: RoundView, i: int, j: int) -> Message:
    mine, theirs = view.players[i], view.players[j]
    match common:
        case Kinship.CLUB:
            return Message(
                "both play for %(club)s, which no longer matters for them",
                club=shared_text(mine, theirs, "club"),
            )
        case Kinship.CLUBS_GROUP:
            return Message(
                "%(a)s and %(b)s belong together, which no longer matters for them",
                a=all_texts(mine, "club"),
                b=all_texts(theirs, "club"),
            )
        case Kinship.CITY:
            return Message("both come from %(country)s, which no longer matters for them", country=mine.city)
        case Kinship.STATE:
            return Message("both come from %(country)s, which no longer matters for them", country=mine.state)
        case Kinship.COUNTRY:
            return Message(
                "both come from %(country)s, which no longer matters for them",
                country=shared_text(mine, theirs, "country"),
            )
