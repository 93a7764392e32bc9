"""The desk: the live state of events, where a use case loads, decides and appends."""
