"""Scores, tie-breaks and places."""

from miai.scoring.places import Standings, StandingsRow, standings
from miai.scoring.teams.table import TeamRow, TeamTable, team_standings

__all__ = ["Standings", "StandingsRow", "TeamRow", "TeamTable", "standings", "team_standings"]
