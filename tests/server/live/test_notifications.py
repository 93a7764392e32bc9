"""Live updates between processes that share a database on a server."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, closing, suppress
from pathlib import Path

import psycopg
import pytest

from kit.postgresql import new_database
from kit.riverside import open_riverside
from miai.desk.live_state import Desk, Saved
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.hosting.check_data import write_copy
from miai.features.results.enter_result import enter_result
from miai.server import club_site_sender
from miai.server.club_site_sender import ClubSiteSender
from miai.server.limits import CountsInStore, Throttle
from miai.server.live.broadcast import Hub, Watcher
from miai.server.roles import Role
from miai.store import notifications
from miai.store.backups.restoring import restore_all
from miai.store.database import Database, open_store
from miai.store.location import Site
from miai.store.tournament_id import TournamentId

PHONE = Watcher(name="", role=Role.PUBLIC)


@pytest.fixture
def url() -> str:
    """A database on a server."""
    return new_database()


@pytest.fixture
def here(url: str, tmp_path: Path) -> Iterator[Desk]:
    """The desk of this process."""
    with closing(open_store(tmp_path / "here", url)) as store:
        yield Desk(store)


@pytest.fixture
def elsewhere(url: str, here: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of another process, on another machine."""
    open_riverside(here, id="demo")
    with closing(open_store(tmp_path / "elsewhere", url)) as store:
        yield Desk(store)


async def next_of(stream: AsyncGenerator[bytes], event: str) -> bytes:
    """The next message of a kind; nobody polls the store in these tests."""
    async with asyncio.timeout(20):
        async for message in stream:
            if f"event: {event}\n".encode() in message:
                return message
    raise AssertionError("the stream ended")


def enter(desk: Desk, table: int) -> None:
    """Change a result."""
    enter_result(desk, "demo", round=4, table=table, result=Result.BOTH_LOSE, by="desk", seen=None)


async def after(step: Callable[[], None], desk: Desk, url: str, *, wanted: str) -> bytes:
    """The message of a kind that a stream gets after a step elsewhere; the hub hears of changes."""
    hub = Hub(desk)
    assert desk.store.notifications
    hearing = asyncio.create_task(hub.hear_of_changes(desk.store.notifications))
    while not await asyncio.to_thread(is_heard, url):
        await asyncio.sleep(0.02)
    async with aclosing(hub.stream("demo", PHONE, None)) as stream:
        await anext(stream)
        await asyncio.to_thread(step)
        message = await next_of(stream, wanted)
    hearing.cancel()
    with suppress(asyncio.CancelledError):
        await hearing
    return message


def is_heard(url: str) -> bool:
    """Whether somebody listens to the notifications of a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        ).fetchone()
    return bool(found and found[0])


def test_an_entry_of_another_process_is_shown_without_polling(here: Desk, elsewhere: Desk, url: str) -> None:
    message = asyncio.run(after(lambda: enter(elsewhere, 1), here, url, wanted="change"))
    assert f'"version":{elsewhere.state("demo").version},'.encode() in message


def test_a_tournament_that_another_process_deletes_is_gone(here: Desk, elsewhere: Desk, url: str) -> None:
    assert asyncio.run(after(lambda: elsewhere.store.delete(TournamentId("demo")), here, url, wanted="gone"))


def test_what_happened_while_the_line_was_broken_is_shown_when_it_is_back(
    here: Desk, elsewhere: Desk, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "_FIRST_PAUSE", 0.5)

    def cut_and_enter() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        enter(elsewhere, 1)

    assert asyncio.run(after(cut_and_enter, here, url, wanted="change"))


def test_only_one_process_sends_an_entry_to_the_club_site(
    here: Desk, elsewhere: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []

    def note(desk: Desk, tournament_id: str, before: Tournament, saved: Saved) -> None:
        del desk, tournament_id, before
        sent.append(saved.state.version)

    monkeypatch.setattr(club_site_sender, "send_what_changed", note)
    senders = [ClubSiteSender(desk) for desk in (here, elsewhere)]
    for sender in senders:
        sender.start()
        sender.follow("demo")
    enter(here, 1)
    # The other process hears of it.
    version = elsewhere.state("demo").version
    for sender in senders:
        sender.wait()
        sender.stop()
    assert sent == [version]


def test_wrong_passwords_are_counted_by_all_processes_together(here: Desk, elsewhere: Desk) -> None:
    alone, roles = Throttle(now=lambda: 0.0), (Role.DIRECTOR, Role.DESK)
    both = [Throttle(CountsInStore(desk.store), now=lambda: 0.0) for desk in (here, elsewhere)]
    for attempt in range(7):
        assert both[attempt % 2].begin("192.0.2.1", roles) == alone.begin("192.0.2.1", roles)
    assert both[0].wait("192.0.2.1", roles) == both[1].wait("192.0.2.1", roles) == 1
    assert both[1].wait("192.0.2.2", roles) == 0
    both[0].passed("192.0.2.1", Role.DESK, roles)
    alone.passed("192.0.2.1", Role.DESK, roles)
    for role in roles:
        assert both[1].wait("192.0.2.1", [role]) == alone.wait("192.0.2.1", [role])


def test_a_database_is_not_replaced_while_a_server_of_any_machine_uses_it(
    url: str, here: Desk, tmp_path: Path
) -> None:
    open_riverside(here, id="demo")
    store, file = here.store, tmp_path / "copy.db"
    assert isinstance(store, Database)
    write_copy(store, file)
    # Another folder, as that of another machine or of the administrator: its lock says nothing.
    site = Site.at(tmp_path / "admin", url)

    async def while_listening() -> None:
        assert store.notifications
        async with aclosing(store.notifications.received()) as changes:
            await anext(changes)
            with pytest.raises(InputError, match="stop it first, on all machines"):
                await asyncio.to_thread(restore_all, site, file)

    asyncio.run(while_listening())
    assert not (tmp_path / "admin" / "set-aside").exists()
    assert [each.log.id for each in restore_all(site, file).logs] == ["demo"]
