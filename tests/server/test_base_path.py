"""Served below a path of a site, behind a proxy."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from kit.private_links import token_of
from kit.riverside import open_riverside
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.server.addresses import network_addresses
from miai.server.static_files import FOLDER
from miai.serving.create_app import first_address_parts

BASE = "/go"
_ADDRESSES = frozenset(("href", "src", "action", "formaction"))


@pytest.fixture
def below(desk: Desk) -> Site:
    """A site below a path, with the Riverside Open."""
    open_riverside(desk, id="demo")
    return Site(desk, base_path=f"{BASE}/")


class Links(HTMLParser):
    """Reads every address on a page, those for scripts and in what is refreshed by itself included."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.pages: list[str] = []
        self.all: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of an element."""
        for name, value in attrs:
            if name in _ADDRESSES and value is not None:
                self.all.append(value)
                if tag == "a":
                    self.pages.append(value)
            elif name.startswith("data-") and re.match(r"/[a-z]", value or ""):
                self.all.append(value or "")
            elif name == "content" and "url=" in (value or ""):
                self.all.append((value or "").partition("url=")[2])


def crawl(site: Site, start: str, most: int) -> Iterator[tuple[str, Links]]:
    """The pages that can be reached by links, one of each kind."""
    waiting, seen = [start], {start}
    kinds: set[str] = set()
    while waiting and len(kinds) < most:
        path = waiting.pop(0)
        answer = site.get(path)
        while answer.status_code == 303:
            path = answer.headers["location"]
            assert path.startswith(BASE)
            answer = site.get(path)
        assert answer.status_code == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        links = Links(answer.text)
        yield path, links
        for link in links.pages:
            target = urlsplit(urljoin(path, link))
            kind = re.sub(r"\d+", "0", f"{target.path}?{'&'.join(sorted(target.query.split('&')))}")
            # Advice is worked out anew for seconds.
            if (
                not target.netloc
                and "advice" not in target.path
                and target.path not in seen
                and kind not in kinds
            ):
                seen.add(target.path)
                kinds.add(kind)
                waiting.append(urljoin(path, link).partition("#")[0])


def test_no_link_of_the_site_leads_out_of_its_path(below: Site) -> None:
    player = below.desk.state("demo").tournament.players[0].id
    token = token_of(below.desk, "demo", player)
    visited = set()
    for start in (f"{BASE}/", f"{BASE}/p/demo/me/{token}", f"{BASE}/p/demo/wall", f"{BASE}/t/demo/nothing"):
        if start.endswith("nothing"):
            found = [(start, Links(below.get(start).text))]
        else:
            found = list(crawl(below, start, 90))
        for path, links in found:
            visited.add(path)
            outside = [
                each
                for each in links.all
                if each.startswith("/") and not each.startswith((f"{BASE}/", "//")) and each != BASE
            ]
            assert not outside, path
    assert len(visited) > 40


def test_a_form_leads_back_to_its_page_below_the_path(below: Site) -> None:
    page = f"{BASE}/t/demo/results"
    answer = below.post("/t/demo/undo", page=page, at=f"{BASE}/new", entry="1")
    assert answer.headers.get("location", f"{BASE}/").startswith(BASE)
    said = below.post(f"{BASE}/look", page=page, at=f"{BASE}/new", theme="dark", enhanced=True)
    assert said.json()["go"] == page


def test_cookies_are_for_the_path_alone(below: Site) -> None:
    below.client.get(f"{BASE}/new")
    assert {cookie.path for cookie in below.client.cookies.jar} == {BASE}


def test_rows_that_come_by_the_live_stream_have_links_below_the_path(below: Site) -> None:
    rows = below.app.state.app_state.hub._changed_rows(below.desk.state("demo"), 80, "names:4") or [("", "")]
    assert all(f'href="{BASE}/' in row or "href" not in row for _, row in rows)


def test_a_proxy_may_pass_the_path_on_without_the_base(below: Site) -> None:
    assert f'href="{BASE}/' in below.get("/p/demo").text


def test_other_paths_that_begin_alike_are_not_below_it(below: Site) -> None:
    assert below.get("/gone/p/demo").status_code == 404


@pytest.mark.parametrize("path", ["go", "/go?", "/t", "/static/x", "//other", "/a b"])
def test_a_base_path_that_cannot_be_is_refused(desk: Desk, path: str) -> None:
    with pytest.raises(InputError, match="base path"):
        Site(desk, base_path=path)


def test_scripts_know_no_address_from_the_root() -> None:
    parts = "|".join(first_address_parts())
    literal = re.compile(rf"""(?<!\}})["'`]/(?:{parts})[/?"'`$]""")
    found = {path.name for path in FOLDER.rglob("*.js") if literal.search(path.read_text())}
    assert not found


# Proxies ------------------------------------------------------------------------------


def test_only_trusted_proxies_say_who_asks(desk: Desk) -> None:
    open_riverside(desk, id="demo")
    site = Site(desk, trusted_proxies=("10.0.0.0/24",))
    said = {"X-Forwarded-For": "192.0.2.9, 10.0.0.3", "X-Forwarded-Proto": "https"}
    seen: list[tuple[str, str, str]] = []

    async def note(scope: dict[str, object], receive: object, send: object) -> None:
        del receive, send
        headers = dict(scope["headers"])  # type: ignore[call-overload]
        seen.append((scope["client"][0], scope["scheme"], headers[b"host"].decode()))  # type: ignore[index, arg-type]
        raise LookupError

    outermost = site.app.build_middleware_stack()
    while type(outermost).__name__ != "Forwarded":
        outermost = outermost.app  # type: ignore[attr-defined]
    outermost._app = note  # type: ignore[attr-defined]
    site.app.middleware_stack = outermost
    for address in ("10.0.0.2", "192.0.2.1"):
        browser = site.browser(address=address, base_url="http://inside")
        with pytest.raises(LookupError):
            browser.get("/", headers={**said, "X-Forwarded-Host": "club.example"})
    assert seen == [("192.0.2.9", "https", "club.example"), ("192.0.2.1", "http", "inside")]


def test_who_comes_through_a_trusted_proxy_is_not_the_director(desk: Desk) -> None:
    open_riverside(desk, id="demo")
    site = Site(desk)
    assert site.get("/t/demo/settings").status_code == 200
    through = site.get(
        "/t/demo/settings", **{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost"}
    )
    assert through.status_code == 403


def test_cookies_are_secure_where_the_proxy_speaks_https(site: Site) -> None:
    answers = [
        site.browser().get("/sign-in", headers={"X-Forwarded-Proto": each}) for each in ("https", "http")
    ]
    assert ["Secure" in answer.headers["set-cookie"] for answer in answers] == [True, False]


def test_a_trusted_proxy_is_an_address_or_a_network(desk: Desk) -> None:
    with pytest.raises(InputError, match="not the address of a proxy"):
        Site(desk, trusted_proxies=("everybody",))


def test_other_machines_are_told_the_base_path() -> None:
    told = network_addresses("http://127.0.0.1:8000/go/", "")
    assert {(urlsplit(each).port, urlsplit(each).path) for each in told} == {(8000, "/go/")}
    assert network_addresses("http://127.0.0.1:8000/go/", "127.0.0.1") == ()
