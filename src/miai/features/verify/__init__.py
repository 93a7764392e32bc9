"""Checking the proof of a draw."""
