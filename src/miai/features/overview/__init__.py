"""The first page of an event: what is next."""
