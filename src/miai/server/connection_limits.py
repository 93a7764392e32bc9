"""How many connections the server keeps open, so that a result desk always finds room for one more."""

import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

# More open files than these are of no use: each live stream needs memory too.
MOST_DESCRIPTORS = 65_536
MOST_CONNECTIONS = 8_000
# The event loop may accept three times as many before the first of them can be closed again.
ACCEPTED_AT_ONCE = 50
# The database has two files open for each of its connections; then there are backups, pages and log files.
_FILES = 200
# Windows has no limit that a program could read; this is less than it allows.
_DESCRIPTORS_OF_WINDOWS = 8_192


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The most connections, the most of them that may be live streams, and the most of those for the public.

    What the streams leave free is for pages and entries; what the public leaves free is for desks.
    """

    connections: int = MOST_CONNECTIONS
    streams: int = MOST_CONNECTIONS * 7 // 8
    public_streams: int = MOST_CONNECTIONS * 3 // 4

    @classmethod
    def within(cls, descriptors: int) -> "Room":
        """The room that a limit on open files leaves."""
        taken = min(descriptors // 2, _FILES + 3 * ACCEPTED_AT_ONCE)
        connections = min(MOST_CONNECTIONS, descriptors - taken)
        return cls(connections=connections, streams=connections * 7 // 8, public_streams=connections * 3 // 4)


def allowed_descriptors() -> int:
    """How many files and connections this process may have open."""
    if sys.platform == "win32":
        return _DESCRIPTORS_OF_WINDOWS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def raise_descriptors() -> None:
    """Allow as many open files as the system lets us have."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    # macOS names no limit and refuses more than 10,240.
    for limit in (wanted, min(wanted, 10_240)):
        if soft == resource.RLIM_INFINITY or soft >= limit:
            return
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        except (OSError, ValueError):
            continue
        return
