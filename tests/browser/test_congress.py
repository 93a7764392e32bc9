"""Check-in for a whole congress: one desk types at full speed, another one helps, and clashes are solved."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from conftest import SOAK
from kit.flaky_line import flaky_line
from kit.lively_congress import BY, SURNAMES, lively_congress
from kit.running_site import Running, running
from miai.desk.live_state import Desk
from miai.domain.money import cents
from miai.domain.people.player import Player, Registration
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round

Opened = Callable[..., Page]
# The server, and the ids of the congress, of Main, Rapid and Children.
OpenCongress = tuple[Running, tuple[str, str, str, str]]
# Milliseconds for each key; as fast as a good typist.
KEY = 25
AT_ONCE = 24 if SOAK else 8


@pytest.fixture(scope="module")
def congress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCongress]:
    """One server for all tests, whose parts of the list of people do not overlap."""
    folder: Path = tmp_path_factory.mktemp("congress")
    with running(folder) as site:
        yield site, lively_congress(site.desk)


@pytest.fixture
def server(congress: OpenCongress) -> Running:
    """The server of the congress, in the place of that with the Riverside Open."""
    return congress[0]


def person(desk: Desk, event: str, name: str) -> Player:
    """Somebody of the congress or of one of its events."""
    return next(each for each in desk.state(event).tournament.players if each.surname == name)


def type_names(page: Page, names: tuple[str, ...]) -> None:
    """Type the names one after the other, without waiting for anything."""
    box = page.locator("#q")
    box.focus()
    for name in names:
        page.keyboard.type(name, delay=KEY)
        page.keyboard.press("Enter")


@pytest.mark.parametrize("latency", [0, 400])
def test_every_name_typed_at_full_speed_is_checked_in_at_all_events(
    congress: OpenCongress, opened: Opened, latency: int
) -> None:
    site, (id_, main, rapid, _) = congress
    names = SURNAMES[26 : 26 + AT_ONCE] if latency else SURNAMES[:AT_ONCE]
    with flaky_line(urlsplit(site.url).port or 0, latency=latency / 1000, lost=0) as line:
        page: Page = opened()
        page.goto(f"http://127.0.0.1:{line.port}/t/{id_}/check-in")
        type_names(page, names)
        expect(page.locator("#lines li.saved")).to_have_count(len(names), timeout=60_000)
        # The last one stands first, with the events and what is to pay.
        first = page.locator(".arrivals > li").first
        expect(first).to_contain_text(names[-1], timeout=30_000)
        expect(first).to_contain_text("To pay")
        expect(page.locator("#q")).to_have_value("")
        page.close()
    for name in names:
        assert person(site.desk, id_, name).registration is Registration.FINAL
        for event in (main, rapid):
            there = [each for each in site.desk.state(event).tournament.players if each.surname == name]
            assert all(each.registration is Registration.FINAL for each in there)


def test_two_desks_a_payment_and_an_entry_in_a_second_event(congress: OpenCongress, opened: Opened) -> None:
    site, (id_, main, rapid, _) = congress
    one: Page = opened()
    two: Page = opened(width=768)
    for page in (one, two):
        page.goto(f"{site.url}/t/{id_}/check-in")
    mine, theirs = SURNAMES[20], SURNAMES[21]
    type_names(one, (mine,))
    type_names(two, (theirs,))
    # Each desk sees whom the other one checked in, and a payment.
    for page in (one, two):
        for name in (mine, theirs):
            expect(page.locator(".arrivals > li", has_text=name)).to_be_visible()
    row = one.locator(".arrivals > li", has_text=mine)
    row.get_by_label(re.compile("has paid")).click()
    expect(row).to_contain_text("paid")
    expect(two.locator(".arrivals > li", has_text=mine)).not_to_contain_text("To pay")
    assert person(site.desk, id_, mine).paid == cents(60)
    # An entry in a second event is a tick on the person's page, and costs its fee.
    one.locator(".arrivals > li", has_text=mine).get_by_role("link", name=re.compile(mine)).click()
    one.get_by_label(re.compile("^Rapid")).check()
    one.get_by_role("button", name="Save the entries").click()
    expect(one.locator("#games")).to_contain_text("Rapid")
    expect(one.locator("#fees")).to_contain_text("To pay: 15.00 EUR")
    assert person(site.desk, rapid, mine).registration is Registration.FINAL
    assert person(site.desk, main, mine)


def test_a_clash_is_shown_solved_and_gone_from_the_timetable_and_players_follow_it(
    congress: OpenCongress, opened: Opened
) -> None:
    site, (id_, main, _, _) = congress
    page: Page = opened()
    phone: Page = opened(width=390, height=844)
    phone.goto(f"{site.url}/p/{id_}")
    page.goto(f"{site.url}/t/{id_}/timetable")
    marked = page.locator(".timetable tr", has_text="Rapid").first
    expect(marked).to_contain_text("people clash")
    marked.get_by_role("link", name=re.compile("clash")).click()
    for number in (1, 2):
        page.get_by_role("button", name=f"All absent in Rapid, round {number}").click()
        expect(page.get_by_role("button", name=f"All absent in Rapid, round {number}")).to_have_count(0)
    expect(page.locator("#clashes-head")).to_contain_text("Nobody is needed in two events")
    # Drawn and published while the public page is open: it appears there by itself.
    draw_round(site.desk, main, round=1, by=BY)
    publish_round(site.desk, main, round=1, by=BY)
    expect(phone.get_by_role("link", name="Pairings of round 1")).to_be_visible()
    phone.locator("#find").fill(SURNAMES[0])
    phone.locator("#find").press("Enter")
    phone.get_by_role("link", name=re.compile(SURNAMES[0])).click()
    expect(phone.locator("#my-games")).to_contain_text("Main, round 1")


def test_the_desk_works_without_scripts(congress: OpenCongress, opened: Opened) -> None:
    site, (id_, *_events) = congress
    name = SURNAMES[-1]
    page: Page = opened(width=390, scripts=False)
    page.goto(f"{site.url}/t/{id_}/check-in")
    page.locator("#q").fill(name)
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("button", name=re.compile(f"Check in {name}")).click()
    row = page.locator(".arrivals > li", has_text=name)
    row.get_by_label(re.compile("has paid")).click()
    expect(page.locator(".arrivals > li", has_text=name)).to_contain_text("paid")
    assert person(site.desk, id_, name).paid == cents(60)
