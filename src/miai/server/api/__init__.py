"""The HTTP API for programs: everything that the console does, as JSON."""
