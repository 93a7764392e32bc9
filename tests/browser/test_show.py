"""The director switches phones on, and a phone follows at the second listener, in a real browser."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.phones_on import HALL, in_a_hall
from kit.running_site import Running
from kit.windows import beyond

Opened = Callable[..., Page]


@pytest.fixture(autouse=True)
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_hall(monkeypatch)


def test_a_phone_follows_while_the_switch_is_on(opened: Opened, server: Running, browser: Browser) -> None:
    console = opened()
    console.goto(server.at("show"))
    switch = console.get_by_role("switch", name="Let phones in this hall follow")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    address = console.locator("#phones .address").inner_text()
    assert urlsplit(f"http://{address}").hostname == HALL.address

    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as pocket:
        phone = pocket.new_page()
        phone.goto(f"http://{address}")
        expect(phone.locator("h1")).to_be_visible()
        assert beyond(phone) <= 0
        # It follows: the console counts it.
        console.reload()
        expect(console.locator("#phones")).to_contain_text("1 screen")
        phone.get_by_role("link", name="Standings").first.click()
        expect(phone.locator("h1")).to_contain_text("Standings")

        # What does not exist there has no way to the console.
        phone.goto(f"http://{urlsplit(f'http://{address}').netloc}/t/{server.demo}")
        expect(phone.locator("h1")).to_have_text("Not found")
        assert phone.locator("a:not([href^='#'])").count() == 0
        phone.goto(f"http://{address}")

        console.get_by_role("switch", name="Let phones in this hall follow").click()
        expect(console.get_by_role("switch", name="Let phones in this hall follow")).to_have_attribute(
            "aria-checked", "false"
        )
        expect(phone.locator("#lost")).to_be_visible()


def test_the_switch_works_without_scripts_and_fits_a_phone(opened: Opened, server: Running) -> None:
    page = opened(width=390, scripts=False)
    page.goto(server.at("show"))
    page.get_by_role("switch", name="Let phones in this hall follow").click()
    expect(page.get_by_role("img", name="QR code of the page for players")).to_be_visible()
    assert beyond(page) <= 0
