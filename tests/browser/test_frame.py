"""The frame around every page, as a browser shows it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running
from kit.windows import beyond, every_window

Opened = Callable[..., Page]


def test_the_pages_fit_their_window(opened: Opened, server: Running) -> None:
    page = opened(width=390)
    for address in (f"{server.url}/", f"{server.url}/new", server.at(), server.at("settings")):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        for window in every_window(page):
            assert beyond(page) <= 0, (address, window)


def test_text_twice_as_large_needs_no_sideways_scrolling(opened: Opened, server: Running) -> None:
    page = opened(width=640, height=450, device_scale_factor=2)
    page.goto(server.at())
    assert beyond(page) <= 0


def test_dark_follows_the_system_until_the_reader_chooses(opened: Opened, server: Running) -> None:
    page = opened(dark=True)
    page.goto(server.at("settings"))
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 24, 26)")
    you = page.get_by_role("region", name="You")
    you.get_by_label("Light or dark").select_option("light")
    you.get_by_role("button", name="Save").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(250, 248, 244)")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_small_screen_every_page_is_in_the_bottom_bar(
    opened: Opened,
    server: Running,
    scripts: bool,  # noqa: FBT001
) -> None:
    page = opened(width=320, height=700, scripts=scripts)
    page.goto(server.at("standings"))
    bar = page.locator(".rail .tabs")
    box = bar.bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 320)
    assert box["y"] + box["height"] == pytest.approx(700, abs=1)
    assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    expect(bar.get_by_role("link", name="Results")).to_be_visible()
    expect(bar.get_by_role("link", name="History")).to_be_hidden()
    bar.get_by_text("More", exact=True).click()
    for name in ("Schedule", "Prizes", "Show", "Settings", "Forecast", "Projector"):
        expect(bar.get_by_role("link", name=name)).to_be_in_viewport()
    bar.get_by_role("link", name="History").click()
    expect(page).to_have_url(server.at("history"))


def test_the_side_bar_has_seven_entries_and_more_has_the_rest(page: Page, server: Running) -> None:
    page.goto(server.at("standings"))
    bar = page.locator("#rail-nav")
    more = bar.locator("details.more")
    expect(bar.get_by_role("link", name="History")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("m")
    for name in (
        "Stages",
        "Schedule",
        "Sign-up",
        "Settings",
        "Prizes",
        "Files",
        "Rating changes",
        "Forecast",
    ):
        expect(more.get_by_role("link", name=name)).to_be_in_viewport()
    icons = bar.locator("a .icon use, summary .icon use").evaluate_all(
        "all => all.filter(each => !each.closest('.only-s')).map(each => each.getAttribute('href'))"
    )
    assert len(icons) == len(set(icons))
    page.keyboard.press("Escape")
    expect(more.get_by_role("link", name="Stages")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page).to_have_url(server.at("history"))
    expect(more).to_have_attribute("data-current", "")
    page.goto(server.at("publish/files"))
    more.locator("summary").click()
    expect(more.get_by_role("link", name="Files")).to_have_attribute("aria-current", "page")
    expect(bar.locator('[aria-current="page"]')).to_have_count(1)


def test_the_keyboard_leads_through_the_pages(page: Page, server: Running) -> None:
    page.goto(server.at())
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page).to_have_url(server.at("standings"))
    page.wait_for_load_state()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_letters_do_nothing_once_they_are_turned_off_or_typed(page: Page, server: Running) -> None:
    page.goto(server.at("settings"))
    page.get_by_label("Short name").press_sequentially("gp")
    expect(page).to_have_url(server.at("settings"))
    page.get_by_label("Single-letter shortcuts").select_option("off")
    page.get_by_role("region", name="You").get_by_role("button", name="Save").click()
    expect(page.locator("body")).to_have_attribute("data-keys", "off")
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page).to_have_url(server.at("settings"))


def test_forced_colours_keep_rounds_and_stones_apart(opened: Opened, server: Running) -> None:
    page = opened(forced_colors="active")
    page.goto(server.at())
    black = page.locator(".hall .b span").first
    white = page.locator(".hall .w span").first
    colour = "element => getComputedStyle(element).backgroundColor"
    assert black.evaluate(colour) != white.evaluate(colour)


def test_no_animation_where_motion_is_unwelcome(opened: Opened, server: Running) -> None:
    page = opened(reduced_motion="reduce")
    page.goto(server.at())
    moving = page.evaluate("document.getAnimations().filter(each => each.playState === 'running').length")
    assert moving == 0


def test_every_page_names_its_landmarks_and_has_one_title(page: Page, server: Running) -> None:
    for address in (f"{server.url}/", f"{server.url}/new", server.at(), server.at("settings")):
        page.goto(address)
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.locator("h1")).to_have_count(1)
        expect(page).to_have_title(re.compile("Miai$"))
        unnamed = page.locator("button:visible, a:visible, input:visible, select:visible").evaluate_all(
            "all => all.filter(e => !(e.innerText || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML)"
        )
        assert unnamed == []


@pytest.mark.parametrize("width", [1366, 390])
def test_a_director_chooses_the_language_inside_an_event(opened: Opened, server: Running, width: int) -> None:
    """In the rail; on a phone in the menu at the bottom."""
    page = opened(width=width)
    page.goto(server.at("standings"))
    if width == 390:
        page.locator("details.more > summary").click()
    page.locator('select[name="language"]:visible').select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Classement")
    assert page.url == server.at("standings")


def test_a_visitor_chooses_the_language_on_any_page(opened: Opened, server: Running) -> None:
    page = opened()
    page.goto(f"{server.url}/")
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tournois")
