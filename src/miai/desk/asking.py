"""Lets the one who makes a change see what it moves before it is written."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from miai.desk.handed_out import NOT_KNOWN, HandedOutFiles
from miai.domain.log.events import Event, ReasonGiven
from miai.domain.log.history import History
from miai.domain.problems import bound_problems, demand_none
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A change that is decided and possible, but not written; `apply` gives what other events lead to.

    `log` is the id of the tournament; a file has none. `losses` are what it drops for good, in words.
    `files` are those that were handed out.
    """

    log: str = ""
    before: Tournament
    history: History
    events: tuple[Event, ...]
    after: Tournament
    apply: Callable[[Sequence[Event]], Tournament]
    losses: tuple[Message, ...] = ()
    files: Callable[[], HandedOutFiles] = lambda: NOT_KNOWN


# The characters of a reason; a longer text is a story.
LONGEST_REASON = 200

Settled = tuple[tuple[Event, ...], Tournament]
# What asks about all changes of a request: for each it gives the events to write and what they lead to, or it
# raises, so that nothing is written.
Settle = Callable[[Sequence[Proposal], str], Sequence[Settled]]


@dataclass(slots=True, kw_only=True)
class Asking:
    """A request that wants to see what it moves; `confirmed` is the mark of what its sender has seen.

    `reason` is the sender's reason for the change, which the history keeps.
    """

    settle: Settle
    confirmed: str = ""
    reason: str = ""
    paused: bool = False


_current: ContextVar[Asking | None] = ContextVar("asking", default=None)


@contextmanager
def asking(settle: Settle, *, confirmed: str = "", reason: str = "") -> Iterator[Asking]:
    """Show every change inside before it is written, unless it moves only what was confirmed."""
    asked = Asking(settle=settle, confirmed=confirmed, reason=reason)
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
    [found] = settled_together((proposal,))
    return found


def settled_together(proposals: Sequence[Proposal]) -> tuple[Settled, ...]:
    """The same for the changes of several logs, about which the sender is asked once."""
    asked = _current.get()
    if asked is None or asked.paused or not any(each.events for each in proposals):
        return tuple((each.events, each.after) for each in proposals)
    found = asked.settle(proposals, asked.confirmed)
    return tuple(
        (with_reason(chosen, asked.reason, after=_last_entry(proposal)), after)
        for proposal, (chosen, after) in zip(proposals, found, strict=True)
    )


def with_reason(chosen: Sequence[Event], text: str, *, after: int) -> tuple[Event, ...]:
    """Events and the entry that keeps the reason for them, if there is one; they follow the entry `after`."""
    reason = " ".join(text.split())
    if len(reason) > LONGEST_REASON:
        raise InputError(
            Message(
                "the reason has %(num)s characters: shorten it to %(most)s",
                num=len(reason),
                most=LONGEST_REASON,
            )
        )
    if not reason or not chosen:
        return tuple(chosen)
    given = ReasonGiven(entries=tuple(range(after + 1, after + 1 + len(chosen))), reason=reason)
    demand_none(bound_problems(given))
    return (*chosen, given)


def _last_entry(proposal: Proposal) -> int:
    return proposal.history.entries[-1].number if proposal.history.entries else 0
