"""Backups: copies, checks and restores."""
