"""Refereed tournaments of every system."""
