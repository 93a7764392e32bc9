"""Files of the French federation (.tou)."""
