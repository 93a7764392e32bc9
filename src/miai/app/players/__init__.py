"""Enter players, correct what is known of them, and look them up in rating lists."""
