"""The projector in the hall and the overlay for streams."""
