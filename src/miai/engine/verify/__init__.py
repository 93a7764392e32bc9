"""Checks published draws with code of its own: nothing here uses the pairing, the matching or the scores."""
