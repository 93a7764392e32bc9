"""Draws of systems without prices, made again from the log by a second reading of their rules."""
