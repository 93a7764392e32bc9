"""Carry out each request once, although a browser may send it again because no answer arrived."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from miai.store.protocol import Conflict, Requested
from miai.store.tournament_id import TournamentId

if TYPE_CHECKING:
    from miai.desk.live_state import State


@dataclass(slots=True, kw_only=True)
class EntryOnce:
    """The request that is being carried out; its changes are numbered: "id/1", "id/2".

    What it changes in several logs at once has one number. `session` is the browser that sent it. If it was
    carried out before, `first` is what its first change wrote, and `past` has each tournament as the first
    time saw it, so that everything is decided and answered as it was then. `looked_up`: whether we know if
    it is a repetition. `expected` is the version that its sender knew; its first change is made on no
    other. `of` names the tournament that has it, if a request may change several. `demands` are asked about
    the state before the first change and raise if it is not the one on the sender's screen. `seen` is the
    version that its sender has read: values that were changed since are not overwritten.
    """

    id: str
    session: str | None = None
    changes: int = 0
    looked_up: bool = False
    first: Requested | None = None
    past: "dict[TournamentId, State]" = field(default_factory=dict)
    expected: int | None = None
    of: str = ""
    seen: int | None = None
    demands: "list[Callable[[State], None]]" = field(default_factory=list)

    @property
    def first_change(self) -> str:
        """The id of its first change."""
        return f"{self.id}/1"

    def next_change(self) -> str:
        """The id of the change that begins now."""
        self.changes += 1
        self.looked_up = True
        return f"{self.id}/{self.changes}"

    def demand_seen(self, state: "State") -> None:
        """Raise if the first change would meet another state than its sender knew."""
        if self.changes > 1:
            return
        for demand in self.demands:
            demand(state)
        if self.expected is None or (self.of and self.of != state.id) or state.version == self.expected:
            return
        since = state.history.since(self.expected)
        raise Conflict(expected=self.expected, actual=state.version, since=since)

    def begin_again(self) -> None:
        """Forget an attempt that wrote nothing."""
        self.changes, self.looked_up = 0, False
        self.forget_first_time()

    def forget_first_time(self) -> None:
        """See everything as it is now, for what was not carried out before."""
        self.first = None
        self.past.clear()


def browser_of(session: str) -> str:
    """The public name of the browser with a session; nobody can find the session by it."""
    return sha256(f"browser {session}".encode()).hexdigest()[:12] if session else ""


_current: ContextVar[EntryOnce | None] = ContextVar("entry_once", default=None)


@contextmanager
def entry_once(
    request_id: str | None,
    *,
    session: str | None = None,
    expected: int | None = None,
    seen: int | None = None,
) -> Iterator[None]:
    """Let every change of a tournament inside happen once for this id; without an id, each time.

    `expected` is the version that the tournament or stage has to have before the first change, `seen` the one
    that its sender has read.
    """
    entry = None
    if request_id:
        entry = EntryOnce(id=request_id, session=session, expected=expected, seen=seen)
    token = _current.set(entry)
    try:
        yield
    finally:
        _current.reset(token)


def current_entry() -> EntryOnce | None:
    """The request that is being carried out, if it has an id."""
    return _current.get()
