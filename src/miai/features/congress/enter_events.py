"""Enter people of a congress in its events, and let them leave."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from miai.desk.live_state import Desk, Saved, State
from miai.desk.together import written_together
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.people.congress import EventEntry
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.sides import as_member
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.congress.entries import entries_changed, entries_of, new_entries
from miai.features.congress.person import as_player, has_begun, has_left, is_same, last_drawn
from miai.features.players.change_player import remove_player
from miai.features.players.enter_sides import demand_each_once, new_side
from miai.features.teams.enter_team import enter_team as enter_team_in_event
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """The congress after entries were made; `late` are those in events that had begun.

    They start in the next round; for the one that is drawn, what `late_arrival_offers` says is possible.
    """

    saved: Saved
    late: tuple[EventEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The congress after people left: from which events they were removed, and where they withdrew."""

    saved: Saved
    removed: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


def enter(desk: Desk, congress_id: str, person: PlayerId, event_ids: Iterable[str], *, by: str) -> Entered:
    """Enter a person in events; who had withdrawn from one plays again."""
    return enter_several(desk, congress_id, {person: tuple(event_ids)}, by=by)


@written_together
def enter_several(
    desk: Desk, congress_id: str, wanted: Mapping[PlayerId, Sequence[str]], *, by: str
) -> Entered:
    """Enter several people at once, each in their own events."""
    whole = whole_congress(desk, congress_id)
    chosen = {person: tuple(dict.fromkeys(event_ids)) for person, event_ids in wanted.items()}
    for event_id in dict.fromkeys(each for event_ids in chosen.values() for each in event_ids):
        _demand_alone(whole.event(event_id))

    def decide(state: State) -> list[events.EntriesChanged]:
        return new_entries(desk, whole, state.tournament, chosen)

    saved = desk.change(congress_id, decide, by=by)
    return register_chosen(desk, saved, chosen, by=by)


def register_chosen(
    desk: Desk, saved: Saved, chosen: Mapping[PlayerId, Sequence[str]], *, by: str
) -> Entered:
    """Register in the events people whose entries the congress knows by now."""
    entries = entries_of(saved.state.tournament)
    wanted = {
        person: [each for each in entries.get(person, ()) if each.event in event_ids]
        for person, event_ids in chosen.items()
    }
    return register_entries(desk, saved, wanted, by=by)


def register_entries(
    desk: Desk, saved: Saved, wanted: Mapping[PlayerId, Iterable[EventEntry]], *, by: str
) -> Entered:
    """Register in the events those who are entered in the congress; what is there already stays.

    Where somebody else took the id meanwhile, the person gets another one, which the congress then knows.
    """
    people = {person.id: person for person in saved.state.tournament.players}
    by_event: dict[str, dict[PlayerId, PlayerId]] = {}
    for person, entries in wanted.items():
        for entry in entries:
            by_event.setdefault(entry.event, {})[person] = entry.player
    late: list[EventEntry] = []
    moved: dict[tuple[PlayerId, str], PlayerId] = {}
    for event_id, players in by_event.items():
        about = {person: people[person] for person in players}
        done = desk.change(event_id, partial(_registered, desk, players=players, people=about), by=by)
        new = {
            entry.event.player.id: entry.event.player
            for entry in done.entries
            if isinstance(entry.event, events.PlayerRegistered)
        }
        for person, player in players.items():
            got = _id_of(people[person], player, new)
            if got != player:
                moved[person, event_id] = got
            if got in new and new[got].absent_rounds:
                late.append(EventEntry(event=event_id, player=got))
    if moved:
        saved = desk.change(saved.state.id, lambda state: _moved(state, moved), by=by)
    return Entered(saved=saved, late=tuple(late))


@written_together
def enter_side(
    desk: Desk, congress_id: str, event_id: str, people: Sequence[PlayerId], *, by: str
) -> Entered:
    """Enter people of the list together as one side of a Pair Go or rengo event."""
    whole = whole_congress(desk, congress_id)
    rules = whole.event(event_id).settings.sides
    chosen = [_person(whole, person) for person in people]
    here = all(person.registration is Registration.FINAL for person in chosen)
    side = new_side(
        [as_member(person) for person in chosen],
        rules,
        registration=Registration.FINAL if here else Registration.PRELIMINARY,
    )

    def decide(state: State) -> list[events.Event]:
        demand_each_once((*state.tournament.players, side))
        number = last_drawn(state.tournament)
        entered = replace(
            side,
            id=desk.new_ids(state).player(),
            absent_rounds=frozenset(range(1, number + 1)),
        )
        return [events.PlayerRegistered(player=entered)]

    done = desk.change(event_id, decide, by=by)
    player = _registered_player(done)
    saved = _link(desk, congress_id, event_id, dict.fromkeys(people, player.id), by=by)
    late = (EventEntry(event=event_id, player=player.id),) if player.absent_rounds else ()
    return Entered(saved=saved, late=late)


