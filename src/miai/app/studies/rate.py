"""Rate a tournament."""

from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message
from miai.rating import SYSTEMS
from miai.rating.classes import WEIGHTS, class_of
from miai.rating.event import rated_event
from miai.rating.grading import czech_grade, grading_views
from miai.rating.protocol import Change
from miai.report.rating import RatedPlayer, RatedTournament


def rate(tournament: Tournament, *, system: str = "egf", class_key: str | None = None) -> tuple[Change, ...]:
    """The change of every player's rating, in order of entry."""
    if system not in SYSTEMS:
        raise InputError(
            Message("'%(key)s' is not a rating system: %(known)s", key=system, known=", ".join(SYSTEMS))
        )
    if class_key is not None and class_key not in WEIGHTS:
        raise InputError(
            Message("'%(key)s' is not a tournament class: %(known)s", key=class_key, known=", ".join(WEIGHTS))
        )
    return SYSTEMS[system]().rate(rated_event(tournament, class_key=class_key))


def rate_tournament(
    tournament: Tournament, *, system: str = "egf", class_key: str | None = None
) -> RatedTournament:
    """All players by new rating, each with games, performance and grading information."""
    changes = rate(tournament, system=system, class_key=class_key)
    event = rated_event(tournament, class_key=class_key)
    views, performances = grading_views(event), SYSTEMS[system]().performances(event)
    rated = []
    for i, player in sorted(enumerate(tournament.players), key=lambda numbered: -changes[numbered[0]].after):
        suggested = None if system == "aga" else czech_grade(player.grade, changes[i].after)
        rated.append(
            RatedPlayer(
                player=player,
                change=changes[i],
                performance=performances[i],
                grading=views[i],
                suggested_grade=None if suggested == player.grade else suggested,
            )
        )
    used_class = class_key or class_of(tournament)
    return RatedTournament(
        system=system,
        class_key=used_class,
        weight=WEIGHTS[used_class] if system != "aga" else 1.0,
        entrants=tournament.players,
        rated=tuple(rated),
    )
