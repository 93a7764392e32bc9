"""Scores, tie-breaks and places."""

from miai.engine.scoring.places import Standings, StandingsRow, standings
from miai.engine.scoring.teams.table import TeamRow, TeamTable, team_standings

__all__ = ["Standings", "StandingsRow", "TeamRow", "TeamTable", "standings", "team_standings"]
