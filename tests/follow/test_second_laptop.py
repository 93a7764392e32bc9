"""A second laptop follows, takes over, and nothing is lost or entered twice."""

import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import product
from pathlib import Path

import httpx
import pytest

from kit.builders import crosstable
from kit.second_laptop import Laptop, Line, laptop, same_logs, until
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.follow import left_behind, worker
from miai.follow.hall import Hall
from miai.follow.join import join
from miai.follow.take_over import mark_logs, take_over
from miai.messages import english
from miai.store.database import open_store
from miai.store.tournament_id import TournamentId
from miai.store.write_permission import LeaderRecord, NotLeading

EVENT = crosstable("A?B C?D E?F G?H")


def white_won(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS)


def enter_at(desk: Desk, event: events.Event) -> None:
    desk.change("event", lambda _: [event], by="Ana")


def enter(at: Laptop, table: int) -> None:
    enter_at(at.desk, white_won(table))


def won_by_black(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.BLACK_WINS)


def results(at: Laptop) -> list[str]:
    return [board.result.value for board in at.desk.state("event").tournament.round(1).boards]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def hall(tmp_path: Path, stack: ExitStack) -> Laptop:
    """A laptop that leads, with one event."""
    leader = stack.enter_context(laptop(tmp_path / "hall", "Hall"))
    leader.desk.create(History.of_tournament(EVENT), id="event")
    return leader


def second(tmp_path: Path, stack: ExitStack, hall: Laptop, name: str = "Second") -> Laptop:
    """A laptop that follows."""
    code = hall.hall.new_code()
    return stack.enter_context(laptop(tmp_path / name, name, follows=hall.url, code=code))


def test_a_second_laptop_has_the_salts_of_private_fields_too(
    tmp_path: Path, stack: ExitStack, hall: Laptop
) -> None:
    copy = second(tmp_path, stack, hall)
    enter(hall, 1)
    until(lambda: same_logs(hall, copy))
    rows, copied = (each.store.log(TournamentId("event")).rows for each in (hall, copy))
    assert rows == copied
    assert all(row["salts"] for row in copied)


def test_a_second_laptop_has_everything_a_moment_later(
    tmp_path: Path, stack: ExitStack, hall: Laptop
) -> None:
    copy = second(tmp_path, stack, hall)
    assert same_logs(hall, copy)
    enter(hall, 1)
    hall.desk.create(History.of_tournament(EVENT), id="other")
    until(lambda: same_logs(hall, copy))
    assert results(copy)[0] == "white"
    hall.store.delete(TournamentId("other"))
    until(lambda: same_logs(hall, copy))
    with pytest.raises(NotLeading, match="Hall leads"):
        enter(copy, 2)


def test_only_who_has_the_code_gets_a_copy(tmp_path: Path, stack: ExitStack, hall: Laptop) -> None:
    with pytest.raises(InputError, match="no code to pair with"):
        second_with(tmp_path, stack, hall, "ABCD-EFGH")
    code = hall.hall.new_code()
    with pytest.raises(InputError, match="not the code"):
        second_with(tmp_path, stack, hall, "ABCD-EFGH")
    copy = second_with(tmp_path, stack, hall, code.lower().replace("-", " "))
    # Nobody else can use it, and the token is not stored.
    with pytest.raises(InputError, match="no code to pair with"):
        join(copy.hall, hall.url, code)
    standing = copy.store.standing()
    assert standing
    assert standing.token
    assert standing.token not in (hall.store.value("servers of this hall") or "")
    with httpx.Client(base_url=hall.url, timeout=60) as stranger:
        for path, proof in product(
            ("stream", "ack", "hand-over", "heads", "left-behind"), ("", "Bearer x", "Ticket x.y")
        ):
            answer = stranger.post(f"/follow/{path}", json={}, headers={"Authorization": proof})
            assert answer.status_code == 401


def second_with(tmp_path: Path, stack: ExitStack, hall: Laptop, code: str) -> Laptop:
    return stack.enter_context(laptop(tmp_path / "second", "Second", follows=hall.url, code=code))


def test_a_folder_with_tournaments_of_its_own_does_not_follow(
    tmp_path: Path, stack: ExitStack, hall: Laptop
) -> None:
    with (
        laptop(tmp_path / "own", "Own") as own,
        pytest.raises(InputError, match="tournaments of its own"),
    ):
        own.desk.create(History.of_tournament(EVENT), id="mine")
        join(own.hall, hall.url, hall.hall.new_code())
    assert hall.hall.others() == ()


