"""Forecasts of a tournament in progress."""
