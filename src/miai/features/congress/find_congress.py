"""Which tournaments of a store are congresses, and which congress an event belongs to."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from miai.desk.live_state import STAGE_SIGN, Desk, State
from miai.domain.log import events
from miai.errors import InputError
from miai.store.protocol import Listed

# Whether a tournament is a congress is decided when it is created, and never changes.
_known: WeakKeyDictionary[Desk, dict[tuple[str, str], bool]] = WeakKeyDictionary()


def congresses(desk: Desk) -> tuple[State, ...]:
    """All congresses of the store, the oldest first."""
    return tuple(_congresses(desk))


def congress_ids(desk: Desk) -> frozenset[str]:
    """The ids of all congresses of the store."""
    return frozenset(each.id for each in desk.store.tournaments() if _is_congress(desk, each))


def congress_of(desk: Desk, event_id: str) -> State | None:
    """The congress that an event, or a stage of it, belongs to; None where it stands alone."""
    known = event_id.partition(STAGE_SIGN)[0]
    for state in _congresses(desk):
        if any(each.event == known for each in state.tournament.congress.events):
            return state
    return None


def _congresses(desk: Desk) -> Iterator[State]:
    for each in desk.store.tournaments():
        if _is_congress(desk, each):
            try:
                yield desk.state(each.id)
            except InputError:
                continue


def _is_congress(desk: Desk, listed: Listed) -> bool:
    known = _known.setdefault(desk, {})
    key = str(listed.id), listed.created_at
    if key not in known:
        if listed.damaged:
            return False
        try:
            first = desk.store.first_entry(listed.id).event
        except InputError:
            return False
        known[key] = isinstance(first, events.TournamentCreated) and first.is_congress
    return known[key]
