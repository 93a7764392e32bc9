"""The people of a congress: who is here, which events they play in, and what they still have to pay."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from miai.domain.money import Cents
from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId, Registration
from miai.features.congress.check_in import check_in
from miai.features.congress.money import congress_money, open_fee
from miai.features.congress.person import has_withdrawn
from miai.features.congress.view.state import whole_of
from miai.features.lists.view.rating_lists import kept_lists
from miai.features.players.view.entering import back_to_row
from miai.features.players.view.found_players import found_players
from miai.features.players.view.list_filter import Narrowing, narrowing_choices
from miai.features.players.view.own_list import people_of
from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import joined, money

if TYPE_CHECKING:
    from miai.features.congress.congress_state import WholeCongress


class PeopleFilter(Enum):
    """Which people the list shows."""

    ALL = "all"
    HERE = "here"
    AWAY = "away"
    IDLE = "idle"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """One person, the names of their events, and what they still have to pay."""

    player: Player
    events: tuple[str, ...]
    open: Cents

    @property
    def here(self) -> bool:
        """Whether they are checked in."""
        return self.player.registration is Registration.FINAL


def show_people(visit: Visit, narrowed: Narrowing, *, show: str, sort: str, q: str) -> Response:
    """The list of people with the search for those who arrive."""
    folder = visit.app_state.serving.data
    shown = next((each for each in PeopleFilter if each.value == show), PeopleFilter.ALL)
    rows = [row for row in people_rows(visit) if narrowed.fits(row.player)]
    chosen = {kind: [row for row in rows if _fits(row, kind)] for kind in PeopleFilter}
    event = visit.tournament
    return visit.render(
        "congress/people.html",
        event=event,
        rows=_in_order(chosen[shown], sort),
        shown=shown.value,
        counts={kind.value: len(fitting) for kind, fitting in chosen.items()},
        narrowed=narrowed,
        choices=narrowing_choices(event),
        sort=sort,
        q=q,
        asked=None,
        drawn=False,
        found=found_players(event, q, folder, people_of(visit)) if q.strip() else None,
        lists=kept_lists(folder),
        currency=event.settings.fees.currency,
    )


def people_rows(visit: Visit) -> list[PersonRow]:
    """Everybody with their events and what they still have to pay."""
    whole = whole_of(visit)
    money = {line.player.id: line.open for line in congress_money(visit.desk, visit.id).lines}
    return [
        PersonRow(player=person, events=event_names(whole, person.id), open=money.get(person.id, Cents(0)))
        for person in whole.tournament.players
    ]


def event_names(whole: "WholeCongress", person: PlayerId) -> tuple[str, ...]:
    """The names of the events that a person plays in, in the order of the congress."""
    return tuple(whole.events[event].tournament.name for event in events_played(whole, person))


def events_played(whole: "WholeCongress", person: PlayerId) -> tuple[str, ...]:
    """The events that a person plays in and has not withdrawn from, in the order of the congress."""
    entered = {entry.event: entry.player for entry in whole.entries.get(person, ())}
    found = []
    for event, state in whole.events.items():
        player = whole.players[event].get(entered[event]) if event in entered else None
        if event in entered and not (player and has_withdrawn(state.tournament, player)):
            found.append(event)
    return tuple(found)


def check_in_person(visit: Visit, person: PlayerId, *, here: bool = True) -> str:
    """Check a person in or out at the congress and in their events; what to say to them."""
    name = visit.tournament.name_of(person)
    saved = check_in(visit.desk, visit.id, (person,), here=here, by=visit.by)
    if not here:
        return _("%(name)s is not here", name=name)
    whole = whole_of(visit)
    events = event_names(whole, person)
    if not saved.entries:
        said = _("%(name)s is here already", name=name)
    elif events:
        said = _("%(name)s is here and plays in %(events)s", name=name, events=joined(list(events)))
    else:
        said = _("%(name)s is here, entered in no event", name=name)
    open_amount = open_fee(whole, whole.tournament.player(person))
    if open_amount <= 0:
        return said
    amount = money(open_amount, whole.tournament.settings.fees.currency)
    return _("%(said)s. To pay: %(amount)s", said=said, amount=amount)


def check_in_at_congress(visit: Visit, person: PlayerId, *, here: bool = True) -> Response:
    """Check a person in or out, and go back to their row."""
    return visit.done(check_in_person(visit, person, here=here), to=back_to_row(visit, person))


def check_in_people(visit: Visit, people: set[PlayerId], *, here: bool) -> Response:
    """Check several people in or out at once."""
    wanted = Registration.FINAL if here else Registration.PRELIMINARY
    count = sum(
        person.id in people and person.registration is not wanted for person in visit.tournament.players
    )
    check_in(visit.desk, visit.id, people, here=here, by=visit.by)
    if not count:
        return visit.done(_("They are all here already") if here else _("None of them was here"))
    return visit.done(
        ngettext("%(num)s person checked in", "%(num)s people checked in", count)
        if here
        else ngettext("%(num)s person checked out", "%(num)s people checked out", count)
    )


def _fits(row: PersonRow, show: PeopleFilter) -> bool:
    match show:
        case PeopleFilter.HERE:
            return row.here
        case PeopleFilter.AWAY:
            return not row.here
        case PeopleFilter.IDLE:
            return not row.events
        case PeopleFilter.OPEN:
            return row.open > 0
    return True


_SORTS: dict[str, Callable[[PersonRow], Any]] = {
    "grade": lambda row: (-row.player.grade.rating, -(row.player.rating or 0)),
    "club": lambda row: (plain_name(row.player.country), plain_name(row.player.club)),
    "events": lambda row: (-len(row.events), row.events),
    "open": lambda row: -row.open,
}


def _in_order(rows: list[PersonRow], sort: str) -> list[PersonRow]:
    by_name = sorted(
        rows, key=lambda row: (plain_name(row.player.surname), plain_name(row.player.first_name))
    )
    key = _SORTS.get(sort.removeprefix("-"))
    if key is None:
        return by_name[::-1] if sort == "-name" else by_name
    return sorted(by_name, key=key, reverse=sort.startswith("-"))
