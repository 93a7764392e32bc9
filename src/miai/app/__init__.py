"""One use case per file: load, decide, append."""
