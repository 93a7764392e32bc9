"""The games of real events as a win model is judged by them: what was known before each, and who won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.domain.event_games import PlayedRound, entrants_of, rounds_in_order
from miai.domain.people.strength import rating_of
from miai.domain.points import POINT
from miai.domain.rounds.game import Colour
from miai.domain.settings.handicaps import head_start_of
from miai.domain.tournament import Tournament
from miai.engine.kernel.arrays import Floats, Ints
from miai.engine.rating.event import is_rated
from miai.engine.rating.strengths import (
    Believed,
    GamesPlayed,
    StrengthModel,
    after_games,
    before_the_event,
)

# No chance is so small that a single game could decide a comparison.
_LEAST = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGames:
    """One event: grades and ratings by player, in grades from shodan at 0, its games and their rounds."""

    name: str
    grades: Floats
    ratings: Floats
    games: GamesPlayed
    rounds: Ints

    def until(self, after: int) -> GamesPlayed:
        """The games of the rounds up to this one."""
        return self.games.only(self.rounds <= after)


def event_games(tournament: Tournament) -> EventGames:
    """The games of all parts of the event that were played on the board and have a result.

    Players of other parts alone come last. The rounds of an event with stages are numbered in order of play.
    """
    index = {player.id: i for i, player in enumerate(entrants_of(tournament))}
    rounds = rounds_in_order(tournament)
    numbers = _numbers(rounds)
    found = [
        (
            index[board.white],
            index[board.black],
            head_start_of(each.part.settings, board),
            board.result.points(Colour.WHITE) / POINT,
            numbers[each.order],
        )
        for each in rounds
        for board in each.round.boards
        if is_rated(board.result)
    ]
    white, black, stones, score, played_in = np.array(found, np.float64).reshape(-1, 5).T
    grades, ratings = known_strengths(tournament)
    return EventGames(
        name=tournament.name,
        grades=grades,
        ratings=ratings,
        games=GamesPlayed(
            white=white.astype(np.int64), black=black.astype(np.int64), stones=stones, score=score
        ),
        rounds=played_in.astype(np.int64),
    )


def _numbers(rounds: Sequence[PlayedRound]) -> dict[tuple[int, int], int]:
    """The number of each round in order of play; in an event without stages its own."""
    if len({each.part.stage for each in rounds}) < 2:
        return {each.order: each.round.number for each in rounds}
    return {order: number for number, order in enumerate(sorted({each.order for each in rounds}), start=1)}


def known_strengths(tournament: Tournament) -> tuple[Floats, Floats]:
    """Grades and ratings of all players, in grades from shodan at 0; without a rating the grade's own."""
    people = entrants_of(tournament)
    grades = np.array([float(player.grade.rating) for player in people])
    ratings = np.array([rating_of(player) for player in people])
    return (grades - 2100) / 100, (ratings - 2100) / 100


def believed_after(model: StrengthModel, event: EventGames, after: int | None = None) -> Believed:
    """How strong everybody is by what is known after a round; by default, after all."""
    before = before_the_event(model, event.grades, event.ratings)
    return after_games(model, before, event.games if after is None else event.until(after))


def foretold(model: StrengthModel, event: EventGames, *, learns: bool = True) -> Floats:
    """White's chance in each game by what was known before its round; who does not learn knows no results."""
    chances = np.empty(len(event.rounds))
    for number in np.unique(event.rounds):
        chosen = event.rounds == number
        believed = believed_after(model, event, int(number) - 1 if learns else 0)
        games = event.games.only(chosen)
        chances[chosen] = believed.chances(model, games.white, games.black, games.stones)
    return chances


def log_losses(score: Floats, chance: Floats) -> Floats:
    """What each game costs who gave it that chance; a jigo is half a win and half a loss."""
    safe = np.clip(chance, _LEAST, 1 - _LEAST)
    return np.asarray(-(score * np.log(safe) + (1 - score) * np.log1p(-safe)))


def with_games(tournaments: Iterable[Tournament]) -> list[EventGames]:
    """The events in which games were played."""
    return [event for event in map(event_games, tournaments) if len(event.rounds)]
