"""Forecasts of a running event, and what is still at stake."""
