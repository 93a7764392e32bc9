"""Fees and prize money of a tournament, or of a congress with all its events, in one table."""

from collections.abc import Iterator
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.money import NO_MONEY, Cents
from miai.domain.people.congress import EventEntry
from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId
from miai.errors import InputError
from miai.features.congress.congress_state import WholeCongress, recall, whole_congress
from miai.features.fees.charge_fees import MoneyLine, MoneyTable, money_table, record_payment
from miai.messages import Message


def money_of(desk: Desk, state: State) -> MoneyTable:
    """Fees and prize money by the standings as they are, of a congress over all its events."""
    if state.tournament.is_congress:
        return congress_money(desk, state.id)
    return _event_money(desk, state)


def congress_money(desk: Desk, congress_id: str) -> MoneyTable:
    """Fees of the congress and of every event entered, payments and prize money of all people.

    Whoever is in an event without being on the list has a line of their own.
    """
    whole = whole_congress(desk, congress_id)
    return recall(desk, whole, "money", lambda: _money(desk, whole))


def record_congress_payment(desk: Desk, congress_id: str, person: PlayerId, paid: Cents, *, by: str) -> Saved:
    """Record what a person has paid altogether; what was paid in the events themselves is part of it."""
    whole = whole_congress(desk, congress_id)
    elsewhere = _paid_in_events(whole, person)
    if paid < elsewhere:
        raise InputError(
            Message(
                "%(name)s has paid more than that in the events already",
                name=whole.tournament.name_of(person),
            )
        )
    return record_payment(desk, congress_id, person, Cents(paid - elsewhere), by=by)


def receive_payment(
    desk: Desk, congress_id: str, person: PlayerId, received: Cents | None = None, *, by: str
) -> Saved:
    """Add an amount to what a person has paid, by default all that is open.

    It is added to what stands there when it is written, so that two desks lose nothing.
    """
    whole = whole_congress(desk, congress_id)
    elsewhere = _paid_in_events(whole, person)

    def decide(state: State) -> list[events.Event]:
        known = state.tournament.player(person)
        amount = owed(whole, known) - elsewhere - known.paid if received is None else received
        if amount <= 0:
            return []
        return [events.PlayerChanged(player=replace(known, paid=Cents(known.paid + amount)))]

    return desk.change(congress_id, decide, by=by)


def owed(whole: WholeCongress, person: Player) -> Cents:
    """The fee of the congress, and those of the events that a person plays in."""
    total = whole.tournament.settings.fees.owed_by(person)
    return Cents(total + sum(_owed_in(whole, person, entry) for entry, _ in _entries(whole, person.id)))


def open_fee(whole: WholeCongress, person: Player) -> Cents:
    """What a person still has to pay; negative if they paid too much."""
    return Cents(owed(whole, person) - person.paid - _paid_in_events(whole, person.id))


def _money(desk: Desk, whole: WholeCongress) -> MoneyTable:
    prizes, rest = _prizes(desk, whole)
    lines = []
    for person in sorted(whole.people.values(), key=lambda each: plain_name(each.name)):
        paid = Cents(person.paid + _paid_in_events(whole, person.id))
        lines.append(
            MoneyLine(
                player=replace(person, paid=paid),
                owed=owed(whole, person),
                prize=prizes.get(person.id, NO_MONEY),
            )
        )
    lines += _strangers(desk, whole)
    teams = tuple(each for state in whole.events.values() for each in _event_money(desk, state).teams)
    return MoneyTable(tournament=whole.tournament, lines=tuple(lines), teams=teams, rest=rest)


def _entries(whole: WholeCongress, person: PlayerId) -> Iterator[tuple[EventEntry, Player]]:
    """The events that a person plays in, each with the player that they are there."""
    for entry in whole.entries.get(person, ()):
        player = whole.players.get(entry.event, {}).get(entry.player)
        if player is not None:
            yield entry, player


def _owed_in(whole: WholeCongress, person: Player, entry: EventEntry) -> Cents:
    """The fee of an event; a fee that a side has of its own is shared by its people."""
    player = whole.players[entry.event][entry.player]
    fees = whole.events[entry.event].tournament.settings.fees
    if player.fee is None:
        return fees.owed_by(replace(person, fee=None))
    return _share(whole, entry, player, person.id, player.fee)


def _share(whole: WholeCongress, entry: EventEntry, player: Player, person: PlayerId, amount: int) -> Cents:
    """A person's part of an amount for a side; cents that are left over are the first's."""
    people = whole.persons[entry.event, entry.player]
    among = max(len(player.members), len(people))
    first = people[0] == person
    return Cents(amount // among + (amount % among if first else 0))


def _paid_in_events(whole: WholeCongress, person: PlayerId) -> Cents:
    return Cents(
        sum(_share(whole, entry, player, person, player.paid) for entry, player in _entries(whole, person))
    )


def _prizes(desk: Desk, whole: WholeCongress) -> tuple[dict[PlayerId, Cents], Cents]:
    """The prize money of everybody over all events, and what could not be shared equally."""
    found: dict[PlayerId, Cents] = {}
    rest = 0
    for event_id, state in whole.events.items():
        money = _event_money(desk, state)
        rest += money.rest
        for player, amount in _prizes_of_players(money).items():
            people = whole.persons.get((event_id, player), ())
            among = max(1, len(whole.players[event_id][player].members))
            for person in people:
                found[person] = Cents(found.get(person, NO_MONEY) + amount // among)
            rest += amount % among if people else 0
    return found, Cents(rest)


def _event_money(desk: Desk, state: State) -> MoneyTable:
    """The fees and prize money of one event."""

    def compute() -> MoneyTable:
        # Without prizes nobody has to be ranked.
        return money_table(state.tournament, given=None if state.tournament.settings.prizes else ())

    return desk.recall(state, "money", compute)


def _prizes_of_players(money: MoneyTable) -> dict[PlayerId, Cents]:
    return {line.player.id: line.prize for line in money.lines if line.prize}


def _strangers(desk: Desk, whole: WholeCongress) -> Iterator[MoneyLine]:
    """Players of events who are not on the list."""
    for event_id, state in whole.events.items():
        money = _prizes_of_players(_event_money(desk, state))
        for player in state.tournament.players:
            if (event_id, player.id) not in whole.persons:
                owes = state.tournament.settings.fees.owed_by(player)
                yield MoneyLine(player=player, owed=owes, prize=money.get(player.id, NO_MONEY))
