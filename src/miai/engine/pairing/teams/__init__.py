"""Pairs teams by the systems for players, and seats their players board against board."""
