"""The events of a congress that somebody watches: its pages show what happens in them."""

import asyncio
from collections.abc import Callable
from functools import partial

from miai.desk.live_state import Desk, Saved, State
from miai.errors import InputError


def entries_around(desk: Desk, state: State) -> int:
    """The number of entries in all events of a congress; 0 for any other tournament."""
    return sum(_version(desk, each.event) for each in state.tournament.congress.events)


class AroundCongress:
    """Follows the events of a congress, and calls whenever one of them changes; lives on the event loop."""

    def __init__(self, desk: Desk, changed: Callable[[], None]) -> None:
        self._desk, self._changed = desk, changed
        self._versions: dict[str, int] = {}
        self._stops: dict[str, Callable[[], None]] = {}

    @property
    def entries(self) -> int:
        """The number of entries in all events."""
        return sum(self._versions.values())

    async def follow(self, state: State) -> None:
        """Follow the events that a congress has now; other tournaments have none."""
        wanted = {each.event for each in state.tournament.congress.events}
        if wanted == self._stops.keys():
            return
        for event in self._stops.keys() - wanted:
            self._stops.pop(event)()
            self._versions.pop(event, None)
        loop = asyncio.get_running_loop()
        for event in wanted - self._stops.keys():
            self._stops[event] = self._desk.listen(event, partial(self._heard, loop, event))
            # Entries may have come in before we listened.
            self._arrived(event, await asyncio.to_thread(_version, self._desk, event))

    async def look(self) -> None:
        """Read the events again: another process may have written to them."""
        for event in tuple(self._stops):
            self._arrived(event, await asyncio.to_thread(_version, self._desk, event))

    def stop(self) -> None:
        """Follow nothing any more."""
        for stop in self._stops.values():
            stop()
        self._stops.clear()

    def _heard(self, loop: asyncio.AbstractEventLoop, event: str, saved: Saved) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._arrived, event, saved.state.version)

    def _arrived(self, event: str, version: int) -> None:
        if event in self._stops and self._versions.get(event) != version:
            self._versions[event] = version
            self._changed()


def _version(desk: Desk, event: str) -> int:
    """The last entry of an event; 0 where it was deleted or is damaged."""
    try:
        return desk.state(event).version
    except InputError:
        return 0