@written_together
def enter_team(
    desk: Desk,
    congress_id: str,
    event_id: str,
    *,
    name: str,
    people: Sequence[PlayerId],
    by: str,
    all_the_same: bool = False,
) -> Entered:
    """Enter a team of people of the list; those who are in the event already are taken from there."""
    whole = whole_congress(desk, congress_id)
    whole.event(event_id)
    there = {
        person: entry.player
        for person in people
        for entry in whole.entries.get(person, ())
        if entry.event == event_id and entry.player in whole.players[event_id]
    }
    members: list[PlayerId | Player] = [
        there[person] if person in there else as_player(_person(whole, person), PlayerId(""))
        for person in people
    ]
    done = enter_team_in_event(desk, event_id, name=name, members=members, by=by, all_the_same=all_the_same)
    team = next(entry.event.team for entry in done.entries if isinstance(entry.event, events.TeamEntered))
    saved = _link(desk, congress_id, event_id, dict(zip(people, team.members, strict=True)), by=by)
    return Entered(saved=saved)


def leave(desk: Desk, congress_id: str, person: PlayerId, event_ids: Iterable[str], *, by: str) -> Left:
    """Let a person leave events: removed where they are in no draw, else withdrawn from the next round on."""
    return change_entries(desk, congress_id, person, leaving=event_ids, by=by)


@written_together
def change_entries(
    desk: Desk,
    congress_id: str,
    person: PlayerId,
    *,
    entering: Iterable[str] = (),
    leaving: Iterable[str] = (),
    by: str,
) -> Left:
    """Enter a person in some events and let them leave others."""
    whole = whole_congress(desk, congress_id)
    new = tuple(dict.fromkeys(entering))
    for event_id in new:
        _demand_alone(whole.event(event_id))
    gone = _leaving(whole, person, set(leaving))
    removed = tuple(entry.event for entry in gone if _leave_event(desk, entry, by=by))

    def decide(state: State) -> list[events.EntriesChanged]:
        old = entries_of(state.tournament).get(person, ())
        kept = tuple(entry for entry in old if entry.event not in removed)
        left = entries_changed({person: kept}) if kept != old else []
        entered = new_entries(desk, whole, apply_all(state.tournament, left), {person: new})
        return entered or left

    saved = desk.change(congress_id, decide, by=by)
    if new:
        saved = register_chosen(desk, saved, {person: new}, by=by).saved
    withdrawn = tuple(entry.event for entry in gone if entry.event not in removed)
    return Left(saved=saved, removed=removed, withdrawn=withdrawn)


def _leaving(whole: WholeCongress, person: PlayerId, chosen: Collection[str]) -> list[EventEntry]:
    """The entries of a person in events that they can leave."""
    name = _person(whole, person).name
    leaving = [entry for entry in whole.entries.get(person, ()) if entry.event in chosen]
    for event_id in set(chosen) - {entry.event for entry in leaving}:
        raise InputError(
            Message("%(name)s does not play in %(event)s", name=name, event=whole.event(event_id).name)
        )
    for entry in leaving:
        _demand_no_side(whole, entry, name)
        if entry.event in whole.events:
            _left(whole.event(entry.event), entry.player)
    return leaving


def remove_person(desk: Desk, congress_id: str, person: PlayerId, *, by: str) -> Saved:
    """Remove somebody from the list who plays in no event."""
    whole = whole_congress(desk, congress_id)
    names = tuple(
        whole.events[entry.event].tournament.name
        for entry in whole.entries.get(person, ())
        if entry.event in whole.events
    )
    if names:
        raise InputError(
            Message(
                "%(name)s plays in %(events)s: let them leave there first",
                name=_person(whole, person).name,
                events=names,
            )
        )
    return remove_player(desk, congress_id, person, by=by)


def _demand_alone(event: Tournament) -> None:
    if event.settings.sides.people > 1:
        raise InputError(
            Message("in %(event)s people play together as one side: enter the side", event=event.name)
        )
    if event.final is not None:
        raise InputError(Message("the standings of %(event)s are final", event=event.name))


