"""Entering and correcting results."""
