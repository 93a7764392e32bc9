"""The rules for people who play together as one side."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.numbers import Between
from miai.domain.settings.setting import Setting, When
from miai.domain.settings.setting_groups import (
    SIDES,
)
from miai.messages import Message

_WITH_PARTNERS = When(
    lambda settings, _: settings.sides.people > 1 or settings.has_teams, Message("everybody plays alone")
)


class MeanRounding(Enum):
    """How the mean grade of a side becomes a grade."""

    NEAREST = "nearest"
    STRONGER = "stronger"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRules:
    """How many people play together as one side (2 in Pair Go, 2 or 3 in rengo), and their common grade.

    With `rounding` to the nearest grade a half is rounded to the weaker one.
    """

    people: Annotated[
        int,
        Between(1, 3),
        Setting(
            Message("People who play as one side"),
            Message("1 where everybody plays alone, 2 for Pair Go, 2 or 3 for rengo."),
            group=SIDES,
            row=1,
        ),
    ] = 1
    rounding: Annotated[
        MeanRounding,
        Setting(
            Message("Rounding of the mean grade of a side or a team"),
            Message("Handicap and starting score go by that grade."),
            group=SIDES,
            row=1,
            used_when=(_WITH_PARTNERS,),
        ),
    ] = MeanRounding.NEAREST
