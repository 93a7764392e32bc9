"""The head of the log of an event at its last publication: everyone who looks gets the same one."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.desk.live_state import Desk, State, event_and_stage
from miai.domain.log import events
from miai.engine.verify.heads import Head, event_mark

_PUBLICATIONS = (events.RoundPublished, events.StandingsPublished)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHead:
    """A head as a page shows it; by the mark the server knows that it gave it out."""

    head: Head
    text: str
    mark: str


def published_head(desk: Desk, state: State) -> Head | None:
    """The head at the last publication of pairings or standings, in a stage too; None before the first.

    `state` is that of the whole event. A publication that was undone keeps its head: it has been seen.
    """

    number = last_publication(state)
    return desk.recall_at(state, number, "head", lambda: _head(desk, state, number)) if number else None


def hashes_at(desk: Desk, state: State, numbers: Iterable[int]) -> dict[int, str]:
    """The hashes of some entries of the log of an event; numbers that it does not have are left out."""
    known = all_hashes(desk, state)
    return {number: known[number - 1] for number in numbers if 0 < number <= len(known)}


def _head(desk: Desk, state: State, number: int) -> Head:
    known = desk.store.hashes(event_and_stage(state.id)[0], after=number - 1)
    at = state.history.until(number).entries[-1].at
    return Head(event=event_mark(state.history.identity), entries=number, hash=known[0], at=at)


def all_hashes(desk: Desk, state: State) -> tuple[str, ...]:
    """The hash of each entry of the log of an event."""

    def compute() -> tuple[str, ...]:
        return desk.store.hashes(event_and_stage(state.id)[0], after=0)[: state.last_entry]

    return desk.recall(state, "hashes", compute)


def last_publication(state: State) -> int | None:
    """The number of the last entry that published pairings or standings."""
    for entry in reversed(state.history.entries):
        happened = entry.event.change if isinstance(entry.event, events.InStage) else entry.event
        if isinstance(happened, _PUBLICATIONS):
            return entry.number
    return None
