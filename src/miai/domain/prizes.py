"""Prizes that the director has to give."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.bounds import Category, RoundCount
from miai.domain.grade import Grade
from miai.domain.numbers import Between


class PrizeKind(Enum):
    """What a prize is for: a place, or a number of wins."""

    PLACE = "place"
    WINS = "wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize, for everybody or for those between two grades, of a category or of a country.

    A prize for wins goes to all who have at least `wins` of them; a prize for a place to the one who stands
    there among those it is meant for.
    """

    title: str
    kind: PrizeKind = PrizeKind.PLACE
    place: Annotated[int, Between(1, 99_999)] = 1
    wins: RoundCount = 0
    strongest: Grade | None = None
    weakest: Grade | None = None
    category: Category | None = None
    country: str = ""

    def __str__(self) -> str:
        return self.title
