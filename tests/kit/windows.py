"""The windows that pages must fit: every width, light and dark."""

from collections.abc import Iterator

from playwright.sync_api import Page

from conftest import SOAK

_WIDTHS = {"wide": 1440, "laptop": 1024, "smallest": 320, "narrow": 390}
# Each width once, and both looks; a soak tries all.
_ALWAYS = {("wide", False), ("laptop", True), ("narrow", False), ("smallest", True)}


def every_window(page: Page) -> Iterator[str]:
    """Change the window of a page that is loaded to one after the other, the phone's last."""
    height = (page.viewport_size or {"height": 900})["height"]
    for name, width in _WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"innerWidth === {width}")
        for dark in (False, True):
            if SOAK or (name, dark) in _ALWAYS:
                page.emulate_media(color_scheme="dark" if dark else "light")
                yield f"{name}, {'dark' if dark else 'light'}"


def beyond(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found
