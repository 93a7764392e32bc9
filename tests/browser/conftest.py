"""A real browser at a real server; a fault on the console, or a request that leaves the machine, fails."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from kit.debian import needs
from kit.riverside import open_riverside
from kit.running_site import Running, running


class SharedBrowser:
    """One browser for the tests of all files; while it is open, nothing else may run an event loop here."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._launched: Browser | None = None

    def get(self) -> Browser:
        """The browser, launched where it is not open."""
        if self._launched is None:
            # The same browser without windows, tabs and menus needs less than half of the processor time.
            executable = needs("chromium-headless-shell", "chromium")
            # On a busy machine a page takes its time; a fault is a fault after half a minute too.
            expect.set_options(timeout=30_000)
            playwright = self._open.enter_context(sync_playwright())
            self._launched = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
            self._open.callback(self._launched.close)
        return self._launched

    def close(self) -> None:
        """Close it and the program that drives it."""
        self._launched = None
        self._open.close()


_SHARED = SharedBrowser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that is none of a browser, and at the end."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _SHARED.close()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A browser; what a test opens in it, it closes."""
    return _SHARED.get()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server on a free port, with the Riverside Open in a folder of its own."""
    with running(tmp_path) as empty:
        yield replace(empty, demo=open_riverside(empty.desk))


@pytest.fixture
def expected_faults() -> list[str]:
    """Words of console messages that a test means to provoke, such as "422"."""
    return []


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Running, expected_faults: list[str]) -> Iterator[Opened]:
    """Opens watched pages: opened(width=390, dark=True, scripts=False)."""
    del server  # pages are closed before it stops
    faults: list[str] = []
    contexts = []

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(message.text)

    def requested(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            faults.append(f"a request left the machine: {request.url}")

    def open_page(
        *, width: int = 1440, height: int = 900, dark: bool = False, scripts: bool = True, **more: Any
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(40_000)
        page.on("console", console)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", requested)
        return page

    yield open_page
    for context in contexts:
        context.close()
    unexpected = [fault for fault in faults if not any(words in fault for words in expected_faults)]
    assert not unexpected, unexpected


@pytest.fixture
def page(opened: Opened) -> Page:
    """A wide, light page with scripts."""
    return opened()
