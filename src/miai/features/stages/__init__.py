"""Stages: groups, cups, finals, and the places over all of them."""
