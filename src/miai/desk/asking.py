"""Lets the one who makes a change see what it moves before it is written."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from miai.domain.log.events import Event
from miai.domain.log.history import History
from miai.domain.tournament import Tournament
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A change that is decided and possible, but not written; `apply` gives what other events lead to.

    `losses` are what it drops for good, in words.
    """

    before: Tournament
    history: History
    events: tuple[Event, ...]
    after: Tournament
    apply: Callable[[Sequence[Event]], Tournament]
    losses: tuple[Message, ...] = ()


Settled = tuple[tuple[Event, ...], Tournament]
# What asks: it gives the events to write and what they lead to, or raises, so that nothing is written.
Settle = Callable[[Proposal, str], Settled]


@dataclass(slots=True, kw_only=True)
class Asking:
    """A request that wants to see what it moves; `confirmed` is the mark of what its sender has seen."""

    settle: Settle
    confirmed: str = ""
    paused: bool = False


_current: ContextVar[Asking | None] = ContextVar("asking", default=None)


@contextmanager
def asking(settle: Settle, *, confirmed: str = "") -> Iterator[Asking]:
    """Show every change inside before it is written, unless it moves only what was confirmed."""
    asked = Asking(settle=settle, confirmed=confirmed)
    token = _current.set(asked)
    try:
        yield asked
    finally:
        _current.reset(token)


@contextmanager
def without_asking() -> Iterator[None]:
    """Write what is done inside without a question: a copy of what was decided elsewhere."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


def current_asking() -> Asking | None:
    """The request that wants to see what it moves, if there is one."""
    return _current.get()


def settled(proposal: Proposal) -> Settled:
    """The events to write and what they lead to: those of the proposal, unless the sender chooses others."""
    asked = _current.get()
    if asked is None or asked.paused or not proposal.events:
        return proposal.events, proposal.after
    return asked.settle(proposal, asked.confirmed)
