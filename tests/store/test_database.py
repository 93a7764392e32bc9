"""The store, on SQLite and on PostgreSQL."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import IntegrityError

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.document import read_history
from miai.domain.log.history import Entry, History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.errors import InputError, InternalError
from miai.store import database
from miai.store.database import Database
from miai.store.location import Site
from miai.store.log_rows import Row
from miai.store.log_writing import append_entries
from miai.store.protocol import Addition, Conflict, Requested, Store
from miai.store.tournament_id import TournamentId

EVENT = replace(
    crosstable("A?B C?D E+ | A?C B?D/2 E-"),
    name="Café de Go",
    place="Paris",
    begin="2026-10-03",
    end="2026-10-04",
)
HISTORY = History.of_tournament(EVENT)
NOBODY = TournamentId("nobody")


def white_wins(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS)


def renamed(name: str) -> events.DetailsChanged:
    return events.DetailsChanged(name=name, place="Lyon")


def test_a_new_tournament_is_in_the_list(store: Store) -> None:
    created = store.create(HISTORY)
    [listed] = store.tournaments()
    assert (listed.id, listed.name, listed.place) == (created, "Café de Go", "Paris")
    assert (listed.begin, listed.end) == ("2026-10-03", "2026-10-04")
    assert listed.version == store.head(created).version == len(HISTORY.entries)
    assert listed.created_at == listed.changed_at
    assert not listed.archived


def test_an_id_is_made_of_the_name_and_numbered_when_taken(store: Store) -> None:
    assert [store.create(HISTORY) for _ in range(3)] == ["cafe-de-go", "cafe-de-go-2", "cafe-de-go-3"]
    assert store.create(History.of_tournament(replace(EVENT, name="名人戦"))) == "tournament"


def test_an_id_that_was_asked_for_is_given_or_refused(store: Store) -> None:
    assert store.create(HISTORY, id="demo") == "demo"
    with pytest.raises(InputError, match="there is a tournament 'demo' already"):
        store.create(HISTORY, id="demo")
    for wrong in ("", "../demo", "Demo", "a b"):
        with pytest.raises(InputError, match="is not an id"):
            store.create(HISTORY, id=wrong)
    assert len(store.tournaments()) == 1


def test_a_document_comes_in_with_its_whole_history(reopen: Callable[[], Store]) -> None:
    told = HISTORY.append(white_wins(1), by="Ana", at="2026-10-03T10:00:00Z").undo(len(HISTORY.entries) + 1)
    created = reopen().create(told)
    assert reopen().history(created) == told


@pytest.mark.parametrize(
    ("history", "complaint"),
    [
        (History(), "does not begin with the creation"),
        (History.of([renamed("No rules")]), "does not begin with the creation"),
        (History(entries=(HISTORY.entries[0], *HISTORY.entries[2:])), "not whole"),
        (History(entries=(*HISTORY.entries, HISTORY.entries[0])), "do not rise"),
        (History.of([events.TournamentCreated(), white_wins(1)]), "round 1"),
    ],
)
def test_a_history_that_does_not_open_is_refused(store: Store, history: History, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        store.create(history)
    assert store.tournaments() == ()


def test_what_was_appended_is_there_for_everybody_with_author_and_time(reopen: Callable[[], Store]) -> None:
    store = reopen()
    created = store.create(HISTORY)
    known = store.head(created).version
    added = store.append(created, [white_wins(1), white_wins(2)], expected=known, by="Ana")
    assert [(entry.number, entry.event, entry.by) for entry in added] == [
        (known + 1, white_wins(1), "Ana"),
        (known + 2, white_wins(2), "Ana"),
    ]
    assert abs(datetime.now(UTC) - datetime.fromisoformat(added[0].at)) < timedelta(minutes=1)
    other = reopen()
    assert other.history(created).entries == (*HISTORY.entries, *added)
    assert other.since(created, known) == added
    assert other.since(created, known + 2) == ()
    assert other.tournaments()[0].changed_at == added[-1].at


def test_an_append_of_nothing_changes_nothing(store: Store) -> None:
    created = store.create(HISTORY)
    assert store.append(created, [], expected=store.head(created).version, by="Ana") == ()
    assert store.history(created) == HISTORY


def test_a_late_writer_learns_what_came_between_and_writes_nothing(reopen: Callable[[], Store]) -> None:
    early, late = reopen(), reopen()
    created = early.create(HISTORY)
    known = late.head(created).version
    added = early.append(created, [white_wins(1)], expected=known, by="Ana")
    with pytest.raises(Conflict, match="somebody else wrote first") as caught:
        late.append(created, [white_wins(2), renamed("Late")], expected=known, by="Ben")
    assert (caught.value.expected, caught.value.actual, caught.value.since) == (known, known + 1, added)
    assert late.history(created).entries == (*HISTORY.entries, *added)
    assert late.tournaments()[0].name == "Café de Go"


def test_of_many_writers_with_the_same_version_exactly_one_wins(reopen: Callable[[], Store]) -> None:
    stores = [reopen(), reopen()]
    created = stores[0].create(HISTORY)
    writers, rounds = 8, 6

    def write(number: int, expected: int) -> tuple[Entry, ...] | Conflict:
        together.wait()
        try:
            return stores[number % 2].append(created, [white_wins(1)], expected=expected, by=str(number))
        except Conflict as conflict:
            return conflict

    together = Barrier(writers)
    with ThreadPoolExecutor(writers) as pool:
        for turn in range(rounds):
            ended = list(pool.map(write, range(writers), [len(HISTORY.entries) + turn] * writers))
            [winner] = [entries for entries in ended if not isinstance(entries, Conflict)]
            late = [conflict for conflict in ended if isinstance(conflict, Conflict)]
            assert [conflict.since for conflict in late] == [winner] * (writers - 1)
    numbers = [entry.number for entry in stores[0].history(created).entries]
    assert numbers == list(range(1, len(HISTORY.entries) + rounds + 1))


def test_writers_of_different_tournaments_do_not_disturb_each_other(store: Store) -> None:
    def run(_: int) -> TournamentId:
        created = store.create(HISTORY)
        for step in range(10):
            store.append(created, [white_wins(1)], expected=len(HISTORY.entries) + step, by="Ana")
        return created

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(run, range(8)))
    assert len(set(made)) == 8
    assert {len(store.history(each).entries) for each in made} == {len(HISTORY.entries) + 10}


def test_an_event_that_could_not_be_read_back_is_refused_with_all_that_come_with_it(store: Store) -> None:
    created = store.create(HISTORY)
    known = store.head(created).version
    half = events.PlayerRegistered(player=Player(id=PlayerId("X"), surname="\ud800", grade=Grade.parse("1d")))
    listed = events.TablePublished(places=["1"])  # type: ignore[arg-type] # the mistake that is caught
    with pytest.raises(InputError, match="surname"):
        store.append(created, [white_wins(1), half], expected=known, by="Ana")
    with pytest.raises(InternalError, match="TablePublished"):
        store.append(created, [white_wins(1), listed], expected=known, by="Ana")
    assert store.history(created) == HISTORY


def test_names_of_all_alphabets_come_back(store: Store) -> None:
    name = 'Łódź "Ōteai" \\ 名人 \u202e\u0001\n🏆'
    created = store.create(History.of_tournament(replace(EVENT, name=name)))
    assert store.history(created).tournament().name == store.tournaments()[0].name == name


def test_the_list_follows_a_corrected_name_and_its_undo(store: Store) -> None:
    created = store.create(HISTORY)
    number = store.append(created, [renamed("Lyon Open")], expected=store.head(created).version, by="")[
        -1
    ].number
    assert [(each.name, each.place, each.begin) for each in store.tournaments()] == [
        ("Lyon Open", "Lyon", "")
    ]
    store.append(created, [events.Undone(entry=number)], expected=number, by="")
    assert [(each.name, each.begin) for each in store.tournaments()] == [("Café de Go", "2026-10-03")]
    store.append(created, [events.Redone(entry=number)], expected=number + 1, by="")
    assert store.tournaments()[0].name == "Lyon Open"


def test_a_tournament_can_be_put_away_and_taken_out_again(store: Store) -> None:
    created = store.create(HISTORY)
    store.archive(created, archived=True)
    assert store.tournaments()[0].archived
    store.archive(created, archived=False)
    assert not store.tournaments()[0].archived
    assert store.history(created) == HISTORY


def test_a_deleted_tournament_leaves_its_document_among_the_backups(store: Store, tmp_path: Path) -> None:
    kept, gone = store.create(HISTORY), store.create(HISTORY)
    added = store.append(gone, [white_wins(1)], expected=len(HISTORY.entries), by="Ana")
    store.delete(gone)
    [document] = (tmp_path / "backups").glob("*.miai")
    assert re.fullmatch(r"deleted-.*-cafe-de-go-2\.miai", document.name)
    assert read_history(document.read_bytes()).entries == (*HISTORY.entries, *added)
    assert [listed.id for listed in store.tournaments()] == [kept]
    assert store.history(kept) == HISTORY


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.history(NOBODY),
        lambda store: store.since(NOBODY, 0),
        lambda store: store.head(NOBODY).version,
        lambda store: store.append(NOBODY, [white_wins(1)], expected=0, by=""),
        lambda store: store.archive(NOBODY, archived=True),
        lambda store: store.delete(NOBODY),
    ],
)
def test_a_tournament_that_is_not_there_is_named(store: Store, ask: Callable[[Store], object]) -> None:
    with pytest.raises(InputError, match=r"^there is no tournament 'nobody'$"):
        ask(store)


@pytest.mark.parametrize("change", ["UPDATE entries SET about = '{}'", "DELETE FROM entries"])
def test_the_database_itself_keeps_the_log_append_only(
    store: Store, tmp_path: Path, url: str | None, change: str
) -> None:
    created = store.create(HISTORY)
    engine = create_engine(Site.at(tmp_path, url).url)
    with pytest.raises(IntegrityError, match="entries"), engine.begin() as connection:
        connection.execute(text(change))
    engine.dispose()
    assert store.history(created) == HISTORY


def test_small_values_are_kept_replaced_and_forgotten(reopen: Callable[[], Store]) -> None:
    store = reopen()
    assert store.value("secret") is None
    store.set_value("secret", "one")
    store.set_value("other", "x")
    store.set_value("secret", "two")
    assert (reopen().value("secret"), store.value("other")) == ("two", "x")
    store.set_value("secret", None)
    store.set_value("secret", None)
    assert (store.value("secret"), store.value("other")) == (None, "x")


def test_a_request_is_kept_with_the_entries_that_it_wrote(reopen: Callable[[], Store]) -> None:
    store = reopen()
    created = store.create(HISTORY)
    last = store.head(created).version
    assert store.requested("a/1") is None
    store.append(created, [white_wins(1), white_wins(2)], expected=last, by="Ana", request="a/1")
    found = reopen().requested("a/1")
    assert found == Requested(tournament=created, first=last + 1, last=last + 2)


def test_the_requests_of_a_browser_are_known_by_its_session(reopen: Callable[[], Store]) -> None:
    store = reopen()
    created = store.create(HISTORY, request="a/1", session="first")
    last = store.head(created).version
    store.append(created, [white_wins(1)], expected=last, by="Ana", request="b/1", session="second")
    store.append(created, [white_wins(2)], expected=last + 1, by="Ana", request="c/1")
    store = reopen()
    found = [(each.session, list(each.entries)) for each in store.requests_since(created, last)]
    assert sorted(found, key=str) == [("second", [last + 1]), (None, [last + 2])]
    [own] = store.requests_since(created, 0, session="first")
    assert own.entries == range(1, last + 1)
    assert store.requests_since(created, last, session="first") == ()


def test_a_request_that_needed_no_entry_is_kept_too(reopen: Callable[[], Store]) -> None:
    store = reopen()
    created = store.create(HISTORY)
    last = store.head(created).version
    assert store.append(created, [], expected=last, by="Ana", request="a/1") == ()
    assert reopen().requested("a/1") == Requested(tournament=created, first=last + 1, last=last)


def test_a_request_is_not_kept_without_its_entries(store: Store) -> None:
    created = store.create(HISTORY)
    with pytest.raises(Conflict):
        store.append(created, [white_wins(1)], expected=0, by="Ana", request="a/1")
    assert store.requested("a/1") is None


def test_a_request_that_another_process_carried_out_meanwhile_writes_nothing(store: Store) -> None:
    created = store.create(HISTORY)
    last = store.head(created).version
    store.append(created, [white_wins(1)], expected=last, by="Ana", request="a/1")
    with pytest.raises(Conflict):
        store.append(created, [white_wins(1)], expected=last + 1, by="Ana", request="a/1")
    assert store.head(created).version == last + 1


def test_a_request_creates_one_tournament_however_often_it_is_sent(reopen: Callable[[], Store]) -> None:
    created = reopen().create(HISTORY, request="a/1")
    stores = [reopen() for _ in range(3)]
    together = Barrier(3)

    def send(store: Store) -> list[TournamentId]:
        together.wait()
        return [store.create(HISTORY, request=request) for request in ("a/1", "b/1")]

    with ThreadPoolExecutor(3) as pool:
        sent = list(pool.map(send, stores))
    assert {first for first, _ in sent} == {created}
    assert len({second for _, second in sent}) == 1
    assert len(reopen().tournaments()) == 2


def test_the_requests_of_a_tournament_are_deleted_with_it(store: Store) -> None:
    created = store.create(HISTORY, request="a/1")
    store.delete(created)
    assert store.requested("a/1") is None


def test_the_first_of_several_values_is_kept(reopen: Callable[[], Store]) -> None:
    stores = [reopen() for _ in range(4)]
    together = Barrier(4)

    def keep(at: int) -> str:
        together.wait()
        return stores[at].first_value("secret", f"value {at}")

    with ThreadPoolExecutor(4) as pool:
        kept = set(pool.map(keep, range(4)))
    assert kept == {stores[0].value("secret")}


def additions(first: TournamentId, second: TournamentId, *, expected: int = 0) -> tuple[Addition, Addition]:
    """A result for each of two logs, of one request; `expected` corrects that of the second."""
    last = len(HISTORY.entries)
    return (
        Addition(tournament=first, events=(white_wins(1),), expected=last, by="Ana", request="one/1"),
        Addition(
            tournament=second,
            events=(white_wins(2),),
            expected=last + expected,
            by="Ana",
            request=f"{second}@one/1",
        ),
    )


def test_several_logs_are_written_at_once_each_with_its_request(store: Store) -> None:
    first, second = store.create(HISTORY), store.create(HISTORY)
    written = store.append_all(additions(first, second))
    assert [[entry.event for entry in each] for each in written] == [[white_wins(1)], [white_wins(2)]]
    assert [store.history(each).entries[-1:] for each in (first, second)] == list(written)
    for request, log in (("one/1", first), (f"{second}@one/1", second)):
        made = store.requested(request)
        assert made is not None
        assert (made.tournament, list(made.entries)) == (log, [len(HISTORY.entries) + 1])


def test_a_conflict_in_one_log_leaves_the_others_unwritten(store: Store) -> None:
    first, second = store.create(HISTORY), store.create(HISTORY)
    for order in (additions(first, second, expected=-1), additions(first, second, expected=-1)[::-1]):
        with pytest.raises(Conflict):
            store.append_all(order)
    assert [store.head(each).version for each in (first, second)] == [len(HISTORY.entries)] * 2
    assert store.requested("one/1") is None


def test_a_fault_between_two_logs_leaves_the_first_unwritten(
    store: Database, reopen: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = store.create(HISTORY), store.create(HISTORY)

    def fail(connection: Connection, about: Row, *rest: Any) -> None:
        if about["id"] == second:
            raise RuntimeError("the power failed")
        append_entries(connection, about, *rest)

    monkeypatch.setattr(database, "append_entries", fail)
    with pytest.raises(RuntimeError, match="power"):
        store.append_all(additions(first, second))
    monkeypatch.undo()
    again = reopen()
    for each in (first, second):
        assert len(again.history(each).entries) == len(HISTORY.entries)
        if again.journal:
            journal = again.journal.file(each, again.head(each).identity)
            assert len(journal.read_text(encoding="utf-8").splitlines()) == 1 + len(HISTORY.entries)
    assert again.requested("one/1") is None
    assert len(again.append_all(additions(first, second))) == 2


def test_two_processes_that_write_to_the_same_logs_do_not_wait_for_each_other_for_ever(
    reopen: Callable[[], Database],
) -> None:
    stores = reopen(), reopen()
    first, second = (stores[0].create(HISTORY) for _ in range(2))
    start = Barrier(2)

    def write(at: int) -> int:
        start.wait()
        done = 0
        while done < 10:
            heads = {log: stores[at].head(log).version for log in (first, second)}
            both = [
                Addition(tournament=log, events=(white_wins(1),), expected=head, by="Ana")
                for log, head in heads.items()
            ]
            try:
                stores[at].append_all(both if at else both[::-1])
            except Conflict:
                continue
            done += 1
        return done

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(write, range(2))) == [10, 10]
    assert [stores[0].head(each).version for each in (first, second)] == [len(HISTORY.entries) + 20] * 2
