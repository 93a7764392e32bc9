"""What happens while a round is played: reports of players, published standings and the round clock."""

from dataclasses import dataclass

from miai.domain.bounds import ClockMinutes, MomentText, RoundCount, RoundNumber
from miai.domain.game import Result
from miai.domain.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The result that a player reported of their own game, until the result desk settles it."""

    round: RoundNumber
    player: PlayerId
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A result that was refused because another one stood there, until the result desk settles the game."""

    round: RoundNumber
    white: PlayerId
    black: PlayerId
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """When a round starts or started, and how long its main time is; times are ISO 8601."""

    round: RoundNumber
    starts_at: MomentText = ""
    minutes: ClockMinutes = 0
    paused_at: MomentText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """Standings that players can see."""

    after_round: RoundCount
    final: bool = False
