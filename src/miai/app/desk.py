"""The live state of tournaments: load, decide, append; whoever looks on is told."""

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from miai.domain import events
from miai.domain.history import Entry, History
from miai.domain.replay import apply
from miai.domain.tournament import Tournament
from miai.errors import InputError, InternalError
from miai.store.protocol import Conflict, Store, TournamentId

T = TypeVar("T")
# Somebody else may always be faster, but not so many times in a row.
_ATTEMPTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A tournament as it stands; `version` is the number of its last entry."""

    id: TournamentId
    history: History
    tournament: Tournament
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What became of a tournament, and the entries that made it so."""

    state: State
    entries: tuple[Entry, ...]


Decide = Callable[[State], Sequence[events.Event]]
Listener = Callable[[Saved], None]


class Desk:
    """All tournaments of one store, for many threads at once; one desk a process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._states: dict[TournamentId, State] = {}
        self._locks: defaultdict[TournamentId, threading.RLock] = defaultdict(threading.RLock)
        self._worked_out: dict[TournamentId, tuple[int, dict[Hashable, Any]]] = {}
        self._listeners: defaultdict[TournamentId, list[Listener]] = defaultdict(list)
        self.backup_trouble = ""

    def state(self, tournament_id: str) -> State:
        """The tournament as it stands; only what is new since the last look is read."""
        known = TournamentId(tournament_id)
        old = self._states.get(known)
        # Who only looks does not wait for whoever writes.
        if old is not None and self.store.version(known) == old.version:
            return old
        with self._locks[known]:
            old = self._states.get(known)
            if old is None:
                self._states[known] = self._loaded(known)
                return self._states[known]
            news = self.store.since(known, old.version)
            if not news:
                return old
            fresh = self._states[known] = _after(old, news)
        self._tell(Saved(state=fresh, entries=news))
        return fresh

    def change(self, tournament_id: str, decide: Decide, *, by: str) -> Saved:
        """Look, decide and append; where somebody else was faster, look and decide again.

        An event that makes no sense raises and nothing is written; no events at all are nothing to do.
        """
        known = TournamentId(tournament_id)
        for _ in range(_ATTEMPTS):
            with self._locks[known]:
                state = self.state(known)
                chosen = tuple(decide(state))
                if not chosen:
                    return Saved(state=state, entries=())
                foreseen = _foreseen(state, chosen)
                try:
                    entries = self.store.append(known, chosen, expected=state.version, by=by)
                except Conflict:
                    continue
                history = History(entries=(*state.history.entries, *entries))
                saved = Saved(
                    state=State(id=known, history=history, tournament=foreseen, version=entries[-1].number),
                    entries=entries,
                )
                self._states[known] = saved.state
            self._tell(saved)
            return saved
        raise InternalError(f"the tournament '{known}' changed {_ATTEMPTS} times while one entry was made")

    def recall(self, state: State, key: Hashable, work_out: Callable[[], T]) -> T:
        """What was worked out from this very state before, or is now."""
        version, known = self._worked_out.get(state.id, (-1, {}))
        if version != state.version:
            known = {}
            self._worked_out[state.id] = (state.version, known)
        if key not in known:
            known[key] = work_out()
        found: T = known[key]
        return found

    def back_up(self, reason: str) -> None:
        """Copy the database; what was entered is safe without, so a copy that fails is told, not raised."""
        try:
            self.store.backup(reason)
            self.backup_trouble = ""
        except InputError as error:
            self.backup_trouble = str(error)

    def forget(self, tournament_id: str) -> None:
        """Drop what is known of a tournament that was deleted."""
        self._states.pop(TournamentId(tournament_id), None)
        self._worked_out.pop(TournamentId(tournament_id), None)

    def listen(self, tournament_id: str, listener: Listener) -> Callable[[], None]:
        """Call the listener after every change, in the thread that made it; the answer ends it."""
        listeners = self._listeners[TournamentId(tournament_id)]
        listeners.append(listener)

        def stop() -> None:
            if listener in listeners:
                listeners.remove(listener)

        return stop

    def _loaded(self, known: TournamentId) -> State:
        history = self.store.history(known)
        return State(id=known, history=history, tournament=history.tournament(), version=_last(history))

    def _tell(self, saved: Saved) -> None:
        if saved.entries:
            for listener in tuple(self._listeners[saved.state.id]):
                listener(saved)


def _last(history: History) -> int:
    return history.entries[-1].number if history.entries else 0


def _after(state: State, news: Sequence[Entry]) -> State:
    history = History(entries=(*state.history.entries, *news))
    tournament = _tournament_after(state.tournament, history, [entry.event for entry in news])
    return State(id=state.id, history=history, tournament=tournament, version=_last(history))


def _foreseen(state: State, chosen: Sequence[events.Event]) -> Tournament:
    """The tournament that the events would make; they are checked before anything is written."""
    numbered = tuple(
        Entry(number=number, event=event) for number, event in enumerate(chosen, start=state.version + 1)
    )
    longer = History(entries=(*state.history.entries, *numbered))
    try:
        return _tournament_after(state.tournament, longer, chosen)
    except InputError as error:
        match chosen[0]:
            case events.Undone(entry=number):
                raise InputError(f"entry {number} cannot be undone: {error}") from error
            case events.Redone(entry=number):
                raise InputError(f"entry {number} cannot be redone: {error}") from error
        raise


def _tournament_after(
    tournament: Tournament, history: History, happened: Sequence[events.Event]
) -> Tournament:
    for event in happened:
        if isinstance(event, events.Undone | events.Redone):
            return history.tournament()
        tournament = apply(tournament, event)
    return tournament
