"""The history of an event, and undo."""
