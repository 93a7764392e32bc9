"""Which teams get the prizes for places of a team event; all other prizes go to players."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from miai.domain.people.player_filter import EVERYBODY
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.tournament import Tournament
from miai.engine.scoring import Standings, TeamTable, team_standings
from miai.engine.scoring.teams.table import TeamRow
from miai.features.prizes.award_prizes import SharedPrize

GivenTeamPrize = SharedPrize[TeamRow]


def is_for_teams(prize: Prize) -> bool:
    """Whether teams get a prize in a team event: it is for a place and without limits on people."""
    return prize.kind is PrizeKind.PLACE and prize.among == EVERYBODY


def team_prizes_given(table: TeamTable) -> tuple[GivenTeamPrize, ...]:
    """The prizes for places with the teams that get them, in the order in which they are listed."""
    return tuple(
        SharedPrize(prize=prize, winners=_at(prize.place, table.rows))
        for prize in table.tournament.settings.prizes
        if is_for_teams(prize)
    )


def prizes_of_teams(tournament: Tournament) -> tuple[GivenTeamPrize, ...]:
    """The prizes that teams get by the standings as they are; none in an event of individuals."""
    if not tournament.settings.by_teams or not tournament.teams:
        return ()
    return team_prizes_given(team_standings(tournament))


def without_team_prizes(table: Standings) -> Standings:
    """The standings of the players of a team event, with the prizes that players get."""
    event = table.tournament
    if not event.settings.by_teams:
        return table
    left = tuple(prize for prize in event.settings.prizes if not is_for_teams(prize))
    return replace(table, tournament=replace(event, settings=replace(event.settings, prizes=left)))


def _at(place: int, rows: Sequence[TeamRow]) -> tuple[TeamRow, ...]:
    """The teams that tie for a place."""
    last = 0
    for _, tied in groupby(rows, key=lambda row: row.place):
        group = tuple(tied)
        last += len(group)
        if last >= place:
            return group
    return ()
