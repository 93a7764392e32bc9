"""The input and the output of a rating system."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Protocol

from miai.domain.people.grade import Grade


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """One game that counts; `white_score` is 1, 0 or 0.5."""

    white: int
    black: int
    white_score: float
    handicap: int = 0
    komi: float = 6.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player as a rating system sees them; what is not known is None."""

    grade: Grade
    rating: float | None = None
    highest_grade: Grade | None = None
    aga_rating: float | None = None
    sigma: float | None = None
    rating_date: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedEvent:
    """All the games of a tournament, its weight and its last day."""

    entrants: tuple[Entrant, ...]
    games: tuple[RatedGame, ...]
    weight: float = 1.0
    day: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """One game of a player: the score, the expected score and the rating change."""

    opponent: int
    score: float
    expected: float
    change: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A player's rating before and after an event; `reset`: a declared promotion raised it first."""

    before: float
    after: float
    games: tuple[GameChange, ...]
    reset: bool = False
    sigma: float | None = None

    @property
    def change(self) -> float:
        """The change in rating."""
        return self.after - self.before

    @property
    def score(self) -> float:
        """Points won in games that count."""
        return sum(game.score for game in self.games)

    @property
    def expected(self) -> float:
        """Points expected in them."""
        return sum(game.expected for game in self.games)


class RatingSystem(Protocol):
    """A rating system: a frozen dataclass with its own settings."""

    key: ClassVar[str]

    def rate(self, event: RatedEvent) -> tuple[Change, ...]:
        """The changes of all entrants, in their order."""

    def performances(self, event: RatedEvent) -> tuple[float | None, ...]:
        """The rating at which each entrant's score would be the expected one; None where there is none."""


class NamedRatingSystem(RatingSystem, Protocol):
    """A rating system of Miai's own, with a sentence for the reference.

    `clause` is what asks for it in the five documents, by its id there.
    """

    says: ClassVar[str]
    clause: ClassVar[str]


def games_of(event: RatedEvent) -> list[list[tuple[RatedGame, bool]]]:
    """Each entrant's games, and whether the entrant had White."""
    lists: list[list[tuple[RatedGame, bool]]] = [[] for _ in event.entrants]
    for game in event.games:
        lists[game.white].append((game, True))
        lists[game.black].append((game, False))
    return lists
