"""Enter players, change them, and look them up in rating lists."""
