"""Taking over: the leader stops first if it can be reached, then this server accepts entries."""

import time
from collections.abc import Callable
from contextlib import suppress

from miai.desk.live_state import Desk, State
from miai.domain.log.events import Event, LeaderChanged
from miai.domain.people.phones import Leader
from miai.errors import InputError
from miai.follow.calls import Caller, Unreachable
from miai.follow.hall import Hall
from miai.messages import Message
from miai.store.write_permission import Kind, LeaderRecord, Standing

# How long the leader has to answer, and its last entries to arrive, in seconds.
_ANSWER_WITHIN = 2.0
_ARRIVE_WITHIN = 4.0
_LOOK_EVERY = 0.05

Heads = dict[str, tuple[str, int, str]]


def take_over(
    hall: Hall, *, force: bool = False, pause: Callable[[float], None] = time.sleep
) -> LeaderRecord:
    """Lead from now on; returns as soon as entries are accepted. The logs are marked by `mark_logs`.

    A server that was fenced has not the entries of the new leader: it takes over only by force.
    """
    standing = hall.store.standing()
    if standing is None:
        raise InputError(Message("this server leads already"))
    if standing.kind is Kind.FENCED and not force:
        raise InputError(
            Message(
                "%(name)s has entries that are not here: follow it first, then take over",
                name=standing.leader.name,
            )
        )
    record = hall.next_leader()
    if standing.kind is Kind.FOLLOWS:
        _wait_for(hall, _last_entries_of_leader(hall, standing, record), pause)
    while not hall.take_the_lead(record, after=standing):
        # Another server took over at the same moment, or the leader stopped leading.
        standing = hall.store.standing()
        if standing is None:
            raise InputError(Message("this server leads already"))
        record = hall.next_leader()
    return record


def hand_over(hall: Hall, ticket: str) -> Heads | None:
    """Stop accepting entries because another server takes over; where the logs end. None if it led not."""
    told = hall.read_ticket(ticket)
    if told is None or told.rank <= hall.leader().rank:
        return None
    if not hall.store.set_standing(Standing(kind=Kind.HANDS_OVER, leader=told), only_after=None):
        return None
    hall.forget()
    return heads(hall)


def heads(hall: Hall) -> Heads:
    """Where each log ends: its identity, the number and the hash of its last entry."""
    found = hall.store.holdings().logs
    return {each: (head.identity, head.version, head.hash) for each, head in found.items()}


def mark_logs(desk: Desk, hall: Hall, *, by: str) -> None:
    """Write into each log that this server took over; a log that has it already stays as it is."""
    record = hall.leader()
    if record.epoch == 0 or record.server != hall.id or not hall.leads():
        return
    taken_over = LeaderChanged(leader=Leader(epoch=record.epoch, server=record.name))

    def decide(state: State) -> tuple[Event, ...]:
        return (taken_over,) if state.tournament.leader.epoch < record.epoch else ()

    for each in desk.store.tournaments():
        # What was created since then was never led by another one; what is damaged can be restored later.
        if each.created_at <= record.since and not each.archived:
            with suppress(InputError):
                desk.change(each.id, decide, by=by)


def _last_entries_of_leader(hall: Hall, standing: Standing, record: LeaderRecord) -> Heads:
    """Ask the leader to stop; where its logs end. Nothing where it does not answer."""
    try:
        answer = leader_of(hall, standing).post(
            "/follow/hand-over", {"ticket": hall.sign(record)}, timeout=_ANSWER_WITHIN
        )
    except Unreachable:
        return {}
    return {each: tuple(head) for each, head in (answer.data or {}).get("heads", {}).items()}


def _wait_for(hall: Hall, wanted: Heads, pause: Callable[[float], None]) -> None:
    """Wait until the last entries of the leader are here; what is late is named by the leader afterwards."""
    tries = round(_ARRIVE_WITHIN / _LOOK_EVERY)
    for _ in range(tries if wanted else 0):
        if heads(hall) == wanted:
            return
        pause(_LOOK_EVERY)


def leader_of(hall: Hall, standing: Standing) -> Caller:
    """Calls the leader that a server follows, or that has taken over from it."""
    leader = standing.leader
    known = next((each.fingerprint for each in hall.members() if each.id == leader.server), "")
    return Caller(
        address=leader.address,
        authorization=hall.authorization(standing.token),
        fingerprint=standing.fingerprint or known,
    )
