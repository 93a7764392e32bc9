"""The present time as text: in entries, and in the names of files."""

from datetime import UTC, datetime


def current_time() -> str:
    """The present time in the form in which entries hold it."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def time_for_names() -> str:
    """The present time for the name of a file or a folder; no two are the same."""
    return f"{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}"
