"""An event as far as players can see it."""

from dataclasses import replace

from miai.domain.rounds.round import Round
from miai.domain.stage_view import with_stages_in_view
from miai.domain.tournament import EventAround, Tournament
from miai.features.publish.publish_round import public_round


def published_event(tournament: Tournament) -> Tournament:
    """The event and its stages with the rounds that players can see, and with their results.

    Published standings show all games up to their round; of later rounds the published pairings are seen.
    """
    stages = tuple(replace(each, own=_published(each.own)) for each in tournament.stages)
    around = tournament.around and _published_around(tournament.around)
    return with_stages_in_view(replace(_published(tournament), stages=stages, around=around))


def _published(tournament: Tournament) -> Tournament:
    after = max((table.after_round for table in tournament.tables_shown), default=0)
    seen = [_seen(tournament, drawn, after) for drawn in tournament.rounds]
    return replace(tournament, rounds=tuple(drawn for drawn in seen if drawn is not None))


def _published_around(around: EventAround) -> EventAround:
    """The event around a stage with the published rounds of its parts."""
    parts = (replace(each, rounds=_published(Tournament(rounds=each.rounds)).rounds) for each in around.parts)
    return replace(around, parts=tuple(parts))


def _seen(tournament: Tournament, drawn: Round, after: int) -> Round | None:
    return drawn if drawn.number <= after else public_round(tournament, drawn.number)
