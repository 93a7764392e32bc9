"""The page Show: the switch for phones, and the addresses on other pages and on paper."""

from pathlib import Path
from typing import Any

import pytest

from kit.congress_hall import congress
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.show.page import network_name
from miai.server.app_state import AppState
from miai.server.phone_listener import listener as phone_listener
from miai.server.phone_listener.listener import Phones, UnusableError
from miai.server.phone_listener.networks import Kind, Network
from miai.serving.demo import open_demo

HALL = Network(address="192.168.43.17", kind=Kind.WI_FI, name="Hall")
CABLE = Network(address="10.0.0.9", kind=Kind.CABLE)
LOCAL = ("127.0.0.1", "localhost", "0.0.0.0")  # noqa: S104 - what papers must not say


class Line:
    """Sockets that only note what they are told; some ports are those of other programs."""

    scheme = "http"

    def __init__(self) -> None:
        self.at: tuple[str, int] | None = None
        self.taken: set[int] = set()

    def fingerprint(self) -> str:
        return ""

    def open(self, address: str, port: int) -> None:
        if port in self.taken:
            raise UnusableError(address, port, "in use")
        self.at = (address, port)

    def close(self) -> None:
        self.at = None


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    found = [HALL, CABLE]
    monkeypatch.setattr(phone_listener, "networks", lambda: tuple(found))
    monkeypatch.setattr(phone_listener, "_NETWORKS_LAST", 0.0)
    return found


@pytest.fixture
def line(site: Site, networks: list[Network]) -> Line:
    del networks
    made = Line()
    state_of(site).phone_listener.attach(made)
    open_demo(site.desk, id="demo")
    return made


def state_of(site: Site) -> AppState:
    found: AppState = site.app.state.app_state
    return found


def switch(site: Site, act: str, **fields: Any) -> str:
    answer = site.post(f"/t/demo/show/phones/{act}", at="/t/demo/show", **fields)
    assert answer.status_code == 303, answer.text
    return site.get("/t/demo/show").text


def test_one_click_lets_phones_follow_and_shows_address_code_and_poster(site: Site, line: Line) -> None:
    off = site.get("/t/demo/show").text
    assert 'aria-checked="false"' in off
    assert "QR code of the page for players" not in off
    on = switch(site, "on")
    assert line.at == ("", 8080)
    assert 'aria-checked="true"' in on
    assert "192.168.43.17:8080<wbr>/p/demo" in on
    assert "Wi-Fi Hall, 192.168.43.17" in on
    assert "QR code of the page for players" in on
    assert 'aria-checked="false"' in switch(site, "off")
    assert line.at is None


@pytest.mark.parametrize(
    "page",
    ["/t/demo/show", "/t/demo/publish", "/t/demo/print/poster", "/t/demo/print/slips", "/t/demo/print/names",
     "/t/demo/links", "/t/demo/sign-up", "/p/demo/wall"],
)  # fmt: skip
def test_no_page_and_no_paper_names_an_address_of_this_machine_alone(
    site: Site, line: Line, page: str
) -> None:
    off = site.get(page)
    assert off.status_code == 200
    assert not any(f"//{each}" in off.text or f">{each}" in off.text for each in LOCAL)
    switch(site, "on")
    on = site.get(page).text
    assert not any(f"//{each}" in on or f">{each}" in on for each in LOCAL)


def test_the_poster_says_how_to_switch_on_until_phones_reach_something(site: Site, line: Line) -> None:
    off = site.get("/t/demo/print/poster").text
    assert "there is no address to print" in off
    assert 'href="/t/demo/show"' in off
    switch(site, "on")
    assert "192.168.43.17:8080" in site.get("/t/demo/print/poster").text


def test_private_links_are_neither_printed_nor_saved_while_no_phone_can_open_them(
    site: Site, line: Line
) -> None:
    issued = site.post("/t/demo/links/issue", at="/t/demo/links").text
    tokens = issued.partition('name="tokens" value="')[2].partition('"')[0]
    for act in ("cards", "file"):
        refused = site.post(f"/t/demo/links/{act}", at="/t/demo/show", tokens=tokens)
        assert refused.status_code == 422
        assert "let phones in this hall follow" in refused.text
    switch(site, "on")
    assert (
        "http://192.168.43.17:8080/m/"
        in site.post("/t/demo/links/file", at="/t/demo/show", tokens=tokens).text
    )


def test_another_network_can_be_chosen_and_be_the_only_one(site: Site, line: Line) -> None:
    switch(site, "on")
    page = switch(site, "on", network=CABLE.address, only_there="on")
    assert line.at == ("10.0.0.9", 8080)
    assert "10.0.0.9:8080<wbr>/p/demo" in page


