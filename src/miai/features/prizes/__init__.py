"""Prizes and who gets them."""