def _demand_no_side(whole: WholeCongress, entry: EventEntry, name: str) -> None:
    player = whole.players.get(entry.event, {}).get(entry.player)
    if player is not None and player.members:
        raise InputError(
            Message(
                "%(name)s plays in the side %(side)s in %(event)s: change or withdraw the side there",
                name=name,
                side=player.name,
                event=whole.event(entry.event).name,
            )
        )


def _registered(
    desk: Desk, state: State, *, players: Mapping[PlayerId, PlayerId], people: Mapping[PlayerId, Player]
) -> list[events.Event]:
    event = state.tournament
    known = {player.id: player for player in event.players}
    ids = desk.new_ids(state)
    drawn = frozenset(range(1, last_drawn(event) + 1))
    happened: list[events.Event] = []
    for person, player_id in players.items():
        there = known.get(player_id)
        if there is not None and (there.members or is_same(there, people[person])):
            happened += _back(event, there)
            continue
        new = as_player(people[person], ids.player(player_id))
        happened.append(events.PlayerRegistered(player=replace(new, absent_rounds=drawn)))
    return happened


def _id_of(person: Player, wished: PlayerId, new: Mapping[PlayerId, Player]) -> PlayerId:
    """The id that a person was registered with."""
    if wished in new and is_same(new[wished], person):
        return wished
    return next((player.id for player in new.values() if is_same(player, person)), wished)


def _back(event: Tournament, player: Player) -> list[events.Event]:
    """Somebody who had withdrawn plays again in the rounds to come."""
    if not has_left(event, player):
        return []
    missed = frozenset(number for number in player.absent_rounds if number <= last_drawn(event))
    return [events.PlayerChanged(player=replace(player, absent_rounds=missed))]


def _registered_player(saved: Saved) -> Player:
    return next(
        entry.event.player for entry in saved.entries if isinstance(entry.event, events.PlayerRegistered)
    )


def _moved(state: State, moved: Mapping[tuple[PlayerId, str], PlayerId]) -> list[events.EntriesChanged]:
    known = entries_of(state.tournament)
    changed = {
        person: tuple(
            replace(entry, player=moved.get((person, entry.event), entry.player))
            for entry in known.get(person, ())
        )
        for person in dict.fromkeys(person for person, _ in moved)
    }
    return entries_changed({person: new for person, new in changed.items() if new != known.get(person, ())})


def _link(
    desk: Desk, congress_id: str, event_id: str, players: Mapping[PlayerId, PlayerId], *, by: str
) -> Saved:
    """Connect people with the players that they are in an event."""

    def decide(state: State) -> list[events.EntriesChanged]:
        known = entries_of(state.tournament)
        changed = {}
        for person, player in players.items():
            others = tuple(entry for entry in known.get(person, ()) if entry.event != event_id)
            changed[person] = (*others, EventEntry(event=event_id, player=player))
        return entries_changed({person: new for person, new in changed.items() if new != known.get(person)})

    return desk.change(congress_id, decide, by=by)


def _leave_event(desk: Desk, entry: EventEntry, *, by: str) -> bool:
    """Remove a player who is in no draw, or withdraw them; returns whether they were removed."""

    saved = desk.change(entry.event, lambda state: _left(state.tournament, entry.player), by=by)
    return all(player.id != entry.player for player in saved.state.tournament.players)


def _left(event: Tournament, player_id: PlayerId) -> list[events.Event]:
    """What lets a player leave an event; none if they left before."""
    player = next((each for each in event.players if each.id == player_id), None)
    if player is None:
        return []
    if _is_drawn(event, player.id):
        return [] if has_left(event, player) else [_withdrawal(event, player.id)]
    team = next((team for team in event.teams if player.id in team.members), None)
    if team is not None:
        raise InputError(
            Message(
                "%(name)s is in the team %(team)s: change the team first", name=player.name, team=team.name
            )
        )
    return [events.PlayerRemoved(player=player.id)]


def _withdrawal(event: Tournament, player: PlayerId) -> events.Event:
    return events.PlayerWithdrew(player=player, from_round=last_drawn(event) + 1)


def _is_drawn(event: Tournament, player: PlayerId) -> bool:
    drawn = (*event.rounds, *event.shown, *(each for stage in event.stages for each in stage.event.rounds))
    return has_begun(event) and any(each.board_of(player) or each.bye_of(player) for each in drawn)


def _person(whole: WholeCongress, person: PlayerId) -> Player:
    return whole.tournament.player(person)
