"""The proof of a published draw: what is in it, and how it is written."""
