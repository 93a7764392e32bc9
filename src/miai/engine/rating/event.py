"""The rated part of a tournament: games that were played, with the tournament's weight."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from miai.domain.event_games import PlayedRound, entrants_of, rounds_inside
from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.domain.rounds.game import Colour, Result
from miai.domain.settings.egf_class import WEIGHTS, class_of
from miai.domain.tournament import Tournament
from miai.engine.rating.aga import rating_of_origin
from miai.engine.rating.protocol import Entrant, RatedEvent, RatedGame

# Results without a winner and a loser, which are not rated.
_NOT_RATED = (Result.UNKNOWN, Result.BOTH_LOSE, Result.BOTH_WIN)


def rated_event(
    tournament: Tournament,
    *,
    rounds: Sequence[PlayedRound] | None = None,
    class_key: str | None = None,
) -> RatedEvent:
    """The event as a rating system sees it; games by default and undecided ones are left out.

    The games are those of the event and all its stages, of a stage its own, unless the rounds are given.
    Entrants are the players in order of entry, then those who play in other parts alone. An event that the
    EGF does not rate has no weight, unless a class is given.
    """
    used_class = class_key or class_of(tournament)
    entrants = entrants_of(tournament)
    index = {player.id: i for i, player in enumerate(entrants)}
    games = tuple(
        RatedGame(
            white=index[board.white],
            black=index[board.black],
            white_score=board.result.points(Colour.WHITE) / POINT,
            handicap=board.handicap,
            komi=each.part.settings.usual_komi(board.handicap) if board.komi is None else board.komi,
        )
        for each in (rounds_inside(tournament) if rounds is None else rounds)
        for board in each.round.boards
        if is_rated(board.result)
    )
    return RatedEvent(
        entrants=tuple(_entrant(player) for player in entrants),
        games=games,
        weight=0.0 if used_class is None else WEIGHTS[used_class],
        day=_day(tournament.end) or _day(tournament.begin),
    )


def is_rated(result: Result) -> bool:
    """Whether a game was played on the board and has a winner, or ended in jigo."""
    return not result.by_default and result not in _NOT_RATED


def _entrant(player: Player) -> Entrant:
    return Entrant(
        grade=player.grade,
        rating=player.rating,
        highest_grade=player.highest_grade,
        aga_rating=rating_of_origin(player.rating_origin) if player.aga_rating is None else player.aga_rating,
        sigma=player.sigma,
        rating_date=player.rating_date,
    )


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None
