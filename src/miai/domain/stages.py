"""The stages of an event: groups, a final, a cup beside the main event."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NewType

from miai.domain.field_facts import Added, Public
from miai.domain.numbers import Between

StageId = NewType("StageId", str)
# In place of a stage: the main event itself.
MAIN = StageId("")
Place = Annotated[int, Between(1, 99_999)]
Phase = Annotated[int, Between(1, 99)]


class CarryOver(Enum):
    """What entrants bring along from the stage before: nothing, their score, or that of their own games.

    With `MUTUAL` only games against others who enter the same stage count.
    """

    NOTHING = "nothing"
    SCORE = "score"
    MUTUAL = "mutual"


class Losers(Enum):
    """What becomes of those who are out of a knock-out: nothing, or they join the main event."""

    LEAVE = "leave"
    JOIN_MAIN = "join main"


class TieRule(Enum):
    """The rule for players who share the last place that qualifies after all criteria, named beforehand.

    They play it off, a lot decides that nobody chooses, or the director decides.
    """

    PLAY_OFF = "play-off"
    LOT = "lot"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualification:
    """The places of a stage that lead into another one; without a stage those of the main event."""

    stage: Public[StageId] = MAIN
    first: Public[Place] = 1
    last: Public[Place] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """How a stage belongs to its event.

    Stages of one `phase` are played side by side, such as groups; later phases come before earlier ones in
    the standings of the whole. Entrants come from `sources`, or are chosen by hand where there are none; if
    they tie for the last place, `ties` says how that is decided. A play-off decides who of its players comes
    first in another stage, or in the event itself (`play_off_of`); it has the phase of that stage and is
    played after it.
    """

    id: Public[StageId]
    phase: Public[Phase] = 1
    sources: tuple[Qualification, ...] = ()
    carry_over: Public[CarryOver] = CarryOver.NOTHING
    losers: Public[Losers] = Losers.LEAVE
    ties: Annotated[Public[TieRule], Added(8, before="director")] = TieRule.DIRECTOR
    play_off_of: Annotated[Public[StageId | None], Added(8, before=None)] = None
