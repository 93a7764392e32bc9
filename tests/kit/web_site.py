"""A browser for tests at the real application."""

import re
import warnings
from html.parser import HTMLParser
from typing import Any

import httpx

from kit.one_append import one_request
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.server.app_state import Serving
from miai.server.seen.marks import mark_for
from miai.serving.create_app import create_app

with warnings.catch_warnings():
    # The client that Starlette would rather have is not on every machine.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient as TestClient  # noqa: PLC0414 - other tests import it from here

HOME = "http://127.0.0.1:8000"
_MARK = re.compile(r'name="confirm" value="([0-9a-f]{16})"')
_TOKEN = re.compile(r'name="csrf" value="([^"]+)"')


class Browser(TestClient):
    """A browser whose requests each write once to a log."""

    def request(self, *about: Any, **sent: Any) -> httpx.Response:
        """Send a request."""
        with one_request():
            answer: httpx.Response = super().request(*about, **sent)
            return answer


class Site:
    """A browser at the application; forms carry the token of the page they are on."""

    # Whether all forms confirm what they move.
    confirms = False

    def __init__(self, desk: Desk, **serving: Any) -> None:
        self.desk = desk
        self.app = create_app(desk, serving=Serving(**serving))
        self.client = self.browser()

    def browser(
        self,
        *,
        base_url: str = "http://127.0.0.1:8000",
        address: str = "127.0.0.1",
        raise_faults: bool = True,
    ) -> TestClient:
        """Another browser, which knows nothing of the first."""
        return Browser(
            self.app,
            base_url=base_url,
            client=(address, 50_000),
            follow_redirects=False,
            raise_server_exceptions=raise_faults,
        )

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Open a page."""
        answer: httpx.Response = self.client.get(path, headers=headers)
        return answer

    def post(
        self,
        path: str,
        *,
        page: str = "/new",
        at: str = "/new",
        enhanced: bool = False,
        confirms: bool = False,
        **fields: Any,
    ) -> httpx.Response:
        """Send a form from a page, its token found `at` another; `enhanced` sends it as our script does.

        It carries the mark of what is there now, as if the page had just been loaded. Somebody who `confirms`
        it has seen what it moves, and wants it as entered.
        """
        headers = {"Referer": f"{HOME}{page}"}
        if enhanced:
            headers |= {"X-Requested-With": "miai", "X-Miai-Page": page}
        sent = {"csrf": self.token(at), "mark": self.mark(path, fields), **fields}
        answer: httpx.Response = self.client.post(path, data=sent, headers=headers)
        if (confirms or self.confirms) and (marks := marks_in(answer)):
            return self.post(path, page=page, at=at, enhanced=enhanced, **{**fields, "confirm": marks[-1]})
        return answer

    def token(self, at: str = "/new") -> str:
        """A token for a form of this browser; a page without forms has none."""
        found = _TOKEN.search(self.client.get(at).text)
        return found[1] if found else ""

    def mark(self, path: str, fields: dict[str, Any]) -> str:
        """The mark that a form at an address carries now; empty if it needs none."""
        try:
            return mark_for(self.desk, path, fields)
        except InputError:
            return ""

    def form(self, page: str, action: str) -> dict[str, Any]:
        """What a browser would send with the form of a page as it is."""
        reader = Forms(action)
        reader.feed(self.client.get(page).text)
        return reader.fields


def marks_in(answer: httpx.Response) -> list[str]:
    """The marks of the ways to write a change that moves the past, as its page or dialog offers them."""
    return _MARK.findall(answer.text)


class Forms(HTMLParser):
    """Reads the fields of the one form that goes to an address."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.fields: dict[str, Any] = {}
        self._action, self._inside, self._select, self._area = action, False, "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a field."""
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "form":
            self._inside = found.get("action") == self._action
        elif self._inside and tag == "select":
            self._select = name
        elif self._inside and tag == "textarea":
            self._area = name
            self.fields[name] = [""]
        elif self._inside and tag == "option" and "selected" in found:
            self._add(self._select, value)
        elif self._inside and tag == "input" and name and _is_sent(found):
            self._add(name, value)

    def handle_data(self, data: str) -> None:
        """Take note of what stands in a text area."""
        if self._area:
            self.fields[self._area] = [data]

    def handle_endtag(self, tag: str) -> None:
        """Leave the form or the text area."""
        self._area = ""
        self._inside = self._inside and tag != "form"

    def _add(self, name: str, value: str) -> None:
        self.fields[name] = [*self.fields[name], value] if name in self.fields else [value]


def _is_sent(found: dict[str, str | None]) -> bool:
    return found.get("type") not in ("checkbox", "radio") or "checked" in found
