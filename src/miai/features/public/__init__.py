"""The public pages of an event, and the questions players ask."""
