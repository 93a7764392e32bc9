"""Ratings after an event."""
