"""A request that changes several logs writes all of them or none, and asks once about all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

import pytest

from kit.api_program import Program, kind_of
from kit.command import Run
from kit.congress_hall import BY, Hall
from kit.memory_store import MemoryStore
from kit.web_site import Site, marks_in
from miai.desk import deciding
from miai.desk.asking import Proposal, Settled, asking
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk, Saved
from miai.desk.quotas import Quota, set_limit
from miai.domain.log.events import CongressEventsSet, DetailsChanged, Event
from miai.domain.log.history import Entry
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.domain.table_numbers import TableRange, Tables
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.check_in import check_in
from miai.features.congress.enter_events import change_entries, enter_several, enter_side, enter_team
from miai.features.congress.set_up import create_event, place_event
from miai.features.congress.sync_people import behind, bring_up_to_date, change_person
from miai.features.consequences.confirm import NeedsConfirmation, settle
from miai.features.consequences.titles import title_of
from miai.features.consequences.wording import all_lines
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import change_player
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.features.sign_up.decide import accept
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import open_form
from miai.features.sign_up.waiting import sign_up, waiting_of
from miai.features.tournament.create_tournament import create_tournament
from miai.messages import Message
from miai.store.database import open_store
from miai.store.protocol import Addition, Store, StoreFault
from miai.store.tournament_id import TournamentId

MAIN, RAPID, PAIRS, TEAMS, LIST = "main", "rapid", "pairs", "teams", "summer-congress"


@dataclass
class FailingStore(MemoryStore):
    """A store whose disk fails when a log is written, and into which somebody else may write first."""

    fails_at: str = ""
    before_writing: Callable[[], object] | None = None

    def append_all(self, additions: Sequence[Addition]) -> tuple[tuple[Entry, ...], ...]:
        if self.before_writing and len(additions) > 1:
            act, self.before_writing = self.before_writing, None
            act()
        return super().append_all(additions)

    def _append(self, addition: Addition, done: list[Addition]) -> tuple[Entry, ...]:
        if addition.tournament == self.fails_at and addition.events:
            raise OSError("the disk is full")
        return super()._append(addition, done)


@dataclass(frozen=True)
class Place:
    """A request that writes several logs; `last` is one that was written after another."""

    act: Callable[[Hall], object]
    last: str
    before: Callable[[Hall], object] = lambda hall: hall.enter("Ada", MAIN, RAPID)


def other_grade(old: Player) -> Player:
    return replace(old, grade=Grade.parse("5d"))


PLACES = {
    "enter several": Place(
        lambda hall: enter_several(
            *hall.at, {hall.who("Ada"): (MAIN, RAPID), hall.who("Bo"): (MAIN, RAPID)}, by=BY
        ),
        RAPID,
        lambda hall: None,
    ),
    "enter a side": Place(
        lambda hall: enter_side(*hall.at, PAIRS, [hall.who("Ada"), hall.who("Bo")], by=BY), LIST
    ),
    "enter a team": Place(
        lambda hall: enter_team(*hall.at, TEAMS, name="A", people=[hall.who("Ada"), hall.who("Bo")], by=BY),
        LIST,
    ),
    "leave": Place(
        lambda hall: change_entries(*hall.at, hall.who("Ada"), leaving=[MAIN, RAPID], by=BY), RAPID
    ),
    "change entries": Place(
        lambda hall: change_entries(*hall.at, hall.who("Ada"), entering=[RAPID], leaving=[MAIN], by=BY),
        RAPID,
        lambda hall: hall.enter("Ada", MAIN),
    ),
    "change a person": Place(
        lambda hall: change_person(*hall.at, hall.who("Ada"), other_grade, by=BY), RAPID
    ),
    "bring up to date": Place(
        lambda hall: bring_up_to_date(*hall.at, keys=[each.key for each in behind(*hall.at)], by=BY),
        RAPID,
        lambda hall: (
            hall.enter("Ada", MAIN, RAPID),
            change_player(*hall.at, hall.who("Ada"), other_grade, by=BY),
        ),
    ),
    "check in": Place(lambda hall: check_in(*hall.at, [hall.who("Ada")], here=False, by=BY), RAPID),
    "room and tables": Place(
        lambda hall: place_event(
            *hall.at, MAIN, room="Hall B", tables=Tables(ranges=(TableRange(1, 9),)), by=BY
        ),
        MAIN,
    ),
}


@pytest.fixture
def hall() -> Hall:
    """A congress of three people with two events, one of pairs and one of teams."""
    hall = Hall(store=FailingStore())
    for name in ("Ada", "Bo", "Cy"):
        hall.person(name)
    hall.open("Main", rounds=3)
    hall.open("Rapid", rounds=3)
    hall.open("Pairs", people=2, system="swiss")
    hall.open("Teams", team_size=2, system="swiss")
    return hall


def store_of(hall: Hall) -> FailingStore:
    assert isinstance(hall.store, FailingStore)
    return hall.store


def asks_about(log: str) -> Callable[[Sequence[Proposal], str], Sequence[Settled]]:
    """Ask about each change of one log, whatever it is."""

    def ask(proposals: Sequence[Proposal], confirmed: str) -> Sequence[Settled]:
        assert len({each.log for each in proposals}) == len(proposals)
        if any(each.log == log for each in proposals):
            raise NeedsConfirmation(())
        return [(each.events, each.after) for each in proposals]

    return ask


@pytest.mark.parametrize("place", PLACES)
def test_what_is_refused_in_one_log_is_written_in_none(
    hall: Hall, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLACES[place].before(hall)
    last, before = hall.event(PLACES[place].last).name, dict(store_of(hall).histories)

    def refuse(old: Tournament, after: Tournament, chosen: Sequence[Event]) -> None:
        if after.name == last:
            raise InputError(Message("the standings are final"))

    monkeypatch.setattr(deciding, "demand_places_kept", refuse)
    with pytest.raises(InputError, match="final"):
        PLACES[place].act(hall)
    assert store_of(hall).histories == before


@pytest.mark.parametrize("place", PLACES)
def test_a_question_about_one_log_leaves_all_as_they_were(hall: Hall, place: str) -> None:
    PLACES[place].before(hall)
    before = dict(store_of(hall).histories)
    with pytest.raises(NeedsConfirmation), asking(asks_about(PLACES[place].last)), entry_once("one"):
        PLACES[place].act(hall)
    assert store_of(hall).histories == before
    assert hall.desk.store.requested("one/1") is None
    with asking(asks_about("nobody")), entry_once("one"):
        PLACES[place].act(hall)
    changed = [log for log, history in before.items() if store_of(hall).histories[log] != history]
    assert len(changed) > 1


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_between_two_logs_leaves_nothing(hall: Hall, place: str) -> None:
    PLACES[place].before(hall)
    before, store_of(hall).fails_at = dict(store_of(hall).histories), PLACES[place].last
    with pytest.raises(OSError, match="full"), entry_once("one"):
        PLACES[place].act(hall)
    assert store_of(hall).histories == before
    assert hall.desk.store.requested("one/1") is None
    seen = {log: hall.desk.state(log).version for log in before}
    assert seen == {log: len(history.entries) for log, history in before.items()}


@pytest.mark.parametrize("place", PLACES)
def test_the_same_request_gets_the_same_answer(hall: Hall, place: str) -> None:
    PLACES[place].before(hall)
    with entry_once("one"):
        first = PLACES[place].act(hall)
    # Something else happens before it arrives again, at another process.
    change_person(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Lyon"), by=BY)
    written = dict(store_of(hall).histories)
    for desk in (hall.desk, Desk(hall.store, origin="kxfd")):
        hall.desk = desk
        with entry_once("one"):
            assert PLACES[place].act(hall) == first
            # What the page reads after it is as it was then.
            assert "Lyon" not in {player.club for player in hall.whole.tournament.players}
    assert store_of(hall).histories == written


@pytest.mark.parametrize("place", PLACES)
def test_who_writes_first_is_followed(hall: Hall, place: str) -> None:
    """Another process writes to a log in between: everything is decided again, and written once."""
    PLACES[place].before(hall)
    last = TournamentId(PLACES[place].last)
    other, before = Desk(hall.store), dict(store_of(hall).histories)
    store_of(hall).before_writing = lambda: other.change(
        last, lambda state: [DetailsChanged(name=state.tournament.name, place="Lund")], by="other"
    )
    with entry_once("one"):
        PLACES[place].act(hall)
    assert hall.event(last).place == "Lund"
    new = {log: store_of(hall).histories[log].entries[len(old.entries) :] for log, old in before.items()}
    assert new[last][0].by == "other"
    assert len([log for log, entries in new.items() if any(entry.by == BY for entry in entries)]) > 1


@pytest.mark.parametrize("place", PLACES)
def test_listeners_hear_of_each_log_once(hall: Hall, place: str) -> None:
    PLACES[place].before(hall)
    heard: list[Saved] = []
    before = dict(store_of(hall).histories)
    for log in before:
        hall.desk.listen(log, heard.append)
    PLACES[place].act(hall)
    changed = {log for log, history in before.items() if store_of(hall).histories[log] != history}
    assert sorted(saved.state.id for saved in heard) == sorted(changed)
    assert not any(saved.state.draft for saved in heard)


def test_an_event_that_is_full_refuses_the_whole_entry(hall: Hall) -> None:
    for name in ("Bo", "Cy"):
        hall.enter(name, RAPID)
    set_limit(hall.store, Quota.PLAYERS, 2)
    versions = hall.whole.heads
    with pytest.raises(InputError, match="2 players"):
        hall.enter("Ada", MAIN, RAPID)
    assert hall.whole.heads == versions
    assert not hall.event(MAIN).players


def test_half_of_a_request_that_came_over_from_a_lost_server_is_completed(hall: Hall) -> None:
    """Of two logs that were written there, one arrived here with its request."""
    with entry_once("one"):
        hall.enter("Ada", MAIN, RAPID)
    store = store_of(hall)
    for log in (LIST, MAIN):
        known = TournamentId(log)
        kept = store.histories[known].entries[:-1]
        store.histories[known] = replace(store.histories[known], entries=kept)
    for request, made in tuple(store.requests.items()):
        if made.tournament != RAPID and request.endswith("one/1"):
            del store.requests[request]
    hall.desk = Desk(store)
    for _ in range(2):
        with entry_once("one"):
            hall.enter("Ada", MAIN, RAPID)
        assert [len(hall.event(each).players) for each in (MAIN, RAPID)] == [1, 1]
    assert behind(*hall.at) == ()


def graded_in_two_events(store: Store | None = None) -> Hall:
    """Ada has another grade on the list; in both events round 1 is over and round 2 drawn."""
    hall = Hall(store=store or MemoryStore())
    for name, grade in (("Ada", "3d"), ("Bo", "1k"), ("Cy", "2k"), ("Di", "3k")):
        hall.person(name, grade)
    for event in (hall.open("Main", rounds=3), hall.open("Rapid", rounds=3)):
        for name in ("Ada", "Bo", "Cy", "Di"):
            hall.enter(name, event)
        hall.draw(event, 1)
        for board in hall.event(event).round(1).boards:
            enter_result(hall.desk, event, round=1, table=board.table, result=Result.WHITE_WINS, by=BY)
        draw_round(hall.desk, event, round=2, by=BY)
    change_player(*hall.at, hall.who("Ada"), lambda old: replace(old, grade=Grade.parse("9k")), by=BY)
    return hall


def test_one_question_names_what_moves_in_each_event() -> None:
    hall = graded_in_two_events()
    keys = [each.key for each in behind(*hall.at)]
    versions = hall.whole.heads
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        bring_up_to_date(*hall.at, keys=keys, by=BY)
    assert hall.whole.heads == versions
    title = str(title_of(found.value))
    assert "Main: " in title
    assert "Rapid: " in title
    keep, change = found.value.ways
    labels = {str(line.label).partition(":")[0] for line in all_lines(change)}
    assert labels == {"Main", "Rapid"}
    assert len({keep.mark, change.mark}) == 2
    with asking(settle, confirmed=keep.mark, reason="promoted"):
        bring_up_to_date(*hall.at, keys=keys, by=BY)
    for event in (MAIN, RAPID):
        assert str(hall.player(event, "Ada").grade) == "9k"
        assert hall.player(event, "Ada").start is not None


def test_a_mark_of_one_event_does_not_confirm_another() -> None:
    hall = graded_in_two_events()
    main, rapid = (each.key for each in behind(*hall.at))
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        bring_up_to_date(*hall.at, keys=[main], by=BY)
    with (
        asking(settle, confirmed=found.value.usual.mark),
        pytest.raises(NeedsConfirmation, match="played") as again,
    ):
        bring_up_to_date(*hall.at, keys=[main, rapid], by=BY)
    assert again.value.changed


def test_the_page_asks_once_about_all_events(desk: Desk) -> None:
    hall = graded_in_two_events(desk.store)
    site = Site(hall.desk)
    page, action = f"/t/{hall.id}", f"/t/{hall.id}/events/update"
    keys, versions = [each.key for each in behind(*hall.at)], hall.whole.heads
    asked = site.post(action, page=page, enhanced=True, keys=keys)
    assert asked.status_code == 409
    shown = unescape(asked.text)
    assert "Main: Places" in shown
    assert "Rapid: Places" in shown
    assert hall.whole.heads == versions
    done = site.post(action, page=page, enhanced=True, keys=keys, confirm=marks_in(asked)[0])
    assert done.status_code == 200, done.text
    assert [str(hall.player(event, "Ada").grade) for event in (MAIN, RAPID)] == ["9k", "9k"]


def test_the_api_answers_with_all_lists(desk: Desk, tmp_path: Path) -> None:
    hall = graded_in_two_events(desk.store)
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    body, versions = {"keys": [each.key for each in behind(*hall.at)]}, hall.whole.heads
    path = f"/tournaments/{hall.id}/congress/update"
    refused = program.ask("POST", path, body, idempotency_key="one")
    assert kind_of(refused) == "needs-confirmation"
    option = refused.json()["options"][-1]
    assert [each["tournament"] for each in option["tournaments"]] == [MAIN, RAPID]
    assert all(each["moves"]["parts"] for each in option["tournaments"])
    assert {line.partition(":")[0] for line in option["lines"]} == {"Main", "Rapid"}
    assert hall.whole.heads == versions
    confirmed = f"{path}?confirm={option['confirm']}"
    done = program.ask("POST", confirmed, body, idempotency_key="one")
    assert done.status_code == 200, done.text
    versions = hall.whole.heads
    assert program.ask("POST", confirmed, body, idempotency_key="one").json() == done.json()
    assert hall.whole.heads == versions


def test_a_command_names_all_events_and_writes_them_with_force(run: Run, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "data")) as store:
        hall = graded_in_two_events(store)
        versions = hall.whole.heads
        words = ("congress", "update", hall.id, "--all", "--data", str(tmp_path / "data"))
        status, _, error = run(*words)
        assert status == 2
        assert "Main: Places" in error
        assert "Rapid: Places" in error
        assert hall.whole.heads == versions
        status, _, error = run(*words, "--force")
        assert status == 0, error
        assert [str(hall.player(event, "Ada").grade) for event in (MAIN, RAPID)] == ["9k", "9k"]


def test_a_command_that_does_several_things_does_all_or_none(run: Run, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "data")) as store:
        hall = Hall(store=store)
        hall.open("Main")
        new = create_tournament(hall.desk, name="Rapid", by=BY).id
        versions = hall.whole.heads
        words = ("congress", "events", hall.id, "--data", str(tmp_path / "data"), "--add", new)
        status, _, error = run(*words, "--room", "Hall B", "--tables", "1-20", "--remove", "nothing")
        assert status == 2
        assert "'nothing' is not an event" in error
        assert hall.whole.heads == versions
        assert run(*words, "--room", "Hall B", "--tables", "1-20", "--remove", MAIN)[0] == 0
        assert [(each.event, each.room) for each in hall.whole.tournament.congress.events] == [
            (RAPID, "Hall B")
        ]


def test_an_accepted_sign_up_that_an_event_refuses_is_still_waiting() -> None:
    hall = Hall()
    main, rapid = hall.open("Main"), hall.open("Rapid")
    hall.person("Bo")
    hall.enter("Bo", rapid)
    open_form(*hall.at, by=BY)
    row, _ = sign_up(
        *hall.at, SignUpAnswers(surname="Fox", first_name="Ida", grade="3k", events=(main, rapid))
    )
    versions = hall.whole.heads

    def full(proposals: Sequence[Proposal], confirmed: str) -> Sequence[Settled]:
        assert [each.log for each in proposals] == [LIST, MAIN, RAPID]
        raise InputError(Message("Rapid is full"))

    with asking(full), pytest.raises(InputError, match="full"):
        accept(*hall.at, [row.number], by=BY)
    assert hall.whole.heads == versions
    assert [each.number for each in waiting_of(*hall.at)] == [row.number]
    accept(*hall.at, [row.number], by=BY)
    assert [len(hall.event(each).players) for each in (main, rapid)] == [1, 2]
    assert not waiting_of(*hall.at)


@pytest.fixture(params=["memory", "database"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    """A congress in each kind of store."""
    if request.param == "memory":
        yield Hall(store=FailingStore())
        return
    with closing(open_store(tmp_path / "data")) as store:
        yield Hall(store=store)


def logs_of(hall: Hall) -> dict[str, int]:
    return {str(each.id): hall.desk.state(each.id).version for each in hall.desk.store.tournaments()}


def test_an_event_that_the_congress_does_not_get_is_not_created(
    stored: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = logs_of(stored)

    def refuse(state: object, decided: object, by: str) -> None:
        raise InputError(Message("the list is closed"))

    monkeypatch.setattr("miai.desk.live_state.proposal_of", refuse)
    with pytest.raises(InputError, match="closed"), entry_once("one"):
        stored.open("Main")
    monkeypatch.undo()
    assert logs_of(stored) == before
    assert stored.desk.store.requested("one/1") is None
    with entry_once("one"):
        assert stored.open("Main") == MAIN
    assert logs_of(stored) == {LIST: before[LIST] + 1, MAIN: 1}


def test_a_fault_while_the_congress_is_written_leaves_no_event(
    stored: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = logs_of(stored)

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(stored.desk.store, "_append", fails)
    with pytest.raises((OSError, StoreFault)):
        stored.open("Main")
    monkeypatch.undo()
    assert logs_of(stored) == before
    assert stored.open("Main") == MAIN


def test_an_event_is_created_once_although_another_writes_first(
    stored: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, second = stored.desk.store.create, Desk(stored.store)

    def late(*args: object, **how: object) -> TournamentId:
        monkeypatch.undo()
        create_event(second, stored.id, name="Rapid", by="other")
        return create(*args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(stored.desk.store, "create", late)
    assert stored.open("Main") == MAIN
    assert [each.event for each in stored.whole.tournament.congress.events] == [RAPID, MAIN]
    assert set(logs_of(stored)) == {LIST, MAIN, RAPID}


def test_a_repeated_request_creates_no_second_event(stored: Hall) -> None:
    for _ in range(2):
        with entry_once("one", session="browser"):
            joined = create_event(*stored.at, name="Main", room="Hall B", by=BY)
        assert joined.event == MAIN
        assert [type(entry.event) for entry in joined.saved.entries] == [CongressEventsSet]
    assert logs_of(stored) == {LIST: 2, MAIN: 1}
