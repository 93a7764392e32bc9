"""A published round that is changed: desk, phone and projector show the same games, and a banner says why."""

import json
import time
from collections.abc import Callable
from threading import Event, Thread

import httpx
import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.publish.publish_round import publish_round

Opened = Callable[..., Page]
# Three pages in the browser, and streams as those of other phones.
STREAMS = 47
BANNER = "Round 5 was changed after it was published"


def test_all_screens_agree_while_a_published_round_changes(opened: Opened, server: Running) -> None:
    at = (server.desk, server.demo)
    draw_round(*at, round=5, by="director")
    event = publish_round(*at, round=5, by="director").state.tournament
    one, other = event.round(5).boards[:2]
    names = event.names
    desk, phone, wall = opened(), opened(width=390, height=800), opened(width=1440, height=810)
    desk.goto(server.at("results?round=5"))
    phone.goto(f"{server.url}/p/{server.demo}?by=table")
    wall.goto(f"{server.url}/p/{server.demo}/wall")
    row = phone.locator('tr[data-row="r5-t1"]')

    def all_show(white: PlayerId) -> None:
        expect(desk.locator("#t1 .who").first).to_contain_text(names[white])
        expect(row.locator("a").first).to_have_text(names[white])
        expect(wall.locator("ol li", has_text=names[white]).first).to_contain_text("1")

    all_show(one.white)
    changed = change_draw.swap(*at, round=5, a=one.white, b=other.white, by="director")
    expect(desk.locator("#publication")).to_contain_text(BANNER)
    all_show(one.white)
    undo(*at, changed.state.version, by="director")
    expect(desk.locator("#publication")).not_to_contain_text(BANNER)
    change_draw.swap(*at, round=5, a=one.white, b=other.white, by="director")
    expect(desk.locator("#publication")).to_contain_text(BANNER)
    # The published game was played: its result is kept, and the changed draw has the game again.
    desk.locator("#t1 .who").first.click()
    expect(desk.locator("#t1.done .won")).to_contain_text(names[one.white])
    expect(row.locator("td.winner")).to_contain_text(names[one.white])
    drawn = server.desk.state(server.demo).tournament.round(5)
    assert {(board.white, board.black) for board in drawn.boards if board.result is Result.WHITE_WINS} == {
        (one.white, one.black)
    }
    desk.get_by_role("button", name="Publish the changed draw").click()
    expect(desk.locator("h1")).to_have_text("Publish round 5 again")


class Streams:
    """The live streams of many phones, read in threads: which versions each of them has been told of."""

    def __init__(self, server: Running, count: int) -> None:
        self._told: list[set[int]] = [set() for _ in range(count)]
        self._threads = [Thread(target=self._read, args=(server, told), daemon=True) for told in self._told]
        self._stop = Event()
        for thread in self._threads:
            thread.start()

    def all_told(self, version: int) -> bool:
        """Wait until every phone was told of a version or a later one; of 0 once it is connected."""
        for _ in range(300):
            if all(max(told, default=-1) >= version for told in self._told):
                return True
            time.sleep(0.05)
        return False

    def stop_with_the_next_message(self) -> None:
        """Let every phone leave once it is told of another change."""
        self._stop.set()

    def have_ended(self) -> bool:
        """Wait until all have left."""
        for thread in self._threads:
            thread.join(20)
        return not any(thread.is_alive() for thread in self._threads)

    def _read(self, server: Running, told: set[int]) -> None:
        address = f"{server.url}/t/{server.demo}/live"
        query: dict[str, str | int] = {
            "since": server.desk.state(server.demo).version,
            "follows": "names:4",
        }
        with httpx.stream("GET", address, params=query, timeout=30) as answer:
            told.add(0)
            for line in answer.iter_lines():
                if line.startswith("data: {"):
                    told.add(json.loads(line.removeprefix("data: ")).get("version", 0))
                    if self._stop.is_set():
                        return


def test_fifty_pages_follow_publishing_and_unpublishing(opened: Opened, server: Running) -> None:
    at = (server.desk, server.demo)
    draw_round(*at, round=5, by="director")
    board = server.desk.state(server.demo).tournament.round(5).boards[0]
    name = server.desk.state(server.demo).tournament.names[board.white]
    pairings, own, wall = opened(width=390, height=800), opened(width=390, height=800), opened()
    pairings.goto(f"{server.url}/p/{server.demo}?by=table")
    own.goto(f"{server.url}/p/{server.demo}/player/{board.white}")
    wall.goto(f"{server.url}/p/{server.demo}/wall")
    streams = Streams(server, STREAMS)
    director = opened()
    director.goto(server.at("publish"))
    assert streams.all_told(0)
    director.get_by_role("button", name="Publish the pairings of round 5", exact=True).click()
    expect(pairings.locator("h1")).to_have_text("Round 5")
    expect(own.locator("h1")).to_contain_text(name)
    expect(own.get_by_text("Round 5, table")).to_be_visible()
    expect(wall.get_by_text("Round 5").first).to_be_visible()
    assert streams.all_told(server.desk.state(server.demo).version)
    director.get_by_role("link", name="Unpublish the pairings of round 5").click()
    expect(director.get_by_text("The last pairings they see are those of round 4.")).to_be_visible()
    director.get_by_role("button", name="Unpublish").click()
    expect(pairings.locator("h1")).to_have_text("Round 4")
    expect(own.get_by_text("Round 4, table")).to_be_visible()
    expect(wall.get_by_text("Round 5")).to_have_count(0)
    assert streams.all_told(server.desk.state(server.demo).version)
    streams.stop_with_the_next_message()
    director.locator("#toasts").get_by_role("button", name="Redo").click()
    expect(pairings.locator("h1")).to_have_text("Round 5")
    assert streams.have_ended()


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_no_button_of_publish_covers_the_text(
    opened: Opened, server: Running, language: str
) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    page = opened(width=390, height=844, locale=language)
    page.goto(server.at("publish"))
    covered = page.evaluate(
        """() => [...document.querySelectorAll(".shown-list li")].filter((line) => {
          const text = line.querySelector("span:not(.act)"), range = document.createRange();
          range.selectNodeContents(text);
          const said = range.getBoundingClientRect();
          return [...line.querySelectorAll(".act .btn")].some((button) => {
            const box = button.getBoundingClientRect();
            return box.left < said.right && said.left < box.right
              && box.top < said.bottom && said.top < box.bottom;
          });
        }).map((line) => line.textContent.trim().slice(0, 20))"""
    )
    assert covered == []
