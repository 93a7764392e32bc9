"""The pages of a second laptop: a copy that refuses entries, comes in with a ticket, and takes over."""

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.web_site import HOME, Site
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.follow.hall import Hall, Member
from miai.server.passwords import hashed
from miai.server.roles import Role
from miai.server.signing import server_signer
from miai.store.database import Database, open_store
from miai.store.write_permission import Kind, LeaderRecord, Standing

LEADER = LeaderRecord(epoch=3, server="aa", name="Hall", address="http://hall.example:8000")
PASSWORD = "a moyo too far"  # noqa: S105


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    with closing(open_store(tmp_path)) as opened:
        Desk(opened).create(History.of_tournament(crosstable("A?B C?D")), id="event")
        server_signer(opened)
        yield opened


def stand(store: Database, kind: Kind | None) -> None:
    store.set_standing(None if kind is None else Standing(kind=kind, leader=LEADER))


def test_a_copy_says_so_on_every_page_and_refuses_entries(store: Database) -> None:
    stand(store, Kind.FOLLOWS)
    site = Site(Desk(store))
    for path in ("/", "/t/event", "/p/event", "/t/event/results"):
        said = unescape(site.get(path).text)
        assert "You look at a copy. Hall, which leads" in said
        assert f'href="{LEADER.address}{path}"' in said
    answer = site.post(
        "/t/event/results/enter", page="/t/event/results", at="/t/event/results", round=1, entry="1w"
    )
    assert (answer.status_code, answer.headers["x-miai-leads"]) == (503, LEADER.address)
    assert "Hall leads" in answer.text
    assert f'href="{LEADER.address}"' in answer.text
    assert site.post("/look", at="/t/event/results", theme="dark").status_code == 303


def test_whoever_opens_a_fenced_server_is_led_to_the_new_one(store: Database) -> None:
    stand(store, Kind.FENCED)
    site = Site(Desk(store))
    assert "Hall has taken over and leads now" in site.get("/p/event").text
    assert site.get("/t/event/live").status_code == 503
    assert site.get("/t/event/live/version").headers["x-miai-leads"] == LEADER.address
    page = site.get("/second-laptop").text
    assert "Follow Hall" in page
    assert site.post("/second-laptop/take-over", at="/second-laptop").status_code == 422
    assert site.post("/second-laptop/follow", at="/second-laptop").status_code == 303
    assert store.standing() == Standing(kind=Kind.FOLLOWS, leader=LEADER)


def test_a_button_takes_over(store: Database) -> None:
    stand(store, Kind.FOLLOWS)
    # Nobody answers there.
    quiet = LeaderRecord(epoch=3, server="aa", name="Hall", address="http://127.0.0.1:9")
    store.set_standing(Standing(kind=Kind.FOLLOWS, leader=quiet))
    site = Site(Desk(store))
    assert site.post("/second-laptop/take-over", at="/second-laptop").status_code == 303
    assert store.standing() is None
    assert Hall(store).leader().epoch == 4
    assert site.get("/follow/state").json()["leads"]
    assert "You look at a copy" not in site.get("/t/event").text


def test_a_code_is_shown_once_and_pages_know_the_others(store: Database) -> None:
    site = Site(Desk(store))
    assert "No other machine has a copy yet" in site.get("/second-laptop").text
    assert site.get("/second-laptop/known").json() == {"others": []}
    answer = site.post("/second-laptop/code", at="/second-laptop")
    [code] = re.findall(r"--code (\S{4}-\S{4})", answer.text)
    assert code not in site.get("/second-laptop").text
    hall = site.app.state.app_state.hall
    hall.pair(code, Member(id="bb", name="Bar", address="http://bar.example:8000"), own_address=HOME)
    page = site.get("/t/event")
    assert "connect-src 'self' http://bar.example:8000;" in page.headers["content-security-policy"]
    assert "data-second-laptop" in page.text
    known = site.get("/second-laptop/known").json()
    assert known["others"] == [{"name": "Bar", "address": "http://bar.example:8000"}]
    assert site.get("/follow/state").headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in site.get("/second-laptop/known").headers
    # The button is behind a question that says what it does.
    [asked] = re.findall(r"<details.*?</details>", site.get("/second-laptop").text, re.DOTALL)
    assert 'aria-label="Remove Bar…"' in asked
    assert "It gets no more entries then and cannot take over" in asked
    assert 'action="/second-laptop/remove"' in asked
    assert site.get("/second-laptop").text.count("/second-laptop/remove") == 1
    site.post("/second-laptop/remove", at="/second-laptop", server="bb")
    assert "data-second-laptop" not in site.get("/t/event").text


def test_a_ticket_of_the_leader_signs_in_at_the_second_laptop(store: Database, tmp_path: Path) -> None:
    hashes = {Role.DIRECTOR: hashed(PASSWORD)}
    leader = Site(Desk(store), host="0.0.0.0", password_hashes=hashes)  # noqa: S104 - what a director types
    Hall(store).pair(
        Hall(store).new_code(), Member(id="bb", name="Bar", address="http://bar"), own_address=HOME
    )
    leader.post("/sign-in", at="/sign-in", password=PASSWORD, name="Ana")
    ticket = leader.get("/second-laptop/known").json()["ticket"]
    with closing(open_store(tmp_path / "copy")) as copy:
        follows = Standing(kind=Kind.FOLLOWS, leader=LEADER)
        copy.set_standing(follows)
        copy.apply(store.difference(copy.holdings())[0], standing=follows)
        second = Site(Desk(copy), host="0.0.0.0", password_hashes=hashes)  # noqa: S104
        assert second.get("/t/event").status_code == 303
        forged = second.get(f"/second-laptop/enter?ticket={ticket[:-3]}xyz&next=//evil.example")
        assert 'data-accepted="no"' in forged.text
        assert 'data-target="/"' in forged.text
        assert second.get("/t/event").status_code == 303
        arrived = second.get(f"/second-laptop/enter?ticket={ticket}&next=/t/event")
        assert 'data-accepted="yes"' in arrived.text
        assert "Ana" in second.get("/t/event").text
        # Who is signed in there already stays that person, and brings entries only as the same one.
        for name, accepted in (("Ana", "yes"), ("Bea", "no")):
            second.client = second.browser()
            second.post("/sign-in", at="/sign-in", password=PASSWORD, name=name)
            entered = second.get(f"/second-laptop/enter?ticket={ticket}&next=/t/event")
            assert f'data-accepted="{accepted}"' in entered.text
            assert name in second.get("/t/event").text
    # It is of no use where it was made.
    stranger = leader.browser()
    assert 'data-accepted="no"' in stranger.get(f"/second-laptop/enter?ticket={ticket}").text
