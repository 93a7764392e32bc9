"""A congress of 1,000 people and 8 events: draws, publication, the timetable, clashes and check-in."""

import random
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import httpx

from bench.web import busy, player_of, served
from bench.web_load import TOKEN, found
from miai.desk.live_state import Desk
from miai.domain.people.player import PlayerId
from miai.features.congress.check_in import check_in
from miai.features.congress.clashes import before_draw, clashes
from miai.features.congress.enter_events import enter_several, enter_side, enter_team
from miai.features.congress.find_congress import congress_of
from miai.features.congress.set_up import create_congress, create_event
from miai.features.congress.sync_people import behind
from miai.features.congress.timetable import table_clashes, timetable
from miai.features.congress.views import person_view, public_view
from miai.features.players.register_player import register_players
from miai.features.schedule.plan_schedule import RoundTime, set_schedule
from miai.features.schedule.set_clock import set_clock
from miai.store.database import open_store

PEOPLE = 1_000
FIRST = datetime(2026, 7, 25, 10, tzinfo=UTC)
# What is expected, in seconds.
DRAWN, PUBLIC, TIMETABLE = 1.0, 1.0, 0.3
_BY = "director"
# How many of all people enter each event alone; the others are entered as sides and teams.
_EVENTS = {
    "main": 0.7, "weekend": 0.4, "rapid": 0.3, "thirteen": 0.2, "nine": 0.2, "children": 0.05, "pairs": 0.0,
    "teams": 0.0,
}  # fmt: skip
_MORE: dict[str, dict[str, Any]] = {
    "main": {"rounds": 10}, "thirteen": {"board_size": 13}, "nine": {"board_size": 9, "system": "swiss"},
    "pairs": {"people": 2}, "teams": {"team_size": 3, "system": "swiss"},
}  # fmt: skip
_WARM = 20.0


def main() -> None:
    """Print the times beside what is expected."""
    print(f"\nA congress of {PEOPLE:,} people and {len(_EVENTS)} events")
    with tempfile.TemporaryDirectory(prefix="miai-bench-") as name:
        congress = _prepare(Path(name))
        with served(Path(name)) as (process, address, _):
            # The server compiles what the first draw needs after its first page; a draw waits for that.
            time.sleep(_WARM)
            _press_draw(address, "main")
            for event in _EVENTS:
                _draw(process.pid, address, event)
            for page in ("timetable", "check-in", "clashes", "players", "events", ""):
                _open(process.pid, address, f"/t/{congress}/{page}".rstrip("/"))
            for page in ("", "/schedule", "/player/p1", "/wall"):
                _open(process.pid, address, f"/p/{congress}{page}")
        _look(Path(name), congress)


def _line(title: str, value: float, expected: float) -> None:
    verdict = "" if value <= expected else "  TOO MUCH"
    print(f"  {title:58} {value:8.3f} s (expected {expected:,.1f}){verdict}")


def _prepare(folder: Path) -> str:
    chance = random.Random(1)
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        congress = create_congress(desk, name="Summer", by=_BY).id
        players = [player_of(number, chance) for number in range(PEOPLE)]
        saved = register_players(desk, congress, players, by=_BY)
        people = [player.id for player in saved.state.tournament.players]
        for day, event in enumerate(_EVENTS):
            create_event(desk, congress, name=event, by=_BY, **_MORE.get(event, {}))
            rounds = desk.state(event).tournament.settings.rounds
            times = {
                number: RoundTime(starts=FIRST + timedelta(days=number, hours=day), minutes=60)
                for number in range(1, rounds + 1)
            }
            set_schedule(desk, event, times=times, by=_BY)
        wanted = {
            person: [event for event, share in _EVENTS.items() if chance.random() < share][:4]
            for person in people
        }
        enter_several(desk, congress, wanted, by=_BY)
        for number in range(0, 100, 2):
            enter_side(desk, congress, "pairs", people[number : number + 2], by=_BY)
        for number in range(30):
            team = people[100 + 4 * number : 104 + 4 * number]
            enter_team(desk, congress, "teams", name=f"Team {number + 1}", people=team, by=_BY)
    return congress


def _press_draw(address: str, event: str) -> None:
    with httpx.Client(base_url=address, timeout=120) as client:
        form = {"csrf": found(TOKEN, client.get(f"/t/{event}/draw").text), "round": "1"}
        client.post(f"/t/{event}/draw/make", data=form, follow_redirects=True).raise_for_status()


def _draw(pid: int, address: str, event: str) -> None:
    """From the button to the page with the pairings, and from publication to the players' page."""
    page = f"/t/{event}/draw"
    with httpx.Client(base_url=address, timeout=120, follow_redirects=True) as client:
        form = {"csrf": found(TOKEN, client.get(page, params={"round": 1}).text), "round": "1", "seed": "7"}
        begin, before = perf_counter(), busy(pid)
        client.post(f"{page}/make", data=form).raise_for_status()
        _line(f"{event}: draw to page, processor", busy(pid) - before, DRAWN)
        print(f"  {'the same by the clock':58} {perf_counter() - begin:8.3f} s")
        begin, before = perf_counter(), busy(pid)
        client.post(f"{page}/publish", data=form | {"knowing": "yes"}).raise_for_status()
        shown = client.get(f"/p/{event}").raise_for_status()
        _line(f"{event}: publication to the players' page, processor", busy(pid) - before, PUBLIC)
        print(f"  {'the same by the clock':58} {perf_counter() - begin:8.3f} s")
        if "<table" not in shown.text:
            print("  the players' page shows no pairings  WRONG")


def _open(pid: int, address: str, page: str) -> None:
    """A page of the congress, which is read for the first time after all draws; then once more."""
    with httpx.Client(base_url=address, timeout=120) as client:
        for title in ("first", "again"):
            before = busy(pid)
            client.get(page).raise_for_status()
            _line(f"{page}, {title}, processor", busy(pid) - before, TIMETABLE)


def _look(folder: Path, congress: str) -> None:
    """What the pages of the congress ask for, each after a change in one of the events; processor."""
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        begin = perf_counter()
        timetable(desk, congress)
        print(f"  {'all logs read from the disk, and the timetable':58} {perf_counter() - begin:8.3f} s")
        minutes = iter(range(1, 100_000))

        def changed() -> None:
            set_clock(desk, "main", round=9, starts_at=FIRST + timedelta(minutes=next(minutes)), by=_BY)

        def timed(title: str, look: object, expected: float = TIMETABLE) -> None:
            assert callable(look)  # noqa: S101 - a function of this file
            spent = []
            for _ in range(5):
                changed()
                begin = process_time()
                look()
                spent.append(process_time() - begin)
            _line(f"{title}, after a change", sorted(spent)[2], expected)

        person = PlayerId("p1")
        timed("timetable", lambda: timetable(desk, congress))
        timed("clashes of all people", lambda: clashes(desk, congress))
        timed("tables that two events use", lambda: table_clashes(desk, congress))
        timed("who plays elsewhere, before a draw", lambda: before_draw(desk, "main", 2))
        timed("what events have otherwise than the list", lambda: behind(desk, congress))
        timed("a person's page", lambda: person_view(desk, congress, person))
        timed("the public page", lambda: public_view(desk, congress))
        timed("the congress of an event", lambda: congress_of(desk, "main"))
        begin = process_time()
        check_in(desk, congress, [person], by=_BY, here=False)
        _line("check-in of one person in all their events", process_time() - begin, TIMETABLE)


if __name__ == "__main__":
    main()
