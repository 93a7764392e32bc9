"""Rounds, games and results."""
