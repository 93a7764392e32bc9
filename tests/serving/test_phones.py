"""Phones in the hall: a second listener that the director opens and closes, with public pages only."""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from kit.phones_on import HALL, in_a_hall
from kit.route_table import ALLOWED, EVERYBODY, KIOSK, OWN_SIGN_UP, PRIVATE_LINK, lines, routes
from kit.running_site import Running, running
from kit.web_site import Browser, Site
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.accounts.accounts import create_account
from miai.server import rate_limits
from miai.server.passwords import hashed
from miai.server.phone_listener import listener as phone_listener
from miai.server.phone_listener.choice import KeptChoice, PhoneChoice
from miai.server.phone_listener.listener import Phones, UnusableError
from miai.server.phone_listener.networks import Network
from miai.server.roles import Role
from miai.serving.create_app import create_phone_app, phone_routes
from miai.serving.demo import open_demo
from miai.serving.phone_sockets import bound

TYPED = "a moyo too far"
# What everybody may use of the server, but not the phones of a hall.
NOT_FOR_PHONES = {
    "GET /", "GET /health", "GET /metrics", "GET /api", "GET /sign-in", "GET /second-laptop/enter",
    "GET /second-laptop/known", "POST /sign-in", "POST /sign-out",
}  # fmt: skip


@pytest.fixture(autouse=True)
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_hall(monkeypatch)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as found:
        open_demo(found.desk, id="demo")
        yield found


