"""Requests with odd values to every route of the application; fields are those of the routes and pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
from fastapi.routing import APIRoute

from kit.memory_store import MemoryStore
from kit.riverside import open_riverside
from kit.web_site import HOME, Site
from miai.desk.live_state import Desk
from miai.mounts.pages import all_pages
from miai.store.tournament_id import TournamentId

DEMO = "demo"
# A stream never ends, so a client that waits for the whole answer cannot ask for it.
_ENDLESS = ("/t/{id}/live",)
# These simulate whole tournaments.
_SLOW = ("/t/{id}/players/advice", "/t/{id}/forecast")
_PLACE = re.compile(r"{(\w+)}")
ODD_NUMBERS = (
    "²", "٣", "１２", "1_000", "0", "-1", "+5", "--5", "-0", "007", "1.5", "1,5", "½", "1/3", "1/0", "1e400",
    "1e3", "nan", "inf", "-inf", "0x10", "9" * 10, "9" * 19, "9" * 310, "9" * 4301, "1" + "0" * 18,
    "-1" + "0" * 25, "999", "1000", "99999", "2147483648",
)  # fmt: skip
ODD_TEXTS = (
    "", " ", "\t", "\n", "\x00", "\x1b[2J", "💥", "<script>alert(1)</script>", "'; DROP TABLE", "../../etc",
    "%00", "%s%d", "{}", "[]", "[[", "[" * 5000, '{"a": 1}', "null", "true", "none", "yes", "white", "p1",
    "p1|p2", "a" * 5000, "a,b;c:d", ":", ";", ",", "now:²", "pause:1", "1d", "40k", "9p", "1-", "5-3",
    "0001-01-01", "0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30", "2026-13-01T99:99",
    "1900-01-01T00:00+23:59", "12 w", "² w", "é", "\u202e", "\ufffe", "c²", "mms", "mcmahon", "knockout",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request: what is needed to send it again."""

    method: str
    path: str
    fields: dict[str, list[str]]

    def __str__(self) -> str:
        shown = {name: [value[:60] for value in values] for name, values in self.fields.items()}
        return f"{self.method} {self.path[:300]!r} {shown}"