def test_a_planned_takeover_loses_nothing_and_fences_the_old_leader(
    tmp_path: Path, stack: ExitStack, hall: Laptop
) -> None:
    copy = second(tmp_path, stack, hall)
    enter(hall, 1)
    take_over(copy.hall)
    assert results(copy)[0] == "white"
    with pytest.raises(NotLeading):
        enter(hall, 2)
    enter(copy, 2)
    until(lambda: copy.desk.state("event").tournament.leader.epoch == 1)
    # The old leader follows the new one by itself, and takes over again.
    until(lambda: same_logs(hall, copy))
    assert left_behind.left_behind(copy.hall) == ()
    take_over(hall.hall)
    enter(hall, 3)
    until(lambda: same_logs(hall, copy))
    assert hall.desk.state("event").tournament.leader.epoch == 2
    assert results(copy)[:3] == ["white"] * 3


def test_what_did_not_arrive_is_named_and_carried_over(tmp_path: Path, stack: ExitStack) -> None:
    with laptop(tmp_path / "hall", "Hall") as before:
        before.desk.create(History.of_tournament(EVENT), id="event")
        port = before.port
        copy = second(tmp_path, stack, before)
        enter(before, 1)
        until(lambda: same_logs(before, copy))
    # The last entries of the leader, which it saved before it was gone and the copy had not got.
    with closing(open_store(tmp_path / "hall")) as store:
        with entry_once("0123456789abcdef-resent"):
            Desk(store).change("event", lambda _: [won_by_black(2)], by="Ana")
        Desk(store).change("event", lambda _: [won_by_black(3)], by="Bea")
        Desk(store).change("event", lambda _: [won_by_black(4)], by="Ana")
    take_over(copy.hall)
    mark_logs(copy.desk, copy.hall, by="director")
    # A page had no answer for the first of them, and sends it again.
    with entry_once("0123456789abcdef-resent"):
        copy.desk.change("event", lambda _: [won_by_black(2)], by="Ana")
    back = stack.enter_context(laptop(tmp_path / "hall", "Hall", port=port))
    # It asked at its start, and accepts nothing.
    with pytest.raises(NotLeading, match="Second has taken over"):
        enter(back, 1)
    until(lambda: left_behind.named(copy.desk, copy.hall))
    [named] = left_behind.named(copy.desk, copy.hall)
    assert [(each.by, each.table) for each in named.entries] == [("Bea", 3), ("Ana", 4)]
    until(lambda: left_behind.own(back.desk, back.hall))
    [own] = left_behind.own(back.desk, back.hall)
    assert [each.table for each in own.entries] == [2, 3, 4]
    assert "F" in english(named.entries[0].what)
    said = "2 entries of the machine that led before did not arrive."
    assert said in httpx.get(f"{copy.url}/t/event").text
    assert left_behind.carry_over(copy.desk, copy.hall, named.key) == ()
    assert said not in httpx.get(f"{copy.url}/t/event").text
    assert results(copy) == ["white", "black", "black", "black"]
    assert copy.desk.state("event").history.entries[-1].by == "Ana"
    assert left_behind.left_behind(copy.hall) == ()
    back.hall.follow(copy.hall.leader())
    until(lambda: same_logs(back, copy))
    [document] = back.store.site.backups.glob("deleted-*.miai")
    assert "Bea" in document.read_text()


def test_what_arrives_late_replaces_nothing_that_was_entered_meanwhile(
    tmp_path: Path, stack: ExitStack
) -> None:
    with laptop(tmp_path / "hall", "Hall") as before:
        before.desk.create(History.of_tournament(EVENT), id="event")
        port = before.port
        copy = second(tmp_path, stack, before)
    with closing(open_store(tmp_path / "hall")) as store:
        # Corrected there, so that both are carried over, one after the other.
        for event in (white_won(1), won_by_black(1), won_by_black(2), won_by_black(3)):
            enter_at(Desk(store), event)
    take_over(copy.hall)
    # The same desk enters the other winner of table 2 at the new leader, and the same one of table 3.
    copy.desk.change("event", lambda _: [white_won(2)], by="Ana")
    copy.desk.change("event", lambda _: [won_by_black(3)], by="Bea")
    stack.enter_context(laptop(tmp_path / "hall", "Hall", port=port))
    until(lambda: left_behind.named(copy.desk, copy.hall))
    [named] = left_behind.named(copy.desk, copy.hall)
    # Twice: what was carried over does not stand in its own way.
    for _ in range(2):
        [problem] = left_behind.carry_over(copy.desk, copy.hall, named.key)
        assert english(problem.message) == (
            "Round 1, table 2: “D beat C” is not entered, because this was entered here meanwhile: C beat D"
        )
        assert results(copy) == ["black", "white", "black", "unknown"]
    [named] = left_behind.named(copy.desk, copy.hall)
    assert [each.table for each in named.entries] == [2]


