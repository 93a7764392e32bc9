"""Standings, tie-breaks on paper and screen, bonus points, final tables."""
