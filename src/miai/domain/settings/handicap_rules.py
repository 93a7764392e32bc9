"""The handicap of a game, from the difference in strength."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import (
    Komi,
    Stones,
)
from miai.domain.field_facts import Added, Public
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade, Kind
from miai.domain.settings.conditions import BY_POINTS, ON_BOARDS, WITH_HANDICAPS, WITHOUT_BANDS
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import (
    HANDICAP,
)
from miai.messages import Message

_WITHOUT_TABLE = When(
    lambda settings, _: not settings.handicapping.table,
    Message("the table says the handicap for each difference"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapStep:
    """The stones and the komi of a game between players who are so many grades apart."""

    difference: Public[Annotated[int, Between(1, 99)]]
    stones: Public[Stones] = 0
    komi: Public[Komi] = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicapping:
    """How many stones the stronger player gives, or how much komi.

    With `komi_per_grade` there are no stones: White's komi falls by so many points for each grade of
    difference. A `table` says stones and komi for each difference, such as for small boards; the last step
    that is not above the difference counts.
    """

    by_score: Annotated[
        bool,
        Setting(
            Message("Handicap counted by"),
            Message("Whether the difference in score or in grade gives the stones."),
            group=HANDICAP,
            row=2,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, BY_POINTS, WITHOUT_BANDS, WITH_HANDICAPS),
            words={True: Message("McMahon score"), False: Message("Grade")},
        ),
    ] = True
    correction: Annotated[
        int,
        Between(-99, 99),
        Setting(
            Message("Handicap reduced by"),
            Message("Stones less than the difference in strength."),
            group=HANDICAP,
            row=1,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, _WITHOUT_TABLE, WITH_HANDICAPS),
        ),
    ] = 1
    ceiling: Annotated[
        int,
        Between(0, 99),
        Setting(
            Message("Largest handicap"),
            Message("0 for even games only."),
            group=HANDICAP,
            row=1,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, _WITHOUT_TABLE),
        ),
    ] = 9
    none_from: Annotated[
        Grade,
        Setting(
            Message("No handicap from"),
            Message(
                "Players from this grade up play even games with each other, and give weaker players "
                "as many stones as this grade does."
            ),
            group=HANDICAP,
            row=2,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, WITH_HANDICAPS),
        ),
    ] = Grade(Kind.DAN, 1)
    none_above_bar: Annotated[
        bool,
        Setting(
            Message("No handicap above the bar"),
            Message("Whoever starts at the bar gives and takes no stones."),
            group=HANDICAP,
            row=3,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, BY_POINTS, WITH_HANDICAPS),
        ),
    ] = False
    komi_per_grade: Annotated[
        float,
        Between(0, 40),
        Setting(
            Message("Points of komi for each grade, instead of stones"),
            Message(
                "White’s komi falls by so many points for each grade, below 0 if need be; 0 to give stones."
            ),
            group=HANDICAP,
            row=4,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS, _WITHOUT_TABLE, WITH_HANDICAPS),
        ),
        Added(6, before=0.0),
    ] = 0.0
    table: Annotated[
        tuple[HandicapStep, ...],
        Setting(
            Message("Table of handicaps"),
            Message(
                "For small boards: 13x13 or 9x9 for the usual one, or one step a line: the difference "
                "in grades, a colon, the stones, a colon, the komi."
            ),
            group=HANDICAP,
            row=5,
            aspect=Aspect.HANDICAPS,
            used_when=(ON_BOARDS,),
        ),
        Added(6, before=[]),
    ] = ()
