"""Bands of a handicap tournament: what is advised and what is chosen."""
