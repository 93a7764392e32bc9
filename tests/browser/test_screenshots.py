"""Every page as people see it, wide and narrow, light and dark: it fits, and names what is on it.

With MIAI_SCREENSHOTS=1 pictures are taken and kept in docs/screenshots.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from kit.lively_event import lively_event, small_cup
from kit.places import DOCS
from kit.running_site import Running, running
from kit.windows import beyond
from miai.server.passwords import set_password
from miai.server.roles import Role

Opened = Callable[..., Page]
KEPT = DOCS / "screenshots"
EVENT, CUP = "riverside-open", "river-cup"
PAGES = {
    "tournaments": "/",
    "new": "/new",
    "overview": f"/t/{EVENT}",
    "players": f"/t/{EVENT}/players",
    "draw": f"/t/{EVENT}/draw?round=3&board=3",
    "results": f"/t/{EVENT}/results",
    "standings": f"/t/{EVENT}/standings?round=2",
    "prizes": f"/t/{EVENT}/prizes",
    "print": f"/t/{EVENT}/print",
    "publish": f"/t/{EVENT}/publish",
    "history": f"/t/{EVENT}/history",
    "settings": f"/t/{EVENT}/settings",
    "bracket": f"/t/{CUP}/standings?view=bracket",
    "projector": f"/p/{EVENT}/wall",
    "phone-pairings": f"/p/{EVENT}",
    "phone-standings": f"/p/{EVENT}/standings",
    "phone-player": f"/p/{EVENT}/player/p4",
    "sign-in": "/sign-in",
    "access": "/access",
}
# A picture's width and height; then the smallest phone, tablets, and a laptop with everything twice as large.
PICTURES = {"wide": (1440, 900), "narrow": (390, 844)}
SIZES = {
    **PICTURES,
    "smallest": (320, 700),
    "tablet": (768, 1024),
    "small tablet": (642, 900),
    "twice as large": (720, 450),
}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTROLS = "button checkbox combobox link listbox radio searchbox slider spinbutton switch textbox".split()
# A link may fill the cell it is in.
_SMALL = """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')]
    .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .filter(each => !each.closest('.sr, .skip'))
    .filter(each => getComputedStyle(each).display !== 'inline'
        || each.parentElement.innerText.length === each.innerText.length)
    .filter(each => {
        const fills = getComputedStyle(each, '::after').position === 'absolute';
        const target = each.closest('label') ?? (fills ? each.offsetParent : each);
        const {width, height} = target.getBoundingClientRect();
        return width && (width < 24 || height < 24);
    })
    .map(each => each.outerHTML)"""
# Enough for flat colours and smooth letters, at a third of the size.
COLOURS = 128


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all pictures, which change nothing."""
    with running(tmp_path_factory.mktemp("data"), trust_this_machine=True) as empty:
        assert (lively_event(empty.desk), small_cup(empty.desk)) == (EVENT, CUP)
        set_password(empty.desk.store, Role.DIRECTOR, "nobody will sign in")
        yield replace(empty, demo=EVENT)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_window_and_names_what_is_on_it(
    opened: Opened, server: Running, tmp_path: Path, name: str
) -> None:
    page = opened(reduced_motion="reduce")
    page.goto(f"{server.url}{PAGES[name]}")
    expect(page.locator("h1")).to_have_count(1)
    # What takes a moment comes after the page.
    expect(page.locator(".wait, [data-src]")).to_have_count(0)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        # Colours change no width: both looks are tried where pictures are taken.
        for look in LOOKS if size in PICTURES else LOOKS[:1]:
            page.emulate_media(color_scheme=look)
            expect(page.locator("h1")).to_be_visible()
            assert beyond(page) <= 0, f"{name}, {size}, {look}: {_widest(page)} reach beyond the window"
            if size in PICTURES:
                assert _nameless(page) == [], (size, look)
                assert size == "wide" or _too_small(page) == [], look
                if os.environ.get("MIAI_SCREENSHOTS") == "1":
                    _keep_picture(page, tmp_path / "picture.png", f"{name}-{size}-{look}.png")


def _widest(page: Page) -> list[str]:
    """What reaches beyond the window, to be found quickly."""
    found: list[str] = page.evaluate(
        "() => [...document.body.querySelectorAll('*')]"
        ".filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth)"
        ".slice(0, 5).map(each => `${each.tagName}.${each.className}`)"
    )
    return found


def _too_small(page: Page) -> list[str]:
    """What a finger hardly hits: less than 24 pixels high or wide, and not a link within a sentence."""
    found: list[str] = page.evaluate(_SMALL)
    return found


def _nameless(page: Page) -> list[str]:
    """The roles of controls that those who hear the page know no name of."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        node["role"]["value"]
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"].lower() in CONTROLS
        and not node.get("name", {}).get("value", "").strip()
    ]


def _keep_picture(page: Page, path: Path, name: str) -> None:
    """Take a picture and keep it with as few colours as do."""
    page.screenshot(path=path, animations="disabled", caret="hide")
    KEPT.mkdir(exist_ok=True)
    with Image.open(path) as taken:
        fewer = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    fewer.save(KEPT / name, optimize=True)
