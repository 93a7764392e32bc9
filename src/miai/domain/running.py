"""What happens while a round is played: reports of players, published standings and the round clock."""

from dataclasses import dataclass

from miai.domain.game import Result
from miai.domain.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The result that a player reported of their own game, until the result desk settles it."""

    round: int
    player: PlayerId
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A result that was refused because another one stood there, until the result desk settles the game."""

    round: int
    white: PlayerId
    black: PlayerId
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
