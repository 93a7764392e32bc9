"""A congress: people who are entered once, and the events that they play in, each with a log of its own."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from miai.desk.asking import Settle, asking
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk, State
from miai.domain.log.document import read_history, write_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.domain.table_numbers import TableRange, Tables
from miai.errors import InputError, NoPairingError
from miai.features.congress.check_in import check_in
from miai.features.congress.clashes import clashes, mark_absent
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.congress.enter_events import (
    change_entries,
    enter,
    enter_side,
    enter_team,
    leave,
    remove_person,
)
from miai.features.congress.import_people import add_people
from miai.features.congress.money import congress_money, owed, receive_payment
from miai.features.congress.person import has_left, is_same, last_drawn
from miai.features.congress.set_up import (
    add_event,
    create_congress,
    create_event,
    order_events,
    place_event,
    remove_event,
)
from miai.features.congress.sync_people import Behind, BehindKind, behind, bring_up_to_date, change_person
from miai.features.congress.timetable import timetable
from miai.features.congress.views import person_view, public_view
from miai.features.consequences.confirm import NeedsConfirmation, settle
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.history.undo import redo, undo
from miai.features.players.change_player import change_player, remove_player, withdraw
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from seams import checks
from seams.hall import BY, GRADES, MOST_PLAYERS, ORIGINS, Broken, CountingStore
from seams.telling import Telling

# Each event by its name: played alone twice, by sides, and by teams.
EVENTS: dict[str, dict[str, Any]] = {
    "Main": {},
    "Rapid": {"system": "swiss"},
    "Pair Go": {"system": "swiss", "people": 2},
    "Teams": {"system": "swiss", "team_size": 2},
}
# Requests that may write to several logs.
TOGETHER: frozenset[Callable[..., object]] = frozenset(
    (
        add_event,
        bring_up_to_date,
        change_entries,
        change_person,
        check_in,
        enter,
        enter_side,
        enter_team,
        leave,
        place_event,
    )
)
ROUNDS = 2
ANY = st.integers(0, 11)


@dataclass
class CongressHall:
    """One congress at two desks; a request may write to each of its logs once."""

    store: CountingStore = field(default_factory=CountingStore)
    turn: int = 0
    telling: dict[str, Telling] = field(default_factory=dict)
    sound: bool = True

    def __post_init__(self) -> None:
        self.desks = [Desk(self.store, origin=origin) for origin in ORIGINS[:2]]
        self.id: str = create_congress(self.desk, name="Summer Congress", by=BY).id
        self.events = [
            create_event(self.desk, self.id, name=name, by=BY, **{"rounds": ROUNDS, **rules}).event
            for name, rules in EVENTS.items()
        ]
        self.checked = {log: self.desk.state(log) for log in (self.id, *self.events)}

    @property
    def desk(self) -> Desk:
        """One desk after the other: each sees what the other has written."""
        return self.desks[self.turn % 2]

    @property
    def whole(self) -> WholeCongress:
        return whole_congress(self.desk, self.id)

    def person(self, pick: int) -> PlayerId:
        people = self.whole.tournament.players
        return people[pick % len(people)].id if people else PlayerId("p99")

    def event(self, pick: int) -> str:
        return self.events[pick % len(self.events)]

    def state(self, pick: int) -> State:
        return self.desk.state(self.event(pick))

    def player(self, pick: int, event: int) -> PlayerId:
        players = self.state(event).tournament.players
        return players[pick % len(players)].id if players else PlayerId("p99")

    def last(self, event: int) -> int:
        return max((drawn.number for drawn in self.state(event).tournament.rounds), default=0)

    def attempt(self, use_case: Callable[..., object], log: str, *about: object, **how: object) -> bool:
        """Carry out a request at the next desk and check all logs; returns True if it was accepted.

        First somebody is asked about what it moves, and the power fails between two logs: then it has
        written nothing.
        """
        self.turn += 1
        act = _at(use_case, log, *about, **{"by": BY, **how})
        request, self.store.appends = f"request-{self.turn}", 0
        before, self.store.breaks = dict(self.store.histories), True
        try:
            answer = self._sent(request, act, settle)
        except (NeedsConfirmation, Broken):
            assert self.store.histories == before, f"{use_case.__name__} was not carried out, but wrote"
            self.store.breaks = False
            answer = self._sent(request, act)
        except (InputError, NoPairingError):
            assert self.store.histories == before, f"{use_case.__name__} was refused, but wrote"
            return False
        finally:
            self.store.breaks = False
        assert self.store.appends <= 1, f"{use_case.__name__} wrote in steps"
        if use_case in TOGETHER:
            self._sent_again(request, act, answer)
        self.check()
        return True

    def _sent(self, request: str, act: Callable[[Desk], object], settle: Settle | None = None) -> object:
        with entry_once(request), asking(settle) if settle else nullcontext():
            return act(self.desk)

    def _sent_again(self, request: str, act: Callable[[Desk], object], answer: object) -> None:
        """The request arrives a second time, at the other desk."""
        written = dict(self.store.histories)
        self.turn += 1
        assert self._sent(request, act) == answer, "the same request got another answer"
        assert self.store.histories == written, "the same request was carried out twice"

    def check(self) -> None:
        """Check the logs that have changed, and the congress as a whole."""
        self.sound = False
        for log, before in self.checked.items():
            after = self.desk.state(log)
            if after.version != before.version:
                assert after == self.desks[(self.turn + 1) % 2].state(log), "both desks see the same"
                new = after.history.since(before.version)
                checks.after_request(before.tournament, after, new)
                self.checked[log] = after
                if not after.tournament.is_congress:
                    self.telling.setdefault(log, Telling()).after_request(self.desk, log, new)
        people_are_the_same(self.desk, self.id)
        self.sound = True


def _at(use_case: Callable[..., object], *about: object, **how: object) -> Callable[[Desk], object]:
    return lambda desk: use_case(desk, *about, **how)


def people_are_the_same(desk: Desk, congress_id: str) -> None:
    """The list, the events, the timetable, the phone and the fees show the same people."""
    whole = whole_congress(desk, congress_id)
    listed = {(each.event, each.person.id): each for each in reversed(behind(desk, congress_id))}
    for (event, player), people in whole.persons.items():
        there = whole.players[event].get(player)
        assert len(people) == 1 or there is None or there.members, "two people are one player"
        for person in people:
            _is_shown(whole, event, person, there, listed.get((event, person)))
    for person, entries in whole.entries.items():
        assert len({entry.event for entry in entries}) == len(entries), "entered twice in an event"
        _phone_shows(desk, whole, person)
    owing = {line.player.id: line.owed for line in congress_money(desk, congress_id).lines}
    assert all(owing[person.id] == owed(whole, person) for person in whole.people.values())
    assert clashes(desk, congress_id) == ()
    assert [each.part.name for each in public_view(desk, congress_id).events] == [
        part.name for part in whole.parts
    ]


def _is_shown(
    whole: WholeCongress, event: str, person: PlayerId, there: Player | None, found: Behind | None
) -> None:
    """An event has a person as the list does, or the difference is listed."""
    about = whole.people[person]
    if there is None:
        assert found, f"{about.name} is entered in {event}, but not there"
        assert found.kind is BehindKind.PLAYER
        return
    alike = [each for each in (there.members or (there,)) if is_same(each, about)]
    assert (alike and alike[0].grade == about.grade) or found, f"{event} has other data for {about.name}"
    if not there.members and not has_left(whole.events[event].tournament, there):
        assert there.registration is about.registration or found


def _phone_shows(desk: Desk, whole: WholeCongress, person: PlayerId) -> None:
    """A person finds each published game, and no other, with the table and the opponent of the event."""
    view = person_view(desk, whole.id, person, public=True)
    found = {(each.round.part.event, each.round.number): each.board for each in view.games}
    games = {}
    for entry in whole.entries[person]:
        event = whole.events[entry.event].tournament
        for shown in event.shown if entry.player in whole.players[entry.event] else ():
            board = shown.board_of(entry.player)
            if board:
                games[entry.event, shown.number] = board.table
    assert {key: board.table for key, board in found.items() if board} == games


# People of the list --------------------------------------------------------------------------------


Act = Callable[[CongressHall, int, int, int], object]


def _person(hall: CongressHall, pick: int, number: int = 0) -> Player:
    here = Registration.FINAL if pick % 3 else Registration.PRELIMINARY
    name = f"N{hall.whole.state.version}{'ab'[number]}"
    return Player(id=NEW, surname=name, grade=Grade.parse(GRADES[pick % len(GRADES)]), registration=here)


def comes(hall: CongressHall, a: int, b: int, c: int) -> None:
    if len(hall.whole.people) < MOST_PLAYERS:
        hall.attempt(register_player, hall.id, _person(hall, a))


def imported(hall: CongressHall, a: int, b: int, c: int) -> None:
    """A file with a new person and one who is on the list already."""
    known = hall.whole.people.get(hall.person(b))
    people = [_person(hall, a), *([replace(known, club="Lyon" if c % 2 else known.club)] if known else [])]
    if len(hall.whole.people) < MOST_PLAYERS:
        hall.attempt(add_people, hall.id, people)


def changes(hall: CongressHall, a: int, b: int, c: int) -> None:
    new = ({"grade": Grade.parse(GRADES[b % len(GRADES)])}, {"surname": f"R{b}{c}"}, {"club": "Lyon"})[c % 3]
    hall.attempt(change_person, hall.id, hall.person(a), lambda old: replace(old, **new))


def checked_in(hall: CongressHall, a: int, b: int, c: int) -> None:
    people = {hall.person(a), hall.person(b)}
    here = bool(c % 3)
    if hall.attempt(check_in, hall.id, people, here=here):
        for person in people & set(hall.whole.people):
            known = hall.whole.people[person].registration is Registration.FINAL
            assert known == here, "the list has another answer than the desk gave"


def removed(hall: CongressHall, a: int, b: int, c: int) -> None:
    person = hall.person(a)
    plays = any(entry.event in hall.events for entry in hall.whole.entries.get(person, ()))
    assert not (hall.attempt(remove_person, hall.id, person) and plays), "removed, but entered in an event"


def pays(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(receive_payment, hall.id, hall.person(a), 100 * (1 + b % 3))


# Entries -------------------------------------------------------------------------------------------


def enters(hall: CongressHall, a: int, b: int, c: int) -> None:
    """In one event or in two."""
    chosen = [hall.event(b), hall.event(c)] if a % 2 else [hall.event(b % 2)]
    if hall.attempt(enter, hall.id, hall.person(a), chosen):
        assert _entered(hall, hall.person(a)) >= set(chosen) or hall.person(a) not in hall.whole.people


def enters_both(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(enter, hall.id, hall.person(a), hall.events[:2])


def leaves(hall: CongressHall, a: int, b: int, c: int) -> None:
    person, event = hall.person(a), hall.event(b)
    if hall.attempt(leave, hall.id, person, [event]):
        entry = next((each for each in hall.whole.entries.get(person, ()) if each.event == event), None)
        if entry:
            there = hall.whole.events[event].tournament
            over = last_drawn(there) >= ROUNDS
            assert over or has_left(there, there.player(entry.player)), "left, but still expected"


def moves_over(hall: CongressHall, a: int, b: int, c: int) -> None:
    """From one event to another in one request."""
    hall.attempt(
        change_entries, hall.id, hall.person(a), entering=[hall.event(b)], leaving=[hall.event(b + 1 + c % 2)]
    )


def side_enters(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(enter_side, hall.id, hall.events[2], [hall.person(a), hall.person(b)])


def team_enters(hall: CongressHall, a: int, b: int, c: int) -> None:
    people = [hall.person(a), hall.person(b)]
    name = f"Team {hall.desk.state(hall.events[3]).version}"
    hall.attempt(enter_team, hall.id, hall.events[3], name=name, people=people)


def _entered(hall: CongressHall, person: PlayerId) -> set[str]:
    return {entry.event for entry in hall.whole.entries.get(person, ())}


# In an event itself --------------------------------------------------------------------------------


def draws(hall: CongressHall, a: int, b: int, c: int) -> None:
    number = hall.last(a)
    hall.attempt(draw_round, hall.event(a), round=min(ROUNDS, number + 1) if b % 3 else max(1, number))


def takes_back(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(take_back_round, hall.event(a), round=max(1, hall.last(a)))


def publishes(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(publish_round, hall.event(a), round=max(1, hall.last(a)))


def all_results(hall: CongressHall, a: int, b: int, c: int) -> None:
    number = max(1, hall.last(a))
    for board in hall.state(a).tournament.round(number).boards:
        if not board.result.known:
            won = (Result.WHITE_WINS, Result.BLACK_WINS)[(b + board.table) % 2]
            hall.attempt(enter_result, hall.event(a), round=number, table=board.table, result=won)


def plays(hall: CongressHall, a: int, b: int, c: int) -> None:
    """The first round is played, published and over, so that a change moves what is known."""
    if hall.last(a) == 0 and hall.attempt(draw_round, hall.event(a), round=1):
        hall.attempt(publish_round, hall.event(a), round=1)
        all_results(hall, a, b, c)
        hall.attempt(publish_standings, hall.event(a), after=1)


def comes_there(hall: CongressHall, a: int, b: int, c: int) -> None:
    """Entered in the event itself, without the list."""
    if len(hall.state(a).tournament.players) < MOST_PLAYERS:
        hall.attempt(register_player, hall.event(a), _person(hall, b, 1))


def changes_there(hall: CongressHall, a: int, b: int, c: int) -> None:
    new = {"grade": Grade.parse(GRADES[c % len(GRADES)])} if c % 2 else {"surname": f"E{c}"}
    hall.attempt(change_player, hall.event(a), hall.player(b, a), lambda old: replace(old, **new))


def removed_there(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(remove_player, hall.event(a), hall.player(b, a))


def withdraws_there(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(withdraw, hall.event(a), hall.player(b, a), from_round=1 + c % ROUNDS)


def absent_there(hall: CongressHall, a: int, b: int, c: int) -> None:
    hall.attempt(mark_absent, hall.event(a), 1 + b % ROUNDS, {hall.player(c, a)})


# The events together -------------------------------------------------------------------------------


def event_leaves(hall: CongressHall, a: int, b: int, c: int) -> None:
    if b % 3 == 0:
        hall.attempt(remove_event, hall.id, hall.event(a))


def event_joins(hall: CongressHall, a: int, b: int, c: int) -> None:
    """An event that was there before, or one whose new players are asked about again."""
    hall.attempt(add_event, hall.id, hall.event(a))


def rooms(hall: CongressHall, a: int, b: int, c: int) -> None:
    if a % 2:
        tables = Tables(ranges=(TableRange.parse(f"{1 + 20 * c}-{20 + 20 * c}"),))
        hall.attempt(place_event, hall.id, hall.event(b), room=f"Hall {a}", tables=tables)
    else:
        hall.attempt(order_events, hall.id, [hall.event(b)])


def brings(hall: CongressHall, a: int, b: int, c: int) -> None:
    """After it, only differences are left that something speaks against; again, it writes nothing."""
    hall.attempt(bring_up_to_date, hall.id)
    assert [each for each in behind(hall.desk, hall.id) if each.why is None] == []
    before = dict(hall.store.histories)
    hall.attempt(bring_up_to_date, hall.id)
    assert hall.store.histories == before


def brings_chosen(hall: CongressHall, a: int, b: int, c: int) -> None:
    found = behind(hall.desk, hall.id)
    if found:
        hall.attempt(bring_up_to_date, hall.id, keys=[found[a % len(found)].key])


def brings_all(hall: CongressHall, a: int, b: int, c: int) -> None:
    """Another grade of a person, and then all that differs, whatever speaks against it."""
    grade = Grade.parse(GRADES[b % len(GRADES)])
    hall.attempt(change_person, hall.id, hall.person(a), lambda old: replace(old, grade=grade))
    hall.attempt(bring_up_to_date, hall.id, keys=[each.key for each in behind(hall.desk, hall.id)])


def undoes(hall: CongressHall, a: int, b: int, c: int) -> None:
    log = (hall.id, *hall.events)[a % (1 + len(hall.events))]
    hall.attempt(undo, log, max(2, hall.desk.state(log).version - b % 6))


def redoes(hall: CongressHall, a: int, b: int, c: int) -> None:
    log = (hall.id, *hall.events)[a % (1 + len(hall.events))]
    undone = sorted(hall.desk.state(log).history.undone)
    if undone:
        hall.attempt(redo, log, undone[b % len(undone)])


PEOPLE: tuple[Act, ...] = (comes, comes, imported, changes, changes, checked_in, checked_in, removed, pays)
ENTRIES: tuple[Act, ...] = (
    enters, enters, enters_both, leaves, leaves, moves_over, side_enters, side_enters, team_enters,
)  # fmt: skip
IN_EVENTS: tuple[Act, ...] = (
    draws, draws, plays, takes_back, publishes, all_results, comes_there, changes_there, removed_there,
    withdraws_there, absent_there,
)  # fmt: skip
EVENTS_TOGETHER: tuple[Act, ...] = (
    event_leaves,
    event_joins,
    rooms,
    brings,
    brings_chosen,
    brings_all,
    undoes,
    redoes,
)


class CongressMachine(RuleBasedStateMachine):
    """The desk of the congress, the desks of its events, and people who change their minds."""

    hall: CongressHall

    @initialize(people=st.integers(2, 6), played=st.booleans())
    def open(self, people: int, played: bool) -> None:  # noqa: FBT001 - drawn by name
        self.hall = CongressHall()
        for number in range(people):
            comes(self.hall, 1 + 3 * number, 0, 0)
        for number in range(people - people % 3):
            enters_both(self.hall, number, 0, 0)
        for event in range(2 * played):
            plays(self.hall, event, event, 0)

    def teardown(self) -> None:
        if hasattr(self, "hall") and self.hall.sound:
            for event in self.hall.events:
                Telling().at_the_end(self.hall.desk, event)
            whole = self.hall.desk.state(self.hall.id)
            assert read_history(write_history(whole.history)).tournament() == whole.tournament
            assert len(timetable(self.hall.desk, self.hall.id)) >= 0

    @rule(act=st.sampled_from(PEOPLE), a=ANY, b=ANY, c=ANY)
    def people(self, act: Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(ENTRIES), a=ANY, b=ANY, c=ANY)
    def entries(self, act: Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(IN_EVENTS), a=ANY, b=ANY, c=ANY)
    def in_events(self, act: Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)

    @rule(act=st.sampled_from(EVENTS_TOGETHER), a=ANY, b=ANY, c=ANY)
    def together(self, act: Act, a: int, b: int, c: int) -> None:
        act(self.hall, a, b, c)
