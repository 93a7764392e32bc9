"""Tables for people: as values, and as text."""
