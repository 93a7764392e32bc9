"""Scores, tie-breaks and places."""

from miai.standings.places import Standings, StandingsRow, standings

__all__ = ["Standings", "StandingsRow", "standings"]
