"""Live updates: everyone who looks on hears of each change, once, from where they stood."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from kit.riverside import open_riverside
from kit.staged_event import FINAL, GROUP_A, GROUP_B, LEAGUE, open_league, play_round
from miai.desk.entry_once import browser_of, entry_once
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.features.congress.set_up import add_event, create_congress
from miai.features.history.undo import undo
from miai.features.hosting.running_store import restore_tournament
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament, delete_tournament
from miai.server.live import broadcast as live
from miai.server.live.broadcast import Hub, Watcher, is_known
from miai.server.live.entries_around import entries_around
from miai.server.roles import Role
from miai.store.backups.copies import all_backups
from miai.store.database import Database

TOMAS = Watcher(name="Tomás", role=Role.DESK)
PHONE = Watcher(name="visitor", role=Role.PUBLIC)


async def heard(stream: AsyncIterator[bytes], event: str) -> dict[str, Any]:
    """The data of the next message of a kind; a minute without one is a fault."""
    async with asyncio.timeout(60):
        async for message in stream:
            lines = dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))
            if lines.get("event") == event:
                data = json.loads(lines["data"])
                return {"id": lines.get("id"), "data": data}
    raise AssertionError("the stream ended")


def enter(desk: Desk, tournament: str, table: int, result: Result = Result.JIGO) -> None:
    """Somebody at another desk enters a result."""
    enter_result(desk, tournament, round=4, table=table, result=result, by="Anneke")


def test_an_entry_is_heard_with_its_place_its_author_and_a_sentence(desk: Desk, demo_id: str) -> None:
    async def scene() -> dict[str, Any]:
        stream = Hub(desk).stream(demo_id, TOMAS, None)
        await heard(stream, "desks")
        await asyncio.to_thread(enter, desk, demo_id, 3)
        return await heard(stream, "change")

    message = asyncio.run(scene())
    version = desk.state(demo_id).version
    assert message["id"] == f"{version}-{desk.state(demo_id).mark}"
    assert message["data"]["version"] == version
    (entry,) = message["data"]["entries"]
    assert (entry["kind"], entry["round"], entry["table"], entry["author"]) == ("results", 4, 3, "Anneke")
    assert entry["sentence"].startswith("Jigo: ")


def test_who_was_away_hears_what_they_missed(desk: Desk, demo_id: str) -> None:
    async def scene() -> dict[str, Any]:
        version = desk.state(demo_id).version
        for table in (1, 2, 3):
            await asyncio.to_thread(enter, desk, demo_id, table)
        return await heard(Hub(desk).stream(demo_id, TOMAS, version), "change")

    assert [entry["table"] for entry in asyncio.run(scene())["data"]["entries"]] == [1, 2, 3]


def test_players_hear_that_something_changed_but_not_what(desk: Desk, demo_id: str) -> None:
    async def scene() -> dict[str, Any]:
        stream = Hub(desk).stream(demo_id, PHONE, None)
        await anext(stream)
        await asyncio.to_thread(enter, desk, demo_id, 3)
        return await heard(stream, "change")

    assert asyncio.run(scene())["data"]["entries"] == []


def test_two_hundred_watchers_get_one_and_the_same_message(desk: Desk, demo_id: str) -> None:
    async def scene() -> list[bytes]:
        hub = Hub(desk)
        streams = [hub.stream(demo_id, PHONE, None) for _ in range(200)]
        for stream in streams:
            await anext(stream)
        await asyncio.to_thread(enter, desk, demo_id, 3)
        messages = await asyncio.gather(*(anext(stream) for stream in streams))
        assert sum(hub.watchers(demo_id).values()) == 200
        for stream in streams:
            await stream.aclose()
        assert not hub.watchers(demo_id)
        return messages

    messages = asyncio.run(scene())
    assert len({id(message) for message in messages}) == 1


def test_the_desks_see_each_other_and_count_the_phones(desk: Desk, demo_id: str) -> None:
    async def scene() -> Any:
        hub = Hub(desk)
        phone = hub.stream(demo_id, PHONE, None)
        await anext(phone)
        anneke = hub.stream(demo_id, Watcher(name="Anneke", role=Role.DIRECTOR), None)
        await heard(anneke, "desks")
        tomas = hub.stream(demo_id, TOMAS, None)
        await anext(tomas)
        return (await heard(anneke, "desks"))["data"]

    assert asyncio.run(scene()) == [
        {"name": "Anneke", "role": 2, "browser": "", "away": False},
        {"name": "Tomás", "role": 1, "browser": "", "away": False},
        {"name": "", "role": 0, "count": 1},
    ]


def test_two_desks_without_a_name_are_two_and_known_by_their_browser(desk: Desk, demo_id: str) -> None:
    browsers = [browser_of(session) for session in ("first", "second")]

    async def scene() -> tuple[Any, Any]:
        hub = Hub(desk)
        one, two = (
            hub.stream(demo_id, Watcher(name="director", role=Role.DIRECTOR, browser=browser), None)
            for browser in browsers
        )
        await anext(one)
        desks = (await heard(two, "desks"))["data"]

        def enter_at_the_second() -> None:
            with entry_once("0123456789abcdef", session="second"):
                enter_result(desk, demo_id, round=4, table=3, result=Result.JIGO, by="director")

        await asyncio.to_thread(enter_at_the_second)
        return desks, (await heard(two, "change"))["data"]["entries"]

    desks, (entry,) = asyncio.run(scene())
    assert [(each["name"], each["browser"]) for each in desks] == [
        ("director", browser) for browser in sorted(browsers)
    ]
    assert (entry["browser"], entry["author"]) == (browsers[1], "another desk")


def test_a_desk_whose_line_broke_is_shown_as_away_for_a_while(
    desk: Desk, demo_id: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr(live, "AWAY_SHOWN", 0.01)
    monkeypatch.setattr(live, "DESKS_PAUSE", 0.0)

    async def scene() -> list[Any]:
        hub = Hub(desk)
        anneke = hub.stream(demo_id, Watcher(name="Anneke", role=Role.DIRECTOR, browser="a"), None)
        tomas = hub.stream(demo_id, Watcher(name="Tomás", role=Role.DESK, browser="t"), None)
        await anext(tomas)
        await heard(anneke, "desks")
        await tomas.aclose()
        return [(await heard(anneke, "desks"))["data"] for _ in range(2)]

    soon, later = asyncio.run(scene())
    assert {"name": "Tomás", "role": 1, "browser": "t", "away": True} in soon
    assert [each["name"] for each in later] == ["Anneke"]


def test_watchers_of_a_deleted_tournament_are_told_and_let_go(
    desk: Desk, demo_id: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr(live, "POLL_EVERY", 0.01)

    async def scene() -> list[bytes]:
        hub = Hub(desk)
        polling = asyncio.create_task(hub.poll_store())
        stream = hub.stream(demo_id, PHONE, None)
        await anext(stream)
        await asyncio.to_thread(delete_tournament, desk, demo_id)
        rest = [message async for message in stream]
        polling.cancel()
        return rest

    assert asyncio.run(scene()) == [b"event: gone\ndata: 1\n\n"]


def test_who_comes_while_the_tournament_is_deleted_is_told_too(desk: Desk, demo_id: str) -> None:
    delete_tournament(desk, demo_id)

    async def scene() -> list[bytes]:
        return [message async for message in Hub(desk).stream(demo_id, PHONE, None)]

    assert asyncio.run(scene()) == [b"event: gone\ndata: 1\n\n"]


def test_watchers_of_a_tournament_that_is_created_anew_under_its_id_are_told(
    desk: Desk, demo_id: str
) -> None:
    async def scene() -> dict[str, Any]:
        stream = Hub(desk).stream(demo_id, PHONE, None)
        await anext(stream)
        await asyncio.to_thread(delete_tournament, desk, demo_id)
        await asyncio.to_thread(open_riverside, desk, id=demo_id)
        return await heard(stream, "replaced")

    assert asyncio.run(scene())["data"]["version"] == desk.state(demo_id).version


def test_watchers_of_a_tournament_that_is_restored_are_told_and_hear_what_comes_after(
    desk: Desk, demo_id: str
) -> None:
    store = desk.store
    assert isinstance(store, Database)
    store.backup("draw")
    [backup] = all_backups(store.site)

    async def scene() -> tuple[dict[str, Any], dict[str, Any]]:
        await asyncio.to_thread(enter, desk, demo_id, 3)
        stream = Hub(desk).stream(demo_id, TOMAS, None)
        await heard(stream, "desks")
        await asyncio.to_thread(restore_tournament, desk, demo_id, backup.name)
        told = await heard(stream, "replaced")
        await asyncio.to_thread(enter, desk, demo_id, 2)
        return told, await heard(stream, "change")

    known = desk.state(demo_id).version
    told, later = asyncio.run(scene())
    # The entry after the backup is in the log and its journal, and stays.
    assert told["data"]["version"] == known + 1
    assert later["data"]["version"] == known + 2
    assert [entry["table"] for entry in later["data"]["entries"]] == [2]


def test_who_was_away_while_the_tournament_was_replaced_is_told(desk: Desk, demo_id: str) -> None:
    before = desk.state(demo_id)
    delete_tournament(desk, demo_id)
    open_riverside(desk, id=demo_id)
    assert desk.state(demo_id).version == before.version

    async def scene() -> dict[str, Any]:
        return await heard(Hub(desk).stream(demo_id, PHONE, before.version, before.mark), "replaced")

    now = desk.state(demo_id)
    assert asyncio.run(scene())["id"] == f"{now.version}-{now.mark}"
    assert is_known(now, now.version, now.mark)
    assert is_known(now, now.version - 1, now.mark_at(now.version - 1))


def test_a_quiet_line_is_kept_open(desk: Desk, demo_id: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)

    async def scene() -> bytes:
        stream = Hub(desk).stream(demo_id, PHONE, None)
        await anext(stream)
        return await anext(stream)

    assert asyncio.run(scene()).startswith(b":")


def test_what_another_process_wrote_is_heard_too(desk: Desk, demo_id: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "POLL_EVERY", 0.01)

    async def scene() -> dict[str, Any]:
        hub = Hub(desk)
        polling = asyncio.create_task(hub.poll_store())
        stream = hub.stream(demo_id, TOMAS, None)
        await heard(stream, "desks")
        await asyncio.to_thread(enter, Desk(desk.store), demo_id, 3)
        message = await heard(stream, "change")
        polling.cancel()
        return message

    assert asyncio.run(scene())["data"]["entries"][0]["table"] == 3


def test_a_page_of_a_stage_hears_its_own_entries_and_no_others(desk: Desk) -> None:
    open_league(desk)

    async def scene() -> dict[str, Any]:
        hub = Hub(desk)
        stream = hub.stream(GROUP_A, TOMAS, None)
        await heard(stream, "desks")
        await asyncio.to_thread(play_round, desk, GROUP_B, 1)
        await asyncio.to_thread(play_round, desk, GROUP_A, 1, results=False)
        return await heard(stream, "change")

    entries = asyncio.run(scene())["data"]["entries"]
    numbers = {entry.number for entry in desk.state(GROUP_A).history.entries}
    assert entries
    assert {entry["number"] for entry in entries} <= numbers


def test_a_page_of_a_stage_hears_of_details_rules_and_stages_of_its_event(desk: Desk) -> None:
    open_league(desk)
    changes: tuple[Callable[[], object], ...] = (
        lambda: change_details(desk, LEAGUE, place="Lyon", by="test"),
        lambda: change_rules(desk, LEAGUE, {"komi": 7.5}, by="test"),
        lambda: change_details(desk, GROUP_B, name="The others", by="test"),
        lambda: undo(desk, LEAGUE, desk.state(LEAGUE).version, by="test"),
    )

    async def scene() -> list[int]:
        before, found = entries_around(desk, desk.state(GROUP_A)), []
        stream = Hub(desk).stream(GROUP_A, PHONE, None, around=before)
        await anext(stream)
        # The round of another group reaches no page of this one.
        await asyncio.to_thread(play_round, desk, GROUP_B, 1)
        for change in changes:
            await asyncio.to_thread(change)
            found.append((await heard(stream, "around"))["data"]["entries"] - before)
        return found

    assert asyncio.run(scene()) == [1, 2, 3, 4]


def test_a_page_of_an_event_hears_what_happens_in_its_stages(desk: Desk) -> None:
    open_league(desk)

    async def scene() -> dict[str, Any]:
        stream = Hub(desk).stream(LEAGUE, TOMAS, None)
        await heard(stream, "desks")
        await asyncio.to_thread(change_details, desk, GROUP_A, name="The first", by="test")
        return await heard(stream, "change")

    data = asyncio.run(scene())["data"]
    assert [entry["number"] for entry in data["entries"]] == [desk.state(LEAGUE).version]


def test_a_page_of_a_stage_is_not_replaced_by_what_happens_in_another_one(desk: Desk) -> None:
    open_league(desk)

    async def scene() -> bytes:
        hub = Hub(desk)
        earlier = hub.stream(GROUP_A, PHONE, None)
        await anext(earlier)
        await asyncio.to_thread(play_round, desk, GROUP_B, 1)
        # A page that is opened now has nothing new to hear, and knows the log.
        opened = desk.state(GROUP_A)
        stream = hub.stream(GROUP_A, PHONE, opened.version, opened.mark)
        await anext(stream)
        await asyncio.to_thread(play_round, desk, GROUP_A, 1, results=False)
        return await anext(stream)

    assert b"event: change" in asyncio.run(scene())


def test_the_version_of_a_stage_is_its_own_last_entry(desk: Desk) -> None:
    open_league(desk)
    before = desk.state(FINAL)
    play_round(desk, GROUP_A, 1)
    assert desk.state(FINAL).version == before.version == before.history.entries[-1].number
    assert desk.state(GROUP_A).version > before.version


def test_who_watches_a_congress_hears_what_happens_in_its_events(desk: Desk, demo_id: str) -> None:
    async def scene() -> tuple[int, int]:
        congress = create_congress(desk, name="Congress", by="Anneke").id
        add_event(desk, congress, demo_id, by="Anneke")
        before = entries_around(desk, desk.state(congress))
        stream = Hub(desk).stream(congress, PHONE, None, around=before)
        await anext(stream)
        await asyncio.to_thread(enter, desk, demo_id, 3)
        first = await heard(stream, "around")
        # An event that is added while somebody watches is followed too.
        cup = create_tournament(desk, name="Cup", by="Anneke").id
        await asyncio.to_thread(add_event, desk, congress, cup, by="Anneke")
        second = await heard(stream, "around")
        return first["data"]["entries"] - before, second["data"]["entries"] - before

    assert asyncio.run(scene()) == (1, 2)


def test_a_page_of_a_congress_that_missed_something_in_an_event_hears_of_it_at_once(
    desk: Desk, demo_id: str
) -> None:
    async def scene() -> int:
        congress = create_congress(desk, name="Congress", by="Anneke").id
        add_event(desk, congress, demo_id, by="Anneke")
        before = entries_around(desk, desk.state(congress))
        enter(desk, demo_id, 3)
        message = await heard(Hub(desk).stream(congress, PHONE, None, around=before), "around")
        entries: int = message["data"]["entries"]
        return entries - before

    assert asyncio.run(scene()) == 1
