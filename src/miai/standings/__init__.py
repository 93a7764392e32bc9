"""Scores, tie-breaks and places."""

from miai.standings.places import Standings, StandingsRow, standings
from miai.standings.teams.table import TeamRow, TeamTable, team_standings

__all__ = ["Standings", "StandingsRow", "TeamRow", "TeamTable", "standings", "team_standings"]
