"""Prizes that the director has to give."""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated

from miai.domain.bounds import BirthYear, Category, Rating, RoundCount
from miai.domain.field_facts import Added, Public
from miai.domain.money import NO_MONEY, Amount
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.people.player import Sex
from miai.domain.people.player_filter import Among


class PrizeKind(Enum):
    """What a prize is for: a place, a number of wins, or more wins than the others."""

    PLACE = "place"
    WINS = "wins"
    MOST_WINS = "most wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize, for everybody or for those whom its limits name, with or without prize money.

    A prize for wins goes to all who have at least `wins` of them; a prize for a place to the one who stands
    there among those it is meant for; a prize for most wins to those of them who have most.
    """

    title: Public[str]
    kind: Public[PrizeKind] = PrizeKind.PLACE
    place: Public[Annotated[int, Between(1, 99_999)]] = 1
    wins: Public[RoundCount] = 0
    strongest: Public[Grade | None] = None
    weakest: Public[Grade | None] = None
    category: Public[Category | None] = None
    country: Public[str] = ""
    club: Annotated[Public[str], Added(6, before="")] = ""
    sex: Annotated[Public[Sex | None], Added(6, before=None)] = None
    born_since: Annotated[Public[BirthYear | None], Added(6, before=None)] = None
    born_until: Annotated[Public[BirthYear | None], Added(6, before=None)] = None
    rating_from: Annotated[Public[Rating | None], Added(6, before=None)] = None
    rating_to: Annotated[Public[Rating | None], Added(6, before=None)] = None
    newcomer: Annotated[Public[bool], Added(6, before=False)] = False
    amount: Annotated[Public[Amount], Added(6, before=0)] = NO_MONEY

    @property
    def among(self) -> Among:
        """Whom the prize is meant for."""
        return Among(**{each.name: getattr(self, each.name) for each in fields(Among)})

    def __str__(self) -> str:
        return self.title
