"""Signing in by name: the server knows who is signed in and can end it, and guesses are counted."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast

import httpx
import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from starlette.types import Receive, Scope, Send

from kit.cheap_passwords import REAL_HASHER
from kit.web_site import HOME, Site
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.accounts import passwords
from miai.features.public.page.live_stream import _while_allowed
from miai.server.limits import Throttle, counted_address
from miai.server.passwords import (
    hash_for_run,
    hashed,
    role_for,
    set_password,
    stored_hashes,
)
from miai.server.roles import Role

DIRECTOR, RESULT_DESK, NEW = "a moyo too far", "two stones more", "a ladder that works"
HASHES = {Role.DIRECTOR: hashed(DIRECTOR), Role.DESK: hashed(RESULT_DESK)}


@pytest.fixture
def hall(desk: Desk) -> Site:
    """An application that the whole hall can reach."""
    return in_the_hall(desk)


class SlowHasher(PasswordHasher):
    """Checks a password as slowly as the real one, but without its work."""

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - its name
        """Wait, then check."""
        time.sleep(0.05)
        return super().verify(hash, password)


def in_the_hall(desk: Desk, *, cookies: httpx.Cookies | None = None, **serving: Any) -> Site:
    site = Site(desk, host="0.0.0.0", **({"password_hashes": HASHES} | serving))  # noqa: S104 - what a director types
    if cookies is not None:
        site.client.cookies = cookies
    # However long a test takes, no pause after wrong passwords ends.
    site.app.state.app_state.throttle = Throttle(now=lambda: 0.0)
    return site


def other_browser(site: Site, address: str = "127.0.0.1") -> Site:
    """The same application, seen from another browser."""
    other = object.__new__(Site)
    other.desk, other.app = site.desk, site.app
    other.client = site.browser(address=address)
    return other


def sign_in(site: Site, password: str = DIRECTOR, name: str = "Anneke") -> httpx.Response:
    return site.post("/sign-in", at="/sign-in", password=password, name=name)


def change_password(
    site: Site, password: str, again: str | None = None, role: Role = Role.DIRECTOR
) -> httpx.Response:
    return site.post(
        "/access/password", at="/access", role=int(role), password=password,
        again=password if again is None else again,
    )  # fmt: skip


def is_in(site: Site) -> bool:
    """Whether the browser is signed in: a page for the director asks nobody else to sign in."""
    return site.get("/access").status_code in (200, 403)


# Sign-ins ------------------------------------------------------------------------


def test_a_copied_cookie_is_dead_after_signing_out(hall: Site) -> None:
    sign_in(hall)
    thief = other_browser(hall)
    thief.client.cookies = httpx.Cookies(hall.client.cookies)
    assert is_in(thief)
    hall.post("/sign-out", at="/access")
    assert not is_in(thief)


def test_sign_ins_outlive_a_restart(desk: Desk) -> None:
    before = in_the_hall(desk)
    sign_in(before)
    assert is_in(in_the_hall(desk, cookies=before.client.cookies))


def test_a_restart_with_the_same_password_in_the_environment_signs_nobody_out(desk: Desk) -> None:
    def started(password: str, cookies: httpx.Cookies | None = None) -> Site:
        hashes = {Role.DIRECTOR: hash_for_run(desk.store, Role.DIRECTOR, password)}
        return in_the_hall(desk, cookies=cookies, password_hashes=hashes)

    first = started(DIRECTOR)
    sign_in(first)
    assert is_in(started(DIRECTOR, first.client.cookies))
    assert not is_in(started(NEW, first.client.cookies))


def test_changing_the_own_password_keeps_the_own_sign_in_and_ends_the_others(desk: Desk) -> None:
    set_password(desk.store, Role.DIRECTOR, DIRECTOR)
    set_password(desk.store, Role.DESK, RESULT_DESK)
    mine = in_the_hall(desk, password_hashes={})
    laptop, result_desk = other_browser(mine), other_browser(mine)
    for site, password, name in (
        (mine, DIRECTOR, "Ana"),
        (laptop, DIRECTOR, "Ana"),
        (result_desk, RESULT_DESK, "Ben"),
    ):
        assert sign_in(site, password, name).status_code == 303
    assert is_in(laptop)
    answer = change_password(mine, NEW)
    assert answer.status_code == 303
    assert is_in(mine)
    assert not is_in(laptop)
    assert is_in(result_desk)
    assert sign_in(laptop, DIRECTOR).status_code == 403


def test_the_first_password_of_this_machine_does_not_sign_its_director_out(desk: Desk) -> None:
    home = Site(desk)
    assert is_in(home)
    change_password(home, DIRECTOR)
    assert is_in(home)
    assert not is_in(other_browser(home))


def test_the_director_sees_who_is_signed_in_and_ends_one_or_all(hall: Site) -> None:
    first, second = other_browser(hall, "192.0.2.7"), other_browser(hall, "192.0.2.8")
    sign_in(hall)
    sign_in(first, RESULT_DESK, "Ben")
    sign_in(second, RESULT_DESK, "Cleo")
    page = hall.get("/access").text
    assert all(words in page for words in ("Anneke", "Ben", "Cleo", "192.0.2.7", "192.0.2.8"))
    ben = next(each.id for each in hall.desk.store.sign_ins.all() if each.name == "Ben")
    assert hall.post("/access/end", at="/access", id=ben).status_code == 303
    assert (is_in(first), is_in(second)) == (False, True)
    assert "Ben" not in hall.get("/access").text.replace("Ben is signed out", "")
    hall.post("/access/end-others", at="/access")
    assert (is_in(hall), is_in(second)) == (True, False)


def test_the_last_way_in_is_not_removed(desk: Desk) -> None:
    set_password(desk.store, Role.DIRECTOR, DIRECTOR)
    hall = in_the_hall(desk, password_hashes={})
    sign_in(hall)
    assert "/access/remove" not in hall.get("/access").text
    answer = hall.post("/access/remove", at="/access", role=int(Role.DIRECTOR))
    assert (answer.status_code, is_in(hall)) == (422, True)
    assert "the director needs a password" in answer.text


def test_an_empty_field_removes_no_password(desk: Desk) -> None:
    home = Site(desk)
    change_password(home, DIRECTOR)
    answer = change_password(home, "")
    assert answer.status_code == 422
    assert not is_in(other_browser(home))
    home.post("/access/remove", at="/access", role=int(Role.DIRECTOR))
    assert is_in(other_browser(home))


@pytest.mark.parametrize(
    ("password", "again", "said"),
    [
        ("short", "short", "A password needs at least 8 characters."),
        (NEW, NEW + "s", "The two passwords are not the same"),
        (DIRECTOR, DIRECTOR, "The director and the result desk need different passwords"),
    ],
)
def test_a_password_that_is_refused_is_explained_at_its_field(
    desk: Desk, password: str, again: str, said: str
) -> None:
    home = Site(desk)
    change_password(home, DIRECTOR)
    answer = change_password(home, password, again, role=Role.DESK)
    assert answer.status_code == 422
    assert f'<span class="err" id="f-password-2-more">{said}' in answer.text
    assert Role.DESK not in stored_hashes(desk.store)


def test_a_password_given_at_the_start_is_not_that_of_the_result_desk(desk: Desk) -> None:
    set_password(desk.store, Role.DESK, RESULT_DESK)
    with pytest.raises(InputError, match="different passwords"):
        hash_for_run(desk.store, Role.DIRECTOR, RESULT_DESK)
    hashes = {Role.DIRECTOR: hash_for_run(desk.store, Role.DIRECTOR, DIRECTOR)}
    with pytest.raises(InputError, match="different passwords"):
        set_password(desk.store, Role.DESK, DIRECTOR, others=hashes)


def test_whoever_is_signed_in_can_sign_out_on_the_list_of_tournaments(hall: Site) -> None:
    sign_in(hall, RESULT_DESK, "Ben")
    page = hall.get("/").text
    assert "Ben, result desk" in page
    assert 'action="/sign-out"' in page
    assert "/new" not in page


def test_the_desk_can_sign_in_as_director_where_a_page_is_not_for_it(hall: Site) -> None:
    sign_in(hall, RESULT_DESK, "Ben")
    answer = hall.get("/backups?a=1")
    assert answer.status_code == 403
    assert 'href="/sign-in?next=/backups%3Fa%3D1"' in answer.text


@pytest.mark.parametrize(
    ("column", "value"),
    [("role", "DIRECTOR"), ("name", "Ana"), ("signed_in_at", "2126-11-14T10:00:00+00:00")],
)
def test_a_sign_in_whose_row_was_changed_counts_no_more(
    hall: Site, tmp_path: Path, column: str, value: str
) -> None:
    sign_in(hall, RESULT_DESK, "Ben")
    with closing(sqlite3.connect(tmp_path / "miai.db")) as database:
        database.execute(f"UPDATE sign_ins SET {column} = ?", (value,))  # noqa: S608 - our own columns
        database.commit()
    assert not is_in(in_the_hall(hall.desk, cookies=hall.client.cookies))


def test_a_stream_ends_with_the_sign_in_and_says_so() -> None:
    visit = SimpleNamespace(keeps_role=True, standing=None)
    closed = []

    async def messages() -> AsyncGenerator[bytes]:
        try:
            for number in range(9):
                visit.keeps_role = number < 2
                yield b"%d" % number
        finally:
            closed.append(True)

    async def sent() -> list[bytes]:
        return [message async for message in _while_allowed(cast("Any", visit), messages())]

    assert asyncio.run(sent()) == [b"0", b"1", b"event: signed-out\ndata: 1\n\n"]
    assert closed


# Names ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", " ", "…", "director", "Director", "ARBITRE", "Turnierleitung"])
def test_the_result_desk_signs_in_with_a_name_of_its_own(hall: Site, name: str) -> None:
    answer = sign_in(hall, RESULT_DESK, name)
    assert answer.status_code == 422
    assert not is_in(hall)


def test_nobody_takes_the_name_of_somebody_with_another_role(hall: Site) -> None:
    desk, later = other_browser(hall), other_browser(hall)
    sign_in(hall, DIRECTOR, "Anneke Smit")
    assert sign_in(desk, RESULT_DESK, "anneke  SMIT").status_code == 422
    hall.post("/sign-out", at="/access")
    # After she has left, her entries stay in the history.
    assert sign_in(later, RESULT_DESK, "Annéke Smit").status_code == 422
    assert sign_in(later, RESULT_DESK, "Ben").status_code == 303
    assert sign_in(hall, DIRECTOR, "Ben").status_code == 422


def test_the_name_stays_the_one_of_the_sign_in(hall: Site, demo_id: str) -> None:
    sign_in(hall, RESULT_DESK, "Ben")
    hall.post("/look", at=f"/t/{demo_id}/settings", name="Anneke")
    path, at = f"/t/{demo_id}/results/correct", f"/t/{demo_id}/settings"
    hall.post(path, at=at, confirms=True, round=4, table=3, result="unknown")
    assert hall.desk.state(demo_id).history.entries[-1].by == "Ben"


# Guessing ------------------------------------------------------------------------


def test_the_desks_password_does_not_reset_the_count_of_guesses_at_the_directors(hall: Site) -> None:
    answers = []
    for number in range(8):
        answers.append(sign_in(hall, f"guess number {number}").status_code)
        sign_in(other_browser(hall), RESULT_DESK, "Ben")
    assert answers.count(403) == 5
    assert set(answers[5:]) == {429}
    # Whoever knows the password of the desk still comes in from there.
    assert sign_in(other_browser(hall), RESULT_DESK, "Ben").status_code == 303
    # Nor does the right one, before the time is over.
    assert sign_in(hall, DIRECTOR).status_code == 429


def test_of_many_guesses_at_once_only_the_free_ones_are_checked(
    hall: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = hall.token("/sign-in")
    monkeypatch.setattr(passwords, "HASHER", SlowHasher.from_parameters(CHEAPEST))

    def guess(number: int) -> int:
        fields = {"csrf": token, "name": "Ana", "password": f"guess number {number}"}
        answer: httpx.Response = hall.client.post("/sign-in", data=fields)
        return answer.status_code

    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(guess, range(40)))
    assert sorted(answers) == [403] * 5 + [429] * 35


def test_a_password_is_hashed_at_the_cost_that_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "HASHER", REAL_HASHER)
    kept = hashed(DIRECTOR)
    # Argon2id of RFC 9106, section 4: 64 MiB of memory, three passes, four lanes.
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert role_for(DIRECTOR, {Role.DIRECTOR: kept}) is Role.DIRECTOR
    assert role_for(NEW, {Role.DIRECTOR: kept}) is None


def test_another_address_has_its_own_count(hall: Site) -> None:
    for number in range(6):
        sign_in(hall, f"guess number {number}")
    assert sign_in(other_browser(hall, "192.0.2.7")).status_code == 303


def test_one_network_of_ipv6_is_one_address() -> None:
    assert counted_address("2001:db8::1") == counted_address("2001:db8::ffff:2")
    assert counted_address("2001:db8:0:1::1") != counted_address("2001:db8::1")
    assert counted_address("192.0.2.7") == "192.0.2.7"


def test_an_attempt_counts_before_its_answer_is_known() -> None:
    throttle, both = Throttle(now=lambda: 0.0), (Role.DIRECTOR, Role.DESK)
    checked = [throttle.begin("here", both) for _ in range(6)]
    assert checked == [both] * 5 + [()]
    assert throttle.wait("here", both) == 1


def test_the_right_password_forgets_the_wrong_ones_of_its_role_only() -> None:
    throttle, both = Throttle(now=lambda: 0.0), (Role.DIRECTOR, Role.DESK)
    for _ in range(4):
        throttle.begin("here", both)
    throttle.passed("here", Role.DESK, throttle.begin("here", both))
    assert throttle.begin("here", both) == both
    assert throttle.begin("here", both) == (Role.DESK,)


# This machine ----------------------------------------------------------------------


def test_with_a_password_this_machine_is_asked_too(desk: Desk, demo_id: str) -> None:
    site = Site(desk, password_hashes=HASHES)
    answer = site.get(f"/t/{demo_id}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?next=/t/{demo_id}")
    # What a stranger sends through a plain proxy on this machine, which says nothing of itself.
    deleted = site.post(f"/t/{demo_id}/settings/delete", at="/sign-in")
    assert deleted.status_code == 403
    assert [each.id for each in desk.store.tournaments()] == [demo_id]
    sign_in(site)
    assert site.get(f"/t/{demo_id}").status_code == 200


def test_this_machine_can_be_trusted_though_a_password_is_set(desk: Desk, demo_id: str) -> None:
    for host in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        site = Site(desk, host=host, password_hashes=HASHES, trust_this_machine=True)
        assert site.get(f"/t/{demo_id}").status_code == 200
        assert site.get(f"/t/{demo_id}", host="192.168.1.7:8000").status_code == 303
        assert other_browser(site, "192.168.1.9").get(f"/t/{demo_id}").status_code == 303


@pytest.mark.parametrize(
    "header", ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "CF-Connecting-IP"]
)
def test_what_a_proxy_forwards_is_not_the_director(site: Site, demo_id: str, header: str) -> None:
    assert site.get(f"/t/{demo_id}", **{header: "203.0.113.9"}).status_code == 403


def test_a_request_by_the_old_protocol_comes_from_a_proxy(site: Site, demo_id: str) -> None:
    async def through_a_plain_proxy(scope: Scope, receive: Receive, send: Send) -> None:
        await site.app({**scope, "http_version": "1.0"}, receive, send)

    async def status() -> int:
        transport = httpx.ASGITransport(through_a_plain_proxy)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as browser:
            return (await browser.get(f"/t/{demo_id}")).status_code

    assert asyncio.run(status()) == 403
