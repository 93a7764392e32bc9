"""Fees and prize money: who has paid and what is open."""