def test_after_a_partition_the_old_leader_refuses_writes(
    tmp_path: Path, stack: ExitStack, hall: Laptop
) -> None:
    with closing(Line(hall.port)) as line:
        code = hall.hall.new_code()
        address = f"http://127.0.0.1:{line.port}"
        copy = stack.enter_context(laptop(tmp_path / "second", "Second", follows=address, code=code))
        line.cut()
        take_over(copy.hall)
        # Nobody has told the old one: it goes on for those who reach it.
        enter(hall, 1)
        enter(copy, 2)
        line.mend()
        until(hall.store.standing)
        with pytest.raises(NotLeading, match="Second has taken over"):
            enter(hall, 3)
        with httpx.Client(base_url=hall.url, timeout=60) as page:
            token = re.search(r'name="csrf" value="([^"]+)"', page.get("/sign-in").text)
            assert token
            sent = {"round": "1", "entry": "3 white", "csrf": token[1]}
            refused = page.post("/t/event/results/enter", data=sent)
        assert (refused.status_code, refused.headers["x-miai-leads"]) == (503, copy.url)
        until(lambda: left_behind.named(copy.desk, copy.hall))
        [named] = left_behind.named(copy.desk, copy.hall)
        assert [each.table for each in named.entries] == [1]


def test_two_followers_agree_on_one_leader(tmp_path: Path, stack: ExitStack, hall: Laptop) -> None:
    one, two = second(tmp_path, stack, hall, "One"), second(tmp_path, stack, hall, "Two")
    until(lambda: len(one.hall.others()) == 2)
    take_over(one.hall)
    until(lambda: two.hall.leader().name == "One")
    enter(one, 1)
    until(lambda: same_logs(one, two) and same_logs(one, hall))


def test_nobody_outside_the_hall_can_depose_a_leader(tmp_path: Path, stack: ExitStack, hall: Laptop) -> None:
    copy = second(tmp_path, stack, hall)
    real = copy.hall.sign(LeaderRecord(epoch=9, server="zz", name="Eve", address="http://eve"))
    head, _, mark = real.partition(".")
    with httpx.Client(base_url=hall.url, timeout=60) as page:
        for wrong in (f"{head}.{mark[:-2]}xx", head, "", "x.y"):
            page.post("/follow/leads", json={"ticket": wrong})
            page.get("/look", headers={"X-Miai-Leader": wrong})
        enter(hall, 1)
        # A page that has seen the real one stops it.
        page.get("/look", headers={"X-Miai-Leader": real})
    with pytest.raises(NotLeading, match="Eve has taken over"):
        enter(hall, 2)


def test_a_frozen_leader_does_not_keep_the_new_one_from_marking_its_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_COPY_WITHIN", 3600.0)
    with closing(socket.create_server(("127.0.0.1", 0))) as frozen, closing(open_store(tmp_path)) as store:
        desk, hall = Desk(store), Hall(store)
        desk.create(History.of_tournament(EVENT), id="event")
        # What servers of a hall sign with, which a follower has from the leader.
        hall.ticket()
        frozen.settimeout(60)
        address = f"http://127.0.0.1:{frozen.getsockname()[1]}"
        hall.follow(LeaderRecord(epoch=0, server="aa", name="Hall", address=address))
        monkeypatch.setattr(worker, "report_once", lambda *_, **__: None)
        working = worker.Worker(desk, hall)
        working.start()
        try:
            # It asks for a copy, and hears nothing.
            with closing(frozen.accept()[0]):
                take_over(hall)
                working.wake()
                until(lambda: desk.state("event").tournament.leader.epoch == 1)
        finally:
            working.stop()


def test_a_leader_that_has_lost_entries_gets_them_from_its_follower(tmp_path: Path, stack: ExitStack) -> None:
    with laptop(tmp_path / "hall", "Hall") as before:
        before.desk.create(History.of_tournament(EVENT), id="event")
        port = before.port
        copy = second(tmp_path, stack, before)
        enter(before, 1)
        until(lambda: same_logs(before, copy))
        before.store.copy_to(tmp_path / "older.db")
        enter(before, 2)
        enter(before, 3)
        until(lambda: same_logs(before, copy))
    for path in before.store.site.files:
        path.unlink(missing_ok=True)
    (tmp_path / "older.db").rename(tmp_path / "hall" / "miai.db")
    for lost in ("journal", "heads"):
        shutil.rmtree(tmp_path / "hall" / lost)
    back = stack.enter_context(laptop(tmp_path / "hall", "Hall", port=port))
    until(lambda: left_behind.named(back.desk, back.hall))
    [named] = left_behind.named(back.desk, back.hall)
    assert [each.table for each in named.entries] == [2, 3]
    assert left_behind.carry_over(back.desk, back.hall, named.key) == ()
    assert results(back) == ["white", "white", "white", "unknown"]
    until(lambda: same_logs(back, copy))
