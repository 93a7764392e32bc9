"""Frozen values in the players' words; the standard library only."""