def test_the_next_free_port_is_taken_and_kept(site: Site, line: Line) -> None:
    line.taken = {8080, 8081}
    assert "192.168.43.17:8082<wbr>" in switch(site, "on")
    line.taken = set()
    switch(site, "off")
    # Posters name it.
    assert "192.168.43.17:8082<wbr>" in switch(site, "on")


def test_a_changed_network_is_said_on_show_and_overview_with_a_button(
    site: Site, line: Line, networks: list[Network]
) -> None:
    switch(site, "on")
    networks[:] = [Network(address="192.168.44.2")]
    for page in ("/t/demo/show", "/t/demo"):
        html = site.get(page).text
        assert "The network has changed" in html
        assert "Use 192.168.44.2" in html
    assert "192.168.44.2:8080<wbr>/p/demo" in switch(site, "on", network="192.168.44.2")
    assert "The network has changed" not in site.get("/t/demo").text


def test_a_computer_without_a_network_says_what_to_do(
    site: Site, line: Line, networks: list[Network]
) -> None:
    networks.clear()
    html = site.get("/t/demo/show").text
    assert "This computer is in no network" in html
    assert "disabled" in html.partition('role="switch"')[2].partition(">")[0]


def test_a_server_in_the_network_says_that_phones_can_follow(desk: Desk) -> None:
    open_demo(desk, id="demo")
    html = Site(desk, host="192.168.1.5", port=8000, trust_this_machine=True).get("/t/demo/show").text
    assert "there is nothing to switch on" in html
    assert "Let phones in this hall follow" not in html
    assert "192.168.1.5:8000<wbr>/p/demo" in html


def test_after_a_restart_the_director_is_asked_on_show_and_overview(
    desk: Desk, tmp_path: Path, networks: list[Network]
) -> None:
    open_demo(desk, id="demo")
    first = Site(desk, data=tmp_path)
    state_of(first).phone_listener.attach(Line())
    switch(first, "on")
    again, line = Site(desk, data=tmp_path), Line()
    listener = state_of(again).phone_listener
    listener.attach(line)
    assert listener.is_behind
    listener.follow()
    assert line.at == ("", 8080)
    assert all(
        "Phones in this hall can follow again" in again.get(page).text for page in ("/t/demo", "/t/demo/show")
    )
    assert "Phones in this hall can follow again" not in switch(again, "seen")
    assert listener.state().phones is Phones.ON


def test_a_port_that_another_program_took_meanwhile_is_said(
    desk: Desk, tmp_path: Path, networks: list[Network]
) -> None:
    open_demo(desk, id="demo")
    first = Site(desk, data=tmp_path)
    state_of(first).phone_listener.attach(Line())
    switch(first, "on")
    again, line = Site(desk, data=tmp_path), Line()
    line.taken = {8080}
    listener = state_of(again).phone_listener
    listener.attach(line)
    listener.follow()
    assert "port 8080" in again.get("/t/demo").text
    assert "192.168.43.17:8081<wbr>/p/demo" in switch(again, "on", network=HALL.address)


def test_what_players_see_is_listed_with_the_way_to_change_it(site: Site, line: Line) -> None:
    del line
    publish_round(site.desk, "demo", round=4, by="")
    publish_standings(site.desk, "demo", after=4, by="")
    html = site.get("/t/demo/show").text
    assert "Pairings, round 4" in html
    assert "/t/demo/publish/unpublish?round=4" in html
    assert "/t/demo/publish/unpublish?after=4" in html
    assert all(f"/t/demo/print/{sheet}" in html for sheet in ("slips", "names", "tables", "wall"))


def test_a_congress_has_the_switch_too(networks: list[Network]) -> None:
    del networks
    hall = congress()
    site = Site(hall.desk)
    state_of(site).phone_listener.attach(Line())
    html = site.get(f"/t/{hall.id}/show").text
    assert "Let phones in this hall follow" in html


@pytest.mark.parametrize(
    ("network", "name"),
    [
        (HALL, "Wi-Fi Hall, 192.168.43.17"),
        (CABLE, "Cable, 10.0.0.9"),
        (Network(address="192.168.137.1", kind=Kind.HOT_SPOT), "Hot-spot of this computer, 192.168.137.1"),
        (Network(address="fd00::2"), "fd00::2"),
    ],
)
def test_a_network_is_named_as_people_know_it(network: Network, name: str) -> None:
    assert network_name(network) == name
