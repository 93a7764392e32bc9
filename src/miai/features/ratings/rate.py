"""Rate a tournament."""

from collections.abc import Iterator
from dataclasses import replace

from miai.domain.event_games import entrants_of, rounds_inside
from miai.domain.people.participants import with_participants_of_event
from miai.domain.people.sides import has_sides
from miai.domain.settings.egf_class import WEIGHTS, class_message, class_of
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import has_handicap
from miai.domain.tournament import Tournament
from miai.engine.rating import SYSTEMS, EgfClassic, RatingSystem
from miai.engine.rating.aga import AgaRatings
from miai.engine.rating.egf import Egf
from miai.engine.rating.egf_classic import classic_system_after
from miai.engine.rating.event import rated_event
from miai.engine.rating.grading import czech_grade, grading_views
from miai.engine.rating.protocol import Change, Entrant, RatedEvent
from miai.errors import InputError, unknown_word
from miai.features.ratings.table import AssumedFrom, RatedPlayer, RatedTournament
from miai.messages import Message, counted


def own_rating_system(settings: Settings) -> str:
    """The rating system of the federation whose rules an event is played by."""
    return AgaRatings.key if settings.system == "aga" else Egf.key


def rate(
    tournament: Tournament,
    *,
    system: str = "egf",
    class_key: str | None = None,
    classic: EgfClassic | None = None,
) -> tuple[Change, ...]:
    """The change of every player's rating, in order of entry, by the games of the event and all its stages.

    A stage is rated by its own games alone, like its file. `classic` is the EGF's old rating with constants
    other than the tournament's own.
    """
    chosen = _system(tournament, system, classic)
    _demand_class(class_key)
    return chosen.rate(_rated_event(tournament, class_key))[: len(tournament.players)]


def rate_tournament(
    tournament: Tournament,
    *,
    system: str = "egf",
    class_key: str | None = None,
    classic: EgfClassic | None = None,
) -> RatedTournament:
    """All players by new rating, each with games, performance and grading information.

    Where the EGF does not rate the event, ratings stay as they are; performances and grading information
    are there all the same.
    """
    tournament = with_participants_of_event(tournament)
    changes = rate(tournament, system=system, class_key=class_key, classic=classic)
    event = _rated_event(tournament, class_key)
    views = grading_views(event)
    used = _system(tournament, system, classic)
    performances = used.performances(event)
    rated = []
    for i, player in sorted(enumerate(tournament.players), key=lambda numbered: -changes[numbered[0]].after):
        by_egf = system in (Egf.key, EgfClassic.key)
        suggested = czech_grade(player.grade, changes[i].after) if by_egf else None
        rated.append(
            RatedPlayer(
                player=player,
                change=changes[i],
                performance=performances[i],
                grading=views[i],
                suggested_grade=None if suggested == player.grade else suggested,
                assumed_from=_assumed_from(event.entrants[i], system),
            )
        )
    used_class = None if has_sides(tournament) else class_key or class_of(tournament)
    unrated = used_class is None and (system != "aga" or has_sides(tournament))
    return RatedTournament(
        system=system,
        class_key=used_class,
        weight=event.weight if system != "aga" else 1.0,
        why_not_rated=class_message(tournament) if unrated else None,
        notes=tuple(_notes(tournament, system)),
        classic=used if isinstance(used, EgfClassic) else None,
        entrants=entrants_of(tournament),
        rated=tuple(rated),
    )


def _rated_event(tournament: Tournament, class_key: str | None) -> RatedEvent:
    """The event as the system sees it; games of sides of several people are never rated."""
    event = rated_event(tournament, class_key=class_key)
    return replace(event, games=(), weight=0.0) if has_sides(tournament) else event


def _notes(tournament: Tournament, system: str) -> Iterator[Message]:
    """What the system does not look at."""
    by_komi = sum(
        not board.handicap and has_handicap(each.part.settings, board)
        for each in rounds_inside(tournament)
        for board in each.round.boards
    )
    if by_komi and system != AgaRatings.key and not has_sides(tournament):
        yield counted(
            "%(num)s game with a handicap by komi counts as an even game: the EGF rates stones only",
            "%(num)s games with a handicap by komi count as even games: the EGF rates stones only",
            by_komi,
        )


def _system(tournament: Tournament, key: str, classic: EgfClassic | None) -> RatingSystem:
    if key not in SYSTEMS:
        raise InputError(unknown_word(Message("'%(key)s' is not a rating system", key=key), key, SYSTEMS))
    if classic is not None and key != EgfClassic.key:
        raise InputError(
            Message(
                "epsilon, the points a stone and the stones taken off belong to the system '%(key)s'",
                key=EgfClassic.key,
            )
        )
    if key == EgfClassic.key:
        return classic or classic_system_after(tournament.settings.classic_rating)
    return SYSTEMS[key]()


def _assumed_from(entrant: Entrant, system: str) -> AssumedFrom | None:
    """What stands in for a rating that the player does not have in this system."""
    if system != AgaRatings.key:
        return AssumedFrom.GRADE if entrant.rating is None else None
    if entrant.aga_rating is not None:
        return None
    return AssumedFrom.GRADE if entrant.rating is None else AssumedFrom.EGF_RATING


def _demand_class(key: str | None) -> None:
    if key is not None and key not in WEIGHTS:
        raise InputError(unknown_word(Message("'%(key)s' is not a tournament class", key=key), key, WEIGHTS))
