"""Changes around what somebody watches: in the events of a congress, and of a stage in its event.

Pages of a congress show what happens in its events. Pages of a stage show details, rules and stages of the
event that it belongs to; results and draws of other stages do not reach them.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.domain.log import events
from miai.domain.log.history import History
from miai.errors import InputError

# What pages of every stage show of their event.
_OF_EVENT = (
    events.DetailsChanged,
    events.SettingsChanged,
    events.PhoneOptionsChanged,
    events.StageOpened,
    events.StageChanged,
    events.StageRemoved,
)


def entries_around(desk: Desk, state: State) -> int:
    """The number of entries in all events of a congress, and of a stage of those about the whole event.

    For any other tournament 0.
    """
    whole = state.history.whole
    if whole is not None:
        return desk.recall(state, "around", lambda: _about_event(whole))
    return sum(_counted(desk, each.event, _all) for each in state.tournament.congress.events)


class EntriesAround:
    """Follows the logs around a tournament and calls if one of them changes; lives on the event loop."""

    def __init__(self, desk: Desk, changed: Callable[[], None]) -> None:
        self._desk, self._changed = desk, changed
        self._count: Callable[[State], int] = _all
        self._counts: dict[str, int] = {}
        self._stops: dict[str, Callable[[], None]] = {}

    @property
    def entries(self) -> int:
        """The number of entries around it."""
        return sum(self._counts.values())

    async def follow(self, state: State) -> None:
        """Follow the events that a congress has now, or the event of a stage."""
        if is_stage(state):
            wanted = {str(event_and_stage(state.id)[0])}
            self._count = _of_event
        else:
            wanted = {each.event for each in state.tournament.congress.events}
        if wanted == self._stops.keys():
            return
        for event in self._stops.keys() - wanted:
            self._stops.pop(event)()
            self._counts.pop(event, None)
        loop = asyncio.get_running_loop()
        for event in wanted - self._stops.keys():
            self._stops[event] = self._desk.listen(event, partial(self._heard, loop, event))
            # Entries may have come in before we listened.
            count = await asyncio.to_thread(_counted, self._desk, event, self._count)
            self._arrived(event, count)

    async def look(self) -> None:
        """Read the logs again: another process may have written to them."""
        for event in tuple(self._stops):
            self._arrived(event, await asyncio.to_thread(_counted, self._desk, event, self._count))

    def stop(self) -> None:
        """Follow nothing any more."""
        for stop in self._stops.values():
            stop()
        self._stops.clear()

    def _heard(self, loop: asyncio.AbstractEventLoop, event: str, saved: Saved) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._arrived, event, self._count(saved.state))

    def _arrived(self, event: str, count: int) -> None:
        if event in self._stops and self._counts.get(event) != count:
            self._counts[event] = count
            self._changed()


def is_stage(state: State) -> bool:
    """True for a stage of an event."""
    return state.history.whole is not None


def _counted(desk: Desk, event: str, count: Callable[[State], int]) -> int:
    """The entries of an event; 0 if it was deleted or is damaged."""
    try:
        return count(desk.state(event))
    except InputError:
        return 0


def _all(state: State) -> int:
    return state.version


def _of_event(state: State) -> int:
    return _about_event(state.history)


def _about_event(whole: History) -> int:
    """The number of entries that pages of all stages show; an undo or redo is one more."""
    kinds = {entry.number: _is_about_event(entry.event) for entry in whole.entries}
    return sum(
        kinds.get(entry.event.entry, False)
        if isinstance(entry.event, events.Undone | events.Redone)
        else kinds[entry.number]
        for entry in whole.entries
    )


def _is_about_event(event: events.Event) -> bool:
    """True for details, rules and stages of an event; the name of one stage is in the menu of all others."""
    change = event.change if isinstance(event, events.InStage) else event
    shown = events.DetailsChanged if isinstance(event, events.InStage) else _OF_EVENT
    return isinstance(change, shown)
