"""The engine: ratings, standings, pairing, matching, proofs; it knows no feature, no page and no store."""
