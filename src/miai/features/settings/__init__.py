"""The rules of an event: form, command, warnings."""
