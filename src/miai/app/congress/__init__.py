"""Congresses: many events with one list of people."""