@dataclass
class FuzzedSite:
    """The application with the Riverside Open, which is put back when requests have changed it too much."""

    random: Random
    site: Site = field(init=False)
    forms: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    _known_token: str = ""

    def __post_init__(self) -> None:
        self.store = MemoryStore()
        # Whatever password a request sets, and whether one signs out: the browser stays the director's.
        self.site = Site(Desk(self.store), trust_this_machine=True)
        open_riverside(self.site.desk, id=DEMO)
        self.client = self.site.browser(raise_faults=False)
        self.original = self.store.histories[TournamentId(DEMO)]
        self.players = [player.id for player in self.site.desk.state(DEMO).tournament.players]
        self.routes = [
            route
            for page in all_pages()
            for route in page.router.routes
            if isinstance(route, APIRoute) and route.path not in (*_ENDLESS, *_SLOW)
        ]
        self._read_forms()

    def restore(self) -> None:
        """Put the tournament back as it was, and delete all others."""
        for known in tuple(self.store.histories):
            self.site.desk.forget(known)
        self.store.histories.clear()
        self.store.put_away.clear()
        self.store.histories[TournamentId(DEMO)] = self.original

    def requests(self, number: int) -> Iterator[Request]:
        """So many requests, spread over all routes."""
        for at in range(number):
            yield self._request(self.routes[at % len(self.routes)])

    def send(self, request: Request) -> httpx.Response:
        """Send a request; a form carries the token of this browser."""
        if request.method == "GET":
            answer: httpx.Response = self.client.get(request.path)
            return answer
        for _ in range(2):
            sent = {**request.fields, "csrf": [self._token()]}
            answer = self.client.post(request.path, data=sent, headers={"Referer": f"{HOME}/"})
            if answer.status_code != httpx.codes.FORBIDDEN:
                break
            # Somebody signed out: the token is that of the session before.
            self._known_token = ""
        return answer

    def public_pages(self) -> list[str]:
        """The pages that phones, the projector and the director look at all the time."""
        return [
            f"/p/{DEMO}", f"/p/{DEMO}/standings", f"/p/{DEMO}/schedule", f"/p/{DEMO}/wall", f"/t/{DEMO}",
            f"/t/{DEMO}/players", f"/t/{DEMO}/draw", f"/t/{DEMO}/results", f"/t/{DEMO}/schedule",
            f"/t/{DEMO}/history", f"/t/{DEMO}/settings", f"/t/{DEMO}/standings",
        ]  # fmt: skip

    def _token(self) -> str:
        if not self._known_token:
            found = re.search(r'name="csrf" value="([^"]+)"', self.client.get("/new").text)
            self._known_token = found[1] if found else ""
        return self._known_token

    def _read_forms(self) -> None:
        """Remember what the forms of the pages would send as they are."""
        for route in self.routes:
            if "GET" not in (route.methods or ()):
                continue
            path = route.path.replace("{id}", DEMO).replace("{player}", self.players[0])
            answer = self.client.get(path)
            if answer.headers.get("content-type", "").startswith("text/html"):
                reader = _Forms()
                reader.feed(answer.text)
                for action, fields in reader.forms.items():
                    self.forms.setdefault(urlsplit(action).path, {}).update(fields)

    def _request(self, route: APIRoute) -> Request:
        path = _PLACE.sub(lambda found: quote(self._part(found[1]), safe=""), route.path)
        names = ("round", *(each.alias for each in route.dependant.query_params))
        asked = [name for name in names if self.random.random() < (0.1 if name == "round" else 0.4)]
        query = "&".join(f"{name}={quote(self._odd())}" for name in asked)
        address = f"{path}?{query}" if query else path
        if "GET" in (route.methods or ()):
            return Request(method="GET", path=address, fields={})
        return Request(method="POST", path=address, fields=self._fields(route, path))

    def _fields(self, route: APIRoute, path: str) -> dict[str, list[str]]:
        """The fields of a form as it stands on its page, some with odd values and some left out."""
        fields = {name: ["1"] for each in route.dependant.body_params for name in _names(each)}
        fields |= self.forms.get(path, {})
        for name in tuple(fields):
            choice = self.random.random()
            if choice < 0.35:
                fields[name] = [self._odd() for _ in range(self.random.choice((1, 1, 1, 2)))]
            elif choice < 0.4:
                del fields[name]
            elif name in ("player", "a", "b", "white"):
                fields[name] = [self.random.choice(self.players)]
        return fields

    def _part(self, name: str) -> str:
        if name == "id":
            return DEMO if self.random.random() < 0.97 else self._odd()
        if name == "player":
            return self.random.choice(self.players) if self.random.random() < 0.9 else self._odd()
        return self._odd() or "x"

    def _odd(self) -> str:
        return self.random.choice(self.random.choice((ODD_NUMBERS, ODD_TEXTS, ("1", "2", "5", "p1"))))


class _Forms(HTMLParser):
    """Every form of a page: its address, and its fields with what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, list[str]]] = {}
        self._fields: dict[str, list[str]] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember a form or a field."""
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "form":
            self._fields = self.forms.setdefault(found.get("action") or "", {})
        elif self._fields is None:
            return
        elif tag in ("input", "textarea", "button") and name and name != "csrf":
            self._fields[name] = [value]
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in found or self._select not in self._fields):
            self._fields[self._select] = [value]

    def handle_endtag(self, tag: str) -> None:
        """Leave a form."""
        if tag == "form":
            self._fields = None
        elif tag == "select":
            self._select = ""


def _names(param: Any) -> list[str]:
    """The names of the fields that a parameter of a route reads."""
    model: Any = param.field_info.annotation
    return list(model.model_fields) if hasattr(model, "model_fields") else [param.alias]
