"""A second laptop that follows and can take over."""
