"""Wins beside the prizes."""

from miai.domain.people.player import PlayerId
from miai.domain.points import plain
from miai.features.stages.overall_standings import wins_in_all
from miai.features.standings.standings_view import standings_of
from miai.server.request_context import Visit


def wins_of(visit: Visit, after: int) -> dict[PlayerId, float]:
    """How often everybody has won, in all stages together."""
    if visit.tournament.stages:
        return {player: plain(won) for player, won in wins_in_all(visit.tournament).items()}
    table = standings_of(visit.desk, visit.state, after=after)
    return {line.player.id: line.wins for line in table.rows}
