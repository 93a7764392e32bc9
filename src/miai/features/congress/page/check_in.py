"""Check-in: one desk for the whole congress; type a name, Enter checks in at all events."""

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.responses import Response

from miai.domain.bounds import bounds_of
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.money import Cents
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.settings.fees import Fees
from miai.domain.typed_text import money as typed_money
from miai.errors import InputError
from miai.features.congress.money import open_fee, owed, receive_payment
from miai.features.congress.rail import check_in as page
from miai.features.congress.view.people import check_in_at_congress, check_in_person, events_played
from miai.features.congress.view.state import whole_of
from miai.features.players.view.entering import FoundChoice, enter_found
from miai.features.players.view.entering import enter_typed as enter_typed_player
from miai.features.players.view.entering import find as find_player
from miai.features.players.view.found_players import found_players
from miai.features.players.view.own_list import people_of
from miai.messages import Message
from miai.server.form_fields import Checkbox, Text, Texts
from miai.server.request_context import Here
from miai.server.words import gettext as _
from miai.server.words.formatting import money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from miai.features.congress.congress_state import WholeCongress

# As many as a desk can still talk to.
_LATEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Somebody who came to the desk: their events, what they owe and what of it is open."""

    person: Player
    events: tuple[tuple[str, str], ...]
    owed: Cents
    open: Cents
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCount:
    """How many players of an event are here."""

    id: str
    name: str
    here: int
    total: int


@page.get("/t/{id}/check-in")
def show(visit: Here, q: str = "") -> Response:
    """The search, those who came last, and how many are here."""
    whole = whole_of(visit)
    event, folder = visit.tournament, visit.app_state.serving.data
    return visit.render(
        "congress/check_in.html",
        event=event,
        q=q,
        found=found_players(event, q, folder, people_of(visit)) if q.strip() else None,
        arrivals=_arrivals(whole, visit.state.history),
        here=sum(person.registration is Registration.FINAL for person in event.players),
        counts=_counts(whole),
        currency=event.settings.fees.currency,
    )


@page.get("/t/{id}/check-in/find")
def find(visit: Here, q: str = "") -> Response:
    """The people that match the text typed so far."""
    return _answer(find_player(visit, q=q))


@page.post("/t/{id}/check-in/take")
def take(visit: Here, chosen: Annotated[FoundChoice, Depends()]) -> Response:
    """Check in somebody of the list, or enter somebody of the own or of a rating list."""
    if not chosen.player:
        return enter_found(visit, chosen)
    if not chosen.here:
        return visit.done(_("Entered already"))
    return check_in_at_congress(visit, PlayerId(chosen.player))


@page.post("/t/{id}/check-in/typed")
def enter_typed(
    visit: Here, name: Text, grade: Text, not_same: Texts, here: Checkbox = True, namesake: Checkbox = False
) -> Response:
    """Enter somebody whose name and grade were typed."""
    entered = enter_typed_player(
        visit, name=name, grade=grade, not_same=not_same, here=here, namesake=namesake
    )
    return _answer(entered)


@page.post("/t/{id}/check-in/away")
def away(visit: Here, player: Text) -> Response:
    """Record that somebody is not here after all."""
    return visit.done(check_in_person(visit, PlayerId(player), here=False))


@page.post("/t/{id}/check-in/paid")
def paid(visit: Here, player: Text, received: Text = "") -> Response:
    """Record an amount that was received; without one it is all that was open."""
    whole = whole_of(visit)
    person = whole.tournament.player(PlayerId(player))
    typed = _received(received) if received.strip() else None
    amount = open_fee(whole, person) if typed is None else typed
    saved = receive_payment(visit.desk, visit.id, person.id, typed, by=visit.by)
    currency = whole.tournament.settings.fees.currency
    said = _("%(name)s has paid %(amount)s", name=person.name, amount=money(amount, currency))
    return visit.done(said, saved=saved)


def _answer(response: object) -> Response:
    if not isinstance(response, Response):
        raise TypeError("these views answer at once")
    return response


def _received(text: str) -> Cents:
    amount = typed_money(text, Message("received"), bounds_of(Fees, "usual"))
    if amount <= 0:
        raise InputError(Message("say how much was received"))
    return amount


def _arrivals(whole: "WholeCongress", history: History) -> list[Arrival]:
    found = []
    for person, by, at in islice(_latest(whole, history), _LATEST):
        found.append(
            Arrival(
                person=person,
                events=tuple(
                    (event, whole.events[event].tournament.name) for event in events_played(whole, person.id)
                ),
                owed=owed(whole, person),
                open=open_fee(whole, person),
                by=by,
                at=at,
            )
        )
    return found


def _latest(whole: "WholeCongress", history: History) -> "Iterator[tuple[Player, str, str]]":
    """Those who are here, whoever was entered, checked in or paid last before the others."""
    seen: set[PlayerId] = set()
    for entry in reversed(history.entries):
        match entry.event:
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                changed: tuple[Player, ...] = (player,)
            case events.PlayersChanged(players=several):
                changed = several
            case _:
                continue
        for each in changed:
            person = whole.people.get(each.id)
            if person and person.id not in seen and person.registration is Registration.FINAL:
                seen.add(person.id)
                yield person, entry.by, entry.at


def _counts(whole: "WholeCongress") -> list[EventCount]:
    return [
        EventCount(
            id=event,
            name=state.tournament.name,
            here=sum(player.registration is Registration.FINAL for player in state.tournament.players),
            total=len(state.tournament.players),
        )
        for event, state in whole.events.items()
    ]
