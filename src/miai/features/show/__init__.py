"""Show: what players see on phones, on the projector and on paper, on one page."""
