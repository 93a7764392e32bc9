"""Scores, tie-breaks and places."""

from miai.standings.places import Row, Standings, standings

__all__ = ["Row", "Standings", "standings"]
