"""The parts of the AGA's protocol: its criteria, floats, and the order of alternatives in a group."""
