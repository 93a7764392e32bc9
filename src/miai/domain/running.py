"""What goes on around the boards: what players report and can see, and the clock on the wall."""

from dataclasses import dataclass

from miai.domain.game import Result
from miai.domain.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a player says of their own game, as long as the result desk has not settled it."""

    round: int
    player: PlayerId
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """When a round starts or started, and how long its main time is; times are ISO 8601."""

    round: int
    starts_at: str = ""
    minutes: int = 0
    paused_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """Standings that players can see."""

    after_round: int
    final: bool = False
