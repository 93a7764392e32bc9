"""Entries that wait survive the death of their tab: the next page of the same person sends them once."""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from kit.flaky_line import flaky_line
from kit.running_site import Running
from miai.domain.log import events
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.server.passwords import set_password
from miai.server.roles import Role

Opened = Callable[..., Page]
KEPT = "Object.keys(localStorage).filter(key => key.startsWith('miai-outbox')).length"
FAULTS = ["ERR_INTERNET_DISCONNECTED", "Failed to load", "ERR_NETWORK", "ERR_CONNECTION", "ERR_EMPTY"]


@pytest.fixture
def published(server: Running, expected_faults: list[str]) -> Running:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    expected_faults += FAULTS
    return server


def _entered(server: Running) -> list[int]:
    """The tables of round 5 with an entry, each as often as it was written."""
    history = server.desk.state(server.demo).history
    return [
        entry.event.table
        for entry in history.entries
        if isinstance(entry.event, events.ResultEntered) and entry.event.round == 5
    ]


def _type_and_die(page: Page, *lines: str) -> BrowserContext:
    """Type results without a connection, then kill the page."""
    context = page.context
    context.set_offline(True)
    for line in lines:
        page.get_by_label("Table and winner").fill(line)
        page.keyboard.press("Enter")
    expect(page.locator("#lines li")).to_have_count(len(lines))
    page.close(run_before_unload=False)
    context.set_offline(False)
    return context


@pytest.mark.parametrize("latency", [0.0, 0.15, 0.4])
def test_a_console_that_was_killed_sends_what_waited_exactly_once(
    opened: Opened, published: Running, latency: float
) -> None:
    port = urlsplit(published.url).port or 0
    with flaky_line(port, latency=latency, lost=0.0) as line:
        address = f"http://127.0.0.1:{line.port}/t/{published.demo}/results?round=5"
        page = opened()
        page.goto(address)
        context = _type_and_die(page, "3w", "4b")
        assert _entered(published) == []
        tabs = [context.new_page() for _ in range(2)]
        for tab in tabs:
            tab.goto(address)
        until(lambda: sum(tab.locator("#lines li.saved").count() for tab in tabs) == 2)
        tabs[0].wait_for_timeout(300 + 2000 * latency)
        assert _entered(published) == [3, 4]
        assert tabs[0].evaluate(KEPT) == 0


def until(done: Callable[[], bool]) -> None:
    """Wait for something that two pages do together."""
    for _ in range(200):
        if done():
            return
        time.sleep(0.1)
    raise AssertionError


def test_what_was_refused_is_told_when_the_console_is_opened_again(
    opened: Opened, published: Running
) -> None:
    page = opened()
    page.goto(f"{published.at('results')}?round=5")
    context = _type_and_die(page, "77w")
    again = context.new_page()
    again.goto(published.at())
    expect(again.locator("#lines li.refused")).to_contain_text("There is no table 77")


def test_another_person_sends_nothing_of_what_waits(
    opened: Opened, published: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("403")
    set_password(published.desk.store, Role.DIRECTOR, "correct horse")
    # For the server this browser is on another machine.
    page = opened(extra_http_headers={"X-Forwarded-For": "10.0.0.7"})

    def sign_in(page: Page, name: str) -> None:
        page.goto(f"{published.url}/sign-in?next=/t/{published.demo}/results%3Fround=5")
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Password").fill("correct horse")
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator("#games")).to_be_visible()
        page.wait_for_load_state("load")

    sign_in(page, "Ana")
    context = _type_and_die(page, "3w")
    other = context.new_page()
    other.context.clear_cookies()
    sign_in(other, "Ben")
    other.wait_for_timeout(800)
    assert _entered(published) == []
    expect(other.locator("#lines li")).to_have_count(0)
    expect(other.locator("#others-wait")).to_contain_text("1 entry")
    other.context.clear_cookies()
    sign_in(other, "Ana")
    expect(other.locator("#others-wait")).to_be_hidden()
    expect(other.locator("#lines li.saved")).to_have_count(1)
    assert _entered(published) == [3]
    assert published.desk.state(published.demo).history.entries[-1].by == "Ana"
