"""Changes of several logs in one request: decided one after the other, and written at once or not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from miai.desk.asking import Proposal
from miai.desk.deciding import proposal_of, proposed, state_after
from miai.domain.log.events import Event, ReasonGiven
from miai.domain.log.history import Entry
from miai.domain.tournament import Tournament
from miai.messages import Message
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId

if TYPE_CHECKING:
    from miai.desk.live_state import Decide, Desk, Losses, State

P = ParamSpec("P")
R = TypeVar("R")
# A log as a request finds it, and the entries that the request wrote to it before; None if it wrote nothing.
Found = tuple["State", tuple[Entry, ...] | None]


@dataclass(slots=True, kw_only=True)
class Together:
    """The logs as one request sees them, with what it has changed so far.

    `begun` has each log as the request found it, so that all that it reads is of one moment. A change of a
    log in `written` gives the entries that were written. Of any other it gives drafts, which nobody else
    sees.
    """

    read: Callable[[TournamentId], Found]
    begun: "dict[TournamentId, State]" = field(default_factory=dict)
    now: "dict[TournamentId, State]" = field(default_factory=dict)
    written: dict[TournamentId, tuple[Entry, ...]] = field(default_factory=dict)
    by: dict[TournamentId, str] = field(default_factory=dict)
    losses: dict[TournamentId, tuple[Message, ...]] = field(default_factory=dict)
    afterwards: list[Callable[[], None]] = field(default_factory=list)

    def state(self, known: TournamentId) -> "State":
        """A log with the changes of the request so far."""
        if known not in self.now:
            state, written = self.read(known)
            self.begun[known] = self.now[known] = state
            if written is not None:
                self.written[known] = written
        return self.now[known]

    def change(
        self,
        known: TournamentId,
        decide: "Decide",
        by: str,
        losses: "Losses",
    ) -> "tuple[State, tuple[Entry, ...]]":
        """Decide on a log; the state after it, and the entries."""
        state = self.state(known)
        proposal = proposal_of(state, decide(state), by, losses)
        if known in self.written:
            entries = self._written_for(known, proposal)
            after = state_after(state, entries)
        else:
            entries = tuple(_drafts(state, proposal.events, by))
            after = _draft(state, entries, proposal.after)
            self.by[known] = by
            self.losses[known] = (*self.losses.get(known, ()), *proposal.losses)
        self.now[known] = after
        return after, entries

    def proposals(self) -> Iterator[Proposal]:
        """All that is to be written, log by log."""
        for known, state in self.now.items():
            if state.draft:
                first = self.begun[known]
                drafts = state.history.entries[len(first.history.entries) :]
                chosen = [entry.event for entry in drafts]
                yield proposed(first, chosen, state.tournament, self.by[known], self.losses[known])

    def repeated(self, written: dict[TournamentId, tuple[Entry, ...]]) -> "Together":
        """The same request after it was written, to give the answer with what was written."""
        return Together(
            read=self.read,
            begun=dict(self.begun),
            now=dict(self.begun),
            written={**self.written, **written},
        )

    def after_all(self) -> "dict[TournamentId, State]":
        """Each log after all that the request wrote to it."""
        return {known: state_after(self.begun[known], self.written.get(known, ())) for known in self.begun}

    def _written_for(self, known: TournamentId, proposal: Proposal) -> tuple[Entry, ...]:
        """The entries that one of the changes of a log wrote.

        Another way to write it may have been chosen, and a reason may follow: then the rest belongs to it.
        """
        so_far = len(self.now[known].history.entries) - len(self.begun[known].history.entries)
        left, count = self.written[known][so_far:], len(proposal.events)
        if not count:
            return ()
        same = tuple(entry.event for entry in left[:count]) == proposal.events
        more = any(not isinstance(entry.event, ReasonGiven) for entry in left[count:])
        return left[:count] if same and more else left


def request_for(known: TournamentId, home: TournamentId, request: str) -> str:
    """The id of a request in one of the logs that it changes; `home` is the one that it was sent to."""
    return request if known == home else f"{known}@{request}"


def draft_of(state: "State", chosen: Sequence[Event]) -> "State":
    """The state that a request would lead to, without what stages follow; nothing of it is written."""
    return _draft(state, tuple(_drafts(state, chosen, "")))


def _draft(state: "State", entries: Sequence[Entry], tournament: Tournament | None = None) -> "State":
    return replace(state_after(state, entries, tournament), draft=state.draft or bool(entries))


def _drafts(state: "State", chosen: Sequence[Event], by: str) -> Iterator[Entry]:
    at = current_time()
    for number, event in enumerate(chosen, start=state.version + 1):
        yield Entry(number=number, event=event, by=by, at=at)


_current: ContextVar[tuple[object, Together] | None] = ContextVar("together", default=None)


@contextmanager
def inside(desk: object, together: Together) -> Iterator[None]:
    """Let the desk read and change logs as a request sees them."""
    token = _current.set((desk, together))
    try:
        yield
    finally:
        _current.reset(token)


def current_together(desk: object) -> Together | None:
    """The request with several logs that is being carried out at a desk, if there is one."""
    known = _current.get()
    return known[1] if known and known[0] is desk else None


def written_together(
    use_case: "Callable[Concatenate[Desk, str, P], R]",
) -> "Callable[Concatenate[Desk, str, P], R]":
    """A use case that may change several logs: all of them are written at once, or none (`Desk.together`).

    It is carried out more than once, so it must do nothing but change logs.
    """

    @wraps(use_case)
    def carried_out(desk: "Desk", home: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return desk.together(home, lambda: use_case(desk, home, *args, **kwargs))

    return carried_out
