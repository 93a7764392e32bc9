"""Deviations to whole costs, by preset."""
