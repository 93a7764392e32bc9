"""Who may come in, and from where; what a stranger's page cannot make a browser do."""

from pathlib import Path

import httpx
import pytest

from kit.command import Run
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.server.limits import Throttle
from miai.server.passwords import hashed, set_password
from miai.server.roles import Role

DIRECTOR, RESULT_DESK = "a moyo too far", "two stones more"
HASHES = {Role.DIRECTOR: hashed(DIRECTOR), Role.DESK: hashed(RESULT_DESK)}


@pytest.fixture
def hall(desk: Desk) -> Site:
    """The same application, reachable from the hall's network."""
    site = Site(desk, host="0.0.0.0", password_hashes=HASHES)  # noqa: S104 - what a director types
    site.app.state.app_state.throttle = Throttle(now=lambda: 0.0)
    return site


def sign_in(site: Site, password: str, *, target: str = "/") -> httpx.Response:
    """Fill in the form and send it."""
    token = site.token("/sign-in")
    answer: httpx.Response = site.client.post(
        "/sign-in", data={"csrf": token, "password": password, "name": "Anneke", "next": target}
    )
    return answer


def test_on_the_directors_own_machine_nobody_signs_in(site: Site, demo_id: str) -> None:
    assert site.get(f"/t/{demo_id}").status_code == 200


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "127.0.0.1:8000", "localhost:80"])
def test_every_name_of_this_machine_will_do(site: Site, demo_id: str, name: str) -> None:
    assert site.get(f"/t/{demo_id}", host=name).status_code == 200


@pytest.mark.parametrize("name", ["rebound.example", "127.0.0.1.example", "192.168.1.7:8000", ""])
def test_another_name_that_leads_here_opens_nothing(site: Site, demo_id: str, name: str) -> None:
    assert site.get(f"/t/{demo_id}", host=name).status_code == 403


def test_a_proxy_on_this_machine_is_not_the_director(site: Site, demo_id: str) -> None:
    assert site.get(f"/t/{demo_id}", **{"X-Forwarded-For": "203.0.113.9"}).status_code == 403


def test_from_the_hall_a_page_asks_to_sign_in_and_then_opens(hall: Site, demo_id: str) -> None:
    asked = hall.get(f"/t/{demo_id}/players")
    assert (asked.status_code, asked.headers["location"]) == (303, f"/sign-in?next=/t/{demo_id}/players")
    entered = sign_in(hall, DIRECTOR, target=f"/t/{demo_id}/players")
    assert entered.headers["location"] == f"/t/{demo_id}/players"
    page = hall.get(f"/t/{demo_id}/players")
    assert page.status_code == 200
    assert "Anneke" in page.text


def test_the_result_desk_sees_results_but_not_the_draw(hall: Site, demo_id: str) -> None:
    sign_in(hall, RESULT_DESK)
    assert hall.get(f"/t/{demo_id}/results").status_code == 200
    assert hall.get(f"/t/{demo_id}/draw").status_code == 403
    assert f'href="/t/{demo_id}/draw"' not in hall.get(f"/t/{demo_id}").text
    forbidden = hall.post(f"/t/{demo_id}/settings/details", at=f"/t/{demo_id}/settings", name="Mine")
    assert forbidden.status_code == 403
    assert hall.desk.state(demo_id).tournament.name == "Riverside Open"


def test_a_wrong_password_opens_nothing_and_guessing_gets_slow(hall: Site, demo_id: str) -> None:
    answers = [sign_in(hall, f"guess number {number}").status_code for number in range(7)]
    assert answers[:5] == [403] * 5
    assert answers[-1] == 429
    refused = sign_in(hall, DIRECTOR)
    assert (refused.status_code, f"Wait {refused.headers['retry-after']} second" in refused.text) == (
        429,
        True,
    )
    assert hall.get(f"/t/{demo_id}").status_code == 303


