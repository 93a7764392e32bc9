"""An event as far as players can see it."""

from dataclasses import replace

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.features.publish.publish_round import public_round


def published_event(tournament: Tournament) -> Tournament:
    """The event with the rounds that players can see, and with their results.

    Published standings show all games up to their round; of later rounds the published pairings are seen.
    """
    after = max((table.after_round for table in tournament.tables_shown), default=0)
    seen = [_seen(tournament, drawn, after) for drawn in tournament.rounds]
    return replace(tournament, rounds=tuple(drawn for drawn in seen if drawn is not None))


def _seen(tournament: Tournament, drawn: Round, after: int) -> Round | None:
    return drawn if drawn.number <= after else public_round(tournament, drawn.number)
