"""What both EGF systems share: expectations use the ratings before the event, changes are summed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from miai.domain.people.grade import Grade, Kind
from miai.engine.rating.protocol import Change, Entrant, GameChange, RatedEvent, RatedGame, games_of

# The expected scores of White and Black, from the game and both ratings.
Expectancy = Callable[[RatedGame, float, float], tuple[float, float]]

_FAIR_KOMI = 6.5
_POINTS_OF_A_STONE = 12.0
# A performance is at most this far from the opponents' ratings.
_REACH = 800.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicaps:
    """What handicap is worth in rating points.

    `stones_off` is taken from the number of stones: half a stone, because Black's stones come without komi
    (document 3), or nothing (document 1). With `count_komi` an unusual komi counts too, 12 points to a stone.
    """

    points_per_stone: float = 100.0
    stones_off: float = 0.5
    count_komi: bool = False

    def advantage(self, game: RatedGame) -> float:
        """Points added to Black's rating."""
        if self.count_komi:
            placed = max(0, game.handicap - 1)
            return self.points_per_stone * (placed + (_FAIR_KOMI - game.komi) / _POINTS_OF_A_STONE)
        if game.handicap == 0:
            return 0.0
        return self.points_per_stone * (game.handicap - self.stones_off)


def entry_rating(entrant: Entrant, *, floor: float, reset: bool) -> tuple[float, bool]:
    """The rating to start from, and whether a declared promotion reset it.

    A grade declared at least two above the highest declared before (one for professionals) resets a rating
    that is lower than the grade's; a player without a rating starts at the grade's.
    """
    nominal = float(entrant.grade.rating)
    if entrant.rating is None:
        return max(floor, nominal), False
    rating = max(floor, entrant.rating)
    if reset and entrant.highest_grade is not None and promoted(entrant.grade, entrant.highest_grade):
        return max(rating, nominal), nominal > rating
    return rating, False


def entry_ratings(event: RatedEvent, system: "EloSystem") -> list[tuple[float, bool]]:
    """The ratings that all entrants start from."""
    return [
        entry_rating(entrant, floor=system.floor, reset=system.reset_on_promotion)
        for entrant in event.entrants
    ]


def promoted(declared: Grade, highest: Grade) -> bool:
    """Whether a declared grade is a significant promotion."""
    if declared.kind is Kind.PRO and highest.kind is Kind.PRO:
        return declared.step > highest.step
    return declared.number - highest.number >= 2 or (
        declared.kind is Kind.PRO and highest.kind is not Kind.PRO
    )


class EloSystem(Protocol):
    """What both systems define: bounds, resets and expected scores."""

    @property
    def floor(self) -> float:
        """The lowest rating."""

    @property
    def fall_limit(self) -> float | None:
        """The most that one event can take."""

    @property
    def reset_on_promotion(self) -> bool:
        """Whether a declared promotion resets a rating."""

    def expectancy(self, game: RatedGame, white: float, black: float) -> tuple[float, float]:
        """The expected scores of White and Black."""


def sum_changes(
    event: RatedEvent, system: EloSystem, change: Callable[[float, float, float], float]
) -> tuple[Change, ...]:
    """Sum each player's changes; `change` takes the player's rating, score and expected score."""
    starts = entry_ratings(event, system)
    by_player: list[list[GameChange]] = [[] for _ in starts]
    for game in event.games:
        white, black = starts[game.white][0], starts[game.black][0]
        expected = system.expectancy(game, white, black)
        for own, opponent, rating, score, expectancy in (
            (game.white, game.black, white, game.white_score, expected[0]),
            (game.black, game.white, black, 1.0 - game.white_score, expected[1]),
        ):
            gained = event.weight * change(rating, score, expectancy)
            by_player[own].append(
                GameChange(opponent=opponent, score=score, expected=expectancy, change=gained)
            )
    changes = []
    for (rating, reset), games in zip(starts, by_player, strict=True):
        total = sum(each.change or 0.0 for each in games)
        if system.fall_limit is not None:
            total = max(-system.fall_limit, total)
        changes.append(
            Change(before=rating, after=max(system.floor, rating + total), games=tuple(games), reset=reset)
        )
    return tuple(changes)


def performances(event: RatedEvent, system: EloSystem) -> tuple[float | None, ...]:
    """The rating whose expected score is the actual one; None for players who won or lost every game."""
    starts = entry_ratings(event, system)
    return tuple(_performance(own, starts, system.expectancy) for own in games_of(event))


def _performance(
    own: Sequence[tuple[RatedGame, bool]], starts: Sequence[tuple[float, bool]], expectancy: Expectancy
) -> float | None:
    points = sum(game.white_score if is_white else 1.0 - game.white_score for game, is_white in own)
    if not 0 < points < len(own):
        return None
    opponents = [starts[game.black if is_white else game.white][0] for game, is_white in own]
    low, high = min(opponents) - _REACH, max(opponents) + _REACH
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = 0.0
        for (game, is_white), opponent in zip(own, opponents, strict=True):
            pair = (middle, opponent) if is_white else (opponent, middle)
            expected += expectancy(game, *pair)[0 if is_white else 1]
        low, high = (middle, high) if expected < points else (low, middle)
    return (low + high) / 2
