"""What happens while a round is played: reports, games that are played later, standings and the clock."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.bounds import ClockMinutes, MomentText, RoundCount, RoundNumber
from miai.domain.field_facts import Added, Public
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The result that a player reported of their own game, until the result desk settles it.

    `phone` names the phone if nobody proved to be the player: the name was only chosen there.
    """

    player: PlayerId
    result: Result
    phone: str = ""

    @property
    def by_name(self) -> bool:
        """True if the name was chosen on the phone: the report counts when somebody confirms it."""
        return bool(self.phone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A result that was refused because another one stood there, until the result desk settles the game."""

    white: PlayerId
    black: PlayerId
    result: Result


class DelayKind(Enum):
    """A game that was not begun in its round, or begun and not ended."""

    POSTPONED = "postponed"
    ADJOURNED = "adjourned"


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayedGame:
    """A game between two players that goes on after its round, if known until when."""

    white: PlayerId
    black: PlayerId
    kind: DelayKind
    until: MomentText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """When a round starts or started, and how long its main time is; times are ISO 8601.

    In an event over weeks `deadline` is the moment by which its games have to be over.
    """

    round: Public[RoundNumber]
    starts_at: Public[MomentText] = ""
    minutes: Public[ClockMinutes] = 0
    paused_at: Public[MomentText] = ""
    deadline: Annotated[Public[MomentText], Added(6, before="")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCriteria:
    """The criteria of a stage when standings of its event were published."""

    stage: StageId
    criteria: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """Standings that players can see, by the criteria that counted when they were published.

    Other criteria count for players when the standings are published again. `stage_criteria` are those by
    which the places over all stages were published.
    """

    after_round: RoundCount
    final: bool = False
    criteria: tuple[str, ...] = ()
    team_criteria: tuple[str, ...] = ()
    stage_criteria: tuple[StageCriteria, ...] = ()
