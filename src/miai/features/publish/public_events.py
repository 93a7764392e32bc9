"""Which events show players something, known without loading those that have not changed since."""

import json
import time
from threading import Lock

from miai.desk.live_state import Desk
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.store.protocol import Damaged
from miai.store.write_permission import LOCAL

_KEY = f"{LOCAL}events that players see"
# Changed when what makes an event public changes: then everything is looked at anew.
_FORM = 1
# What is found in events that are in memory anyway is written so rarely, in seconds.
_WRITE_EVERY = 60.0


def shows_something(event: Tournament) -> bool:
    """Whether players can see pairings or standings of an event or of its stages."""
    return any(each.shown or each.tables_shown for each in (event, *(stage.event for stage in event.stages)))


def is_public(desk: Desk, tournament_id: str) -> bool:
    """Whether players see something of a tournament or congress; of a damaged one, they see nothing.

    A congress shows its timetable as soon as it has events.
    """
    try:
        return _is_public(desk.state(tournament_id).tournament)
    except Damaged:
        return False


class PublicEvents:
    """What is known of each event by the hash of its last entry, which stands for its whole log.

    It is kept in the store, so that a server that starts need not load all its events for a list.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = Lock()
        self._known: dict[str, bool] | None = None
        self._written = 0.0

    def ids(self) -> frozenset[str]:
        """The ids of the events that show players something."""
        with self._lock:
            known = self._read() if self._known is None else self._known
            ends = self._desk.store.log_ends()
            damaged = {each.tournament for each in self._desk.findings if each.damaged}
            found: dict[str, bool] = {}
            public, unknown, loaded = set(), False, False
            for tournament, end in ends.items():
                if tournament in damaged:
                    continue
                shown = known.get(end.hash)
                if shown is None:
                    unknown, loaded = True, loaded or not self._desk.is_loaded(tournament)
                    try:
                        state = self._desk.state(tournament)
                    except InputError:
                        # Damaged, or deleted by now.
                        continue
                    shown = _is_public(state.tournament)
                    if state.version != end.version:
                        # Somebody wrote meanwhile: what was found is of another entry.
                        public |= {tournament} if shown else set()
                        continue
                found[end.hash] = shown
                if shown:
                    public.add(tournament)
            self._known = found
            if loaded or (unknown and time.monotonic() - self._written > _WRITE_EVERY):
                self._write(found)
            return frozenset(public)

    def _read(self) -> dict[str, bool]:
        try:
            kept = json.loads(self._desk.store.value(_KEY) or "{}")
        except (InputError, ValueError):
            return {}
        return kept["events"] if kept.get("form") == _FORM else {}

    def _write(self, found: dict[str, bool]) -> None:
        try:
            self._desk.store.set_value(_KEY, json.dumps({"form": _FORM, "events": found}))
        except InputError:
            # The list is right without it; the next start takes longer.
            return
        self._written = time.monotonic()


def _is_public(event: Tournament) -> bool:
    return bool(event.congress.events) if event.is_congress else shows_something(event)
