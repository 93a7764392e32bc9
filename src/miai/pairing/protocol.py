"""What a pairing system sees and gives back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from miai.domain.player import Player, PlayerId
from miai.domain.round import Bye
from miai.domain.settings import Settings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints:
    """The director's hand, by player ids; locked and forced pairs are (White, Black) where colours matter."""

    forbidden: tuple[tuple[PlayerId, PlayerId], ...] = ()
    forced: tuple[tuple[PlayerId, PlayerId], ...] = ()
    fixed_tables: tuple[tuple[PlayerId, int], ...] = ()
    excluded_tables: tuple[tuple[PlayerId, int], ...] = ()
    bye: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """All that a pairing system may see: those who play, in canonical order, and what is known of them.

    Scores are in quarters; `groups` are whole points; `places` count from 0 within the own group; a code
    below 0 is unknown. `met` counts games. Colours count in games without handicap; `streaks` counts the
    last games with one colour, whites up and blacks down. `last_floats` is 1 for who was drawn up in the last
    round and -1 for who was drawn down; `last_points` are of the last round, -1 where it was not played.
    `problems` are worth a warning before the draw.
    """

    round: int
    rounds: int
    players: tuple[Player, ...]
    settings: Settings
    scores: Ints
    wins: Ints
    groups: Ints
    places: Ints
    sizes: Ints
    starts: Ints
    grades: Ints
    ratings: Floats
    balances: Ints
    last_colours: Ints
    whites: Ints
    blacks: Ints
    streaks: Ints
    ups: Ints
    downs: Ints
    last_floats: Ints
    last_points: Ints
    byes: Ints
    met: Ints
    countries: Ints
    clubs: Ints
    clubs_groups: Ints
    families: Ints
    categories: Ints
    wanted_low: Ints
    wanted_high: Ints
    problems: tuple[str, ...] = ()
    constraints: Constraints = field(default_factory=Constraints)

    def __len__(self) -> int:
        return len(self.players)

    def name(self, i: int) -> str:
        """The player's name as lists have it."""
        return self.players[i].name


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """What one rule says of one board."""

    rule: str
    deviation: int
    cost: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One board of a draw, with its reasons."""

    table: int
    white: Player
    black: Player
    handicap: int
    komi: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A drawn round: boards, bye, what it costs in all, and whether that was proved to be the least."""

    round: int
    system: str
    preset: str
    seed: int
    boards: tuple[Pairing, ...]
    bye: Player | None
    total: int
    optimal: bool
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bye_reasons: tuple[Reason, ...] = ()
    also_free: tuple[Player, ...] = ()

    @property
    def free(self) -> tuple[Player, ...]:
        """Everybody who sits out; schedules may have more than one."""
        return (self.bye, *self.also_free) if self.bye else ()

    @property
    def byes(self) -> tuple[Bye, ...]:
        """The byes as an event records them."""
        return tuple(Bye(player=player.id) for player in self.free)


class Rule(Protocol):
    """One wish: a whole matrix of deviations, and a sentence for people."""

    key: ClassVar[str]
    fault: ClassVar[str]

    def deviation(self, view: RoundView) -> Ints:
        """An n×n matrix; 0 is ideal."""

    def for_bye(self, view: RoundView) -> Ints:
        """How far each player is from being the one who should sit out."""

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """What the rule says of a pair, in a sentence."""


class PairingSystem(Protocol):
    """A system that draws one round at a time; it is the frozen dataclass of its own settings."""

    key: ClassVar[str]

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""


Rules = Sequence[Rule]
