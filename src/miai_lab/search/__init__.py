"""The search for good settings of the pairing: many on few tournaments, the best of them on more."""
