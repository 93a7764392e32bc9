"""Drawing a round: pairing, explaining, changes by hand, late arrivals."""