def test_a_new_password_signs_out_whoever_came_in_by_the_old_one(desk: Desk, demo_id: str) -> None:
    set_password(desk.store, Role.DIRECTOR, DIRECTOR)
    hall = Site(desk, host="0.0.0.0")  # noqa: S104
    sign_in(hall, DIRECTOR)
    assert hall.get(f"/t/{demo_id}").status_code == 200
    set_password(desk.store, Role.DIRECTOR, "another one")
    hall.app.state.app_state.reload_password_hashes()
    assert hall.get(f"/t/{demo_id}").status_code == 303


def test_signing_out_closes_the_door(hall: Site, demo_id: str) -> None:
    sign_in(hall, DIRECTOR)
    hall.post("/sign-out")
    assert hall.get(f"/t/{demo_id}").status_code == 303


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"]
)
def test_signing_in_leads_to_no_other_site(hall: Site, target: str) -> None:
    assert sign_in(hall, DIRECTOR, target=target).headers["location"] == "/"


def test_a_cookie_that_was_tampered_with_is_nobodys(hall: Site, demo_id: str) -> None:
    sign_in(hall, DIRECTOR)
    name, value = next((each.name, each.value) for each in hall.client.cookies.jar if "session" in each.name)
    assert value
    hall.client.cookies.clear()
    hall.client.cookies.set(name, value[:-1] + ("A" if value[-1] != "A" else "B"), domain="127.0.0.1")
    assert hall.get(f"/t/{demo_id}").status_code == 303


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    cookie = site.get("/new").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    over_tls = site.browser(base_url="https://127.0.0.1:8000").get("/new").headers["set-cookie"]
    assert "Secure" in over_tls


def test_a_form_without_our_token_changes_nothing(site: Site) -> None:
    assert site.client.post("/new", data={"name": "Forged"}).status_code == 403
    other = site.browser()
    taken = other.post("/new", data={"name": "Forged", "csrf": site.token()})
    assert taken.status_code == 403
    assert site.desk.store.tournaments() == ()


def test_a_form_from_another_origin_changes_nothing(site: Site) -> None:
    answer = site.client.post(
        "/new", data={"name": "Forged", "csrf": site.token()}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert site.desk.store.tournaments() == ()


def test_behind_a_proxy_that_drops_the_port_a_refused_form_says_so(site: Site) -> None:
    headers = {"Origin": "https://go.example:8443", "Host": "go.example"}
    answer = site.client.post("/new", data={"name": "Open", "csrf": site.token()}, headers=headers)
    assert answer.status_code == 403
    assert "came from a page of https://go.example:8443, but the request is for go.example" in answer.text
    assert "pass on the host with its port" in answer.text


@pytest.mark.parametrize("path", ["/", "/new", "/nowhere", "/t/nothing", "/sign-in"])
def test_every_answer_forbids_scripts_and_styles_from_elsewhere(site: Site, path: str) -> None:
    headers = site.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_a_file_that_is_too_large_is_not_even_read(site: Site) -> None:
    answer = site.client.post("/new/file", headers={"Content-Length": "999999999"}, content=b"")
    assert answer.status_code == 413


def test_beyond_this_machine_serving_needs_a_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MIAI_PASSWORD", raising=False)
    status, _, said = Run(capsys, monkeypatch)("serve", "--host", "0.0.0.0", "--data", tmp_path)  # noqa: S104
    assert status == 2
    assert "needs a director's password" in said


def test_a_password_is_set_from_the_environment_and_kept_as_a_hash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MIAI_PASSWORD", DIRECTOR)
    run = Run(capsys, monkeypatch)
    assert run("password", "--data", tmp_path)[:2] == (0, "The password of the director is set.\n")
    assert DIRECTOR.encode() not in b"".join(path.read_bytes() for path in tmp_path.glob("miai.db*"))
    monkeypatch.setenv("MIAI_PASSWORD", "short")
    status, _, said = run("password", "--data", tmp_path)
    assert (status, said) == (2, "miai: a password needs at least 8 characters\n")
