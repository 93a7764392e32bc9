"""The ways of pairing players of one group with each other."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.field_facts import Added, Renamed
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import (
    SEEDING,
)
from miai.messages import Message

# Which of the two seedings a `SeedingChoice` is.
_FIRST, _LATER = "first_seeding", "later_seeding"

_WITHOUT_OWN_CRITERIA = When(
    lambda _, seeding: not seeding.criteria, Message("the seeding has criteria of its own")
)


class SeedMethod(Enum):
    """How players of one group are paired with each other."""

    FOLD = "fold"
    DOUBLE_FOLD = "double fold"
    SLIP = "slip"
    ADJACENT = "adjacent"
    SPLIT_AND_RANDOM = "split and random"
    RANDOM = "random"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedingChoice:
    """One way of seeding: by score or `criteria`, with `by_standings` by those of the standings, then `by`.

    Seeding by a criterion that also breaks ties evens out the very differences that break them
    (document 1, 4.3), so it is a choice of the director.
    """

    method: Annotated[
        SeedMethod,
        Setting(
            {_FIRST: Message("Seeding of the first rounds"), _LATER: Message("Seeding of the later rounds")},
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING_METHOD,
        ),
        Renamed(3, {"random": "split and random"}),
    ] = SeedMethod.SLIP
    by: Annotated[
        str | None,
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds, second criterion"),
                _LATER: Message("Seeding of the later rounds, second criterion"),
            },
            Message("Orders players of one group who are equal so far."),
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING,
        ),
    ] = "rating"
    criteria: Annotated[
        tuple[str, ...],
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds, criteria"),
                _LATER: Message("Seeding of the later rounds, criteria"),
            },
            Message("Instead of the score, for the order inside a group."),
            group=SEEDING,
            row=2,
            aspect=Aspect.SEEDING,
        ),
    ] = ()
    # Without criteria of its own the seeding followed the standings.
    by_standings: Annotated[
        bool,
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds by the standings"),
                _LATER: Message("Seeding of the later rounds by the standings"),
            },
            Message(
                "Orders a group as in the standings. Pairing by a criterion such as SOS evens it out, "
                "so that it can hardly break ties any more."
            ),
            group=SEEDING,
            row=3,
            aspect=Aspect.SEEDING_BY_STANDINGS,
            used_when=(_WITHOUT_OWN_CRITERIA,),
        ),
        Added(3, before=lambda raw: not raw.get("criteria")),
    ] = False
