"""Which events a congress may use: those that were added to it by somebody who may do so.

A congress names its events by their ids. A document from elsewhere can name any id, an undone change can name
an old one, and an id is free again after its tournament is deleted. So it is noted beside the log when an
event is added. Rights in a congress count only for what is noted, and accounts get none in a congress that
names something else.
"""

from miai.desk.live_state import Desk, State
from miai.errors import InputError
from miai.features.congress.find_congress import congress_ids
from miai.store.accounts.accounts_protocol import Membership
from miai.store.times import current_time

_ROLE = "CONGRESS"


def share_event(desk: Desk, congress_id: str, event_id: str) -> None:
    """Note that an event was added to a congress."""
    desk.store.accounts.give_role(
        Membership(
            tournament=event_id, account=_name(congress_id), role=_ROLE, since=current_time(), given_by=""
        )
    )


def share_events_of(desk: Desk, state: State) -> None:
    """Note all events of a congress that an administrator has imported."""
    for each in state.tournament.congress.events:
        share_event(desk, state.id, each.event)


def congresses_with(desk: Desk, event_id: str) -> tuple[str, ...]:
    """The congresses that have an event, and to which it was added."""
    return tuple(
        congress
        for congress in congress_ids(desk)
        if _is_shared(desk, congress, event_id) and event_id in _events(desk, congress)
    )


def names_foreign_event(desk: Desk, tournament_id: str) -> bool:
    """Whether a congress names a tournament that was not added to it."""
    if tournament_id not in congress_ids(desk):
        return False
    known = {str(each.id) for each in desk.store.tournaments()}
    return any(
        not _is_shared(desk, tournament_id, event) for event in _events(desk, tournament_id) if event in known
    )


def _events(desk: Desk, congress_id: str) -> tuple[str, ...]:
    try:
        congress = desk.state(congress_id).tournament.congress
    except InputError:
        return ()
    return tuple(each.event for each in congress.events)


def _is_shared(desk: Desk, congress_id: str, event_id: str) -> bool:
    return any(
        each.role == _ROLE and each.account == _name(congress_id)
        for each in desk.store.accounts.members(event_id)
    )


def _name(congress_id: str) -> str:
    """The name of a congress among the members of its events; no account has a space in its id."""
    return f"congress {congress_id}"
