"""The log of an event as far as everybody may see it."""