def until(found: Callable[[], object], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


def turned_on(site: Running) -> str:
    """The beginning of the addresses that phones reach."""
    site.app_state.phone_listener.turn_on()
    return site.app_state.phone_listener.state().base


# The pages ----------------------------------------------------------------------------


def test_phones_have_the_routes_that_are_public_by_role_and_no_others() -> None:
    public = lines(EVERYBODY) | lines(PRIVATE_LINK) | lines(OWN_SIGN_UP) | lines(KIOSK)
    assert set(routes([phone_routes()])) == public - NOT_FOR_PHONES


def test_every_route_that_is_not_public_is_refused_to_phones(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to a browser on the machine of the director, which the console trusts."""
    monkeypatch.setattr(rate_limits, "FORMS_OF_BROWSER", rate_limits.FORMS_OF_ADDRESS)
    app = create_phone_app(Site(desk).app.state.app_state)
    public = lines(EVERYBODY) | lines(PRIVATE_LINK) | lines(OWN_SIGN_UP) | lines(KIOSK)
    refused = (ALLOWED.keys() - public) | NOT_FOR_PHONES
    assert len(refused) > 200
    phone = Browser(app, base_url="http://127.0.0.1:8080", client=("127.0.0.1", 50_000))
    for rule in sorted(refused):
        method, _, path = rule.partition(" ")
        path = re.sub(r"\{\w+\}", "demo", path)
        assert phone.request(method, path).status_code in (404, 405), rule
    for path in ("/api/v1/tournaments", "/api/v1/openapi.json", "/follow/heads", "/openapi.json", "/docs"):
        assert phone.get(path).status_code == 404, path


def test_a_browser_signed_in_at_the_console_is_a_visitor_to_the_pages_for_phones(desk: Desk) -> None:
    """Also if it sends the cookie of the console under the name of the other port."""
    site = Site(desk, password_hashes={Role.DIRECTOR: hashed(TYPED)})
    event = open_demo(desk)
    site.post("/sign-in", at="/sign-in", password=TYPED, name="Ana")
    cookie = site.client.cookies["miai_session_8000"]
    assert site.get(f"/t/{event}").status_code == 200
    app = create_phone_app(site.app.state.app_state)
    phone = Browser(app, base_url="http://127.0.0.1:8080", client=("127.0.0.1", 50_000))
    phone.cookies.set("miai_session_8080", cookie)
    answer = phone.get(f"/p/{event}")
    assert answer.status_code == 200
    assert f"/t/{event}/results" not in answer.text
    assert phone.get(f"/t/{event}").status_code == 404


# The switch ---------------------------------------------------------------------------


def test_nothing_listens_for_phones_until_the_director_says_so(site: Running) -> None:
    state = site.app_state.phone_listener.state()
    assert (state.phones, state.base) == (Phones.OFF, "")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((HALL.address, phone_listener.FIRST_PORT), timeout=5)


def test_phones_follow_as_soon_as_it_is_on_and_the_console_stays_closed(site: Running) -> None:
    base = turned_on(site)
    assert base == f"http://{HALL.address}:{phone_listener.FIRST_PORT}"
    with httpx.Client(base_url=base) as phone:
        page = phone.get("/p/demo")
        assert page.status_code == 200
        assert "Content-Security-Policy" in page.headers
        sheet = re.search(r'href="(/static/[^"]+\.css)"', page.text)
        assert sheet
        assert phone.get(sheet[1]).status_code == 200
        assert [phone.get(path).status_code for path in ("/", "/t/demo", "/sign-in", "/api/v1/")] == [404] * 4
    assert httpx.get(f"{site.url}/t/demo").status_code == 200


def test_the_next_port_is_taken_if_another_program_has_the_first(site: Running) -> None:
    with socket.create_server(("0.0.0.0", phone_listener.FIRST_PORT)):  # noqa: S104 - all networks, as Miai
        base = turned_on(site)
    assert base != f"http://{HALL.address}:{phone_listener.FIRST_PORT}"
    assert httpx.get(f"{base}/p/demo").status_code == 200


def test_switching_off_ends_the_streams_of_phones_and_no_others(site: Running) -> None:
    base, heard = turned_on(site), {"phone": 0, "console": 0}
    ended = threading.Event()

    def listen(name: str, url: str) -> None:
        try:
            with httpx.stream("GET", f"{url}/t/demo/live", timeout=20) as answer:
                for _ in answer.iter_raw():
                    heard[name] += 1
        except httpx.TransportError:
            pass
        if name == "phone":
            ended.set()

    for name, url in (("phone", base), ("console", site.url)):
        threading.Thread(target=listen, args=(name, url), daemon=True).start()
    until(lambda: all(heard.values()))
    site.app_state.phone_listener.turn_off()
    assert ended.wait(10)
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{base}/p/demo")
    until(lambda: sum(site.app_state.hub.watchers("demo").values()) == 1)
    assert httpx.get(f"{site.url}/t/demo").status_code == 200


def test_after_a_restart_phones_find_the_same_address_and_the_director_is_asked(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        open_demo(site.desk, id="demo")
        base = turned_on(site)
        assert not site.app_state.phone_listener.state().came_back
    with running(tmp_path) as site:
        listener = site.app_state.phone_listener
        until(lambda: listener.is_open)
        state = listener.state()
        assert (state.base, state.came_back) == (base, True)
        assert httpx.get(f"{base}/p/demo").status_code == 200
        listener.seen()
        assert not listener.state().came_back
        listener.turn_off()
    with running(tmp_path) as site:
        assert site.app_state.phone_listener.state().phones is Phones.OFF


def test_a_network_that_is_gone_is_said_and_another_can_be_chosen(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned_on(site)
    other = Network(address="127.0.0.3")
    monkeypatch.setattr(phone_listener, "networks", lambda: (other,))
    monkeypatch.setattr(phone_listener, "_NETWORKS_LAST", 0.0)
    listener = site.app_state.phone_listener
    listener.seen()
    until(lambda: listener.state().phones is Phones.GONE)
    state = listener.state()
    assert state.base == ""
    assert HALL.address in str(state.problem)
    listener.turn_on(other.address, only_there=True)
    assert httpx.get(f"{listener.state().base}/p/demo").status_code == 200


def test_a_computer_in_no_network_says_so(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_listener, "networks", lambda: ())
    with pytest.raises(InputError, match="in no network"):
        site.app_state.phone_listener.turn_on()
    assert site.app_state.phone_listener.state().phones is Phones.OFF


def test_a_server_with_accounts_has_no_switch(site: Running) -> None:
    create_account(site.desk.store, login="ana", name="Ana", password_hash=TYPED, is_admin=True)
    site.app_state.accounts.forget()
    assert site.app_state.phone_listener.state().phones is Phones.NO_SWITCH
    with pytest.raises(InputError):
        site.app_state.phone_listener.turn_on()


def test_another_process_of_the_server_follows_the_choice(site: Running, tmp_path: Path) -> None:
    """As workers do: each of them reads the same file."""
    other = KeptChoice(tmp_path)
    port = free_port()
    other.write(PhoneChoice(on=True, address=HALL.address, port=port, only_there=True, run="another"))
    until(lambda: site.app_state.phone_listener.is_open)
    assert httpx.get(f"http://{HALL.address}:{port}/p/demo").status_code == 200
    other.write(PhoneChoice(on=False, address=HALL.address, port=port))
    until(lambda: not site.app_state.phone_listener.is_open)


def test_two_workers_listen_at_one_port() -> None:
    port = free_port()
    with bound("127.0.0.1", port, shared=True) as first, bound("127.0.0.1", port, shared=True) as second:
        assert first.getsockname() == second.getsockname()
        first.listen()
        with pytest.raises(UnusableError):
            bound("127.0.0.1", port, shared=False)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"on": "yes", "port": "x"}'])
def test_a_choice_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "phones.json").write_text(text)
    assert not KeptChoice(tmp_path).read().on
