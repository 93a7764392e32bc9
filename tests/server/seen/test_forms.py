"""A form carries the values it was filled with: others' fields merge, the same field shows both values."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import httpx
import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.player import Player
from miai.features.players.change_player import change_player

pytestmark = pytest.mark.usefixtures("demo_id")

PLAYER = "/t/demo/players/p1"


def _player(site: Site) -> Player:
    return next(each for each in site.desk.state("demo").tournament.players if each.id == "p1")


def _change(site: Site, **values: Any) -> None:
    """Another desk changes a player."""
    change_player(site.desk, "demo", _player(site).id, lambda old: replace(old, **values), by="Ana")


def _send(site: Site, fields: dict[str, Any], **typed: str) -> httpx.Response:
    return site.post(f"{PLAYER}/change", page=PLAYER, **{**fields, **typed})


def test_fields_that_another_desk_changed_are_kept(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    _change(site, club="Ulm")
    assert _send(site, fields, rating="2222").status_code == 303
    assert (_player(site).club, _player(site).rating) == ("Ulm", 2222)


@pytest.mark.parametrize("script", [True, False])
def test_the_same_field_shows_both_values_and_asks(site: Site, *, script: bool) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    old = _player(site).club
    _change(site, club="Ulm")
    before = site.desk.state("demo").version
    typed = {**fields, "club": "Lund", "city": "Lund"}
    answer = site.post(f"{PLAYER}/change", page=PLAYER, enhanced=script, **typed)
    assert answer.status_code == 409
    text = unescape(answer.text)
    for said in (
        "Club",
        f"When you opened the page: {old}",
        "Saved by someone else: Ulm",
        "Typed by you: Lund",
    ):
        assert said in text
    assert site.desk.state("demo").version == before
    sent = _question(answer.text)
    assert sent["city"] == ["Lund"]
    for choice, club in (("theirs", "Ulm"), ("mine", "Lund")):
        saved = site.post(f"{PLAYER}/change", page=PLAYER, **{**sent, "choose.club": choice})
        assert saved.status_code == 303, saved.text
        assert (_player(site).club, _player(site).city) == (club, "Lund")
        _change(site, club="Ulm", city="")


def test_a_question_that_is_not_answered_is_asked_again(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    _change(site, club="Ulm")
    sent = _question(_send(site, fields, club="Lund").text)
    assert site.post(f"{PLAYER}/change", page=PLAYER, **sent).status_code == 409
    _change(site, club="Bonn")
    later = site.post(f"{PLAYER}/change", page=PLAYER, **{**sent, "choose.club": "mine"})
    assert "Saved by someone else: Bonn" in unescape(later.text)
    assert _player(site).club == "Bonn"


def _question(html: str) -> dict[str, Any]:
    """The hidden fields of the question."""
    part = html[html.index("kaya changed") :]
    part = part[: part.index("</form>")]
    fields: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', part):
        fields.setdefault(unescape(name), []).append(unescape(value))
    return fields


def test_a_form_with_a_fault_keeps_the_values_it_was_filled_with(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    _change(site, club="Ulm")
    shown = _send(site, fields, grade="9z", rating="2222")
    assert shown.status_code == 422
    was = re.findall(r'name="was" value="([^"]*)"', shown.text)
    units = next(json.loads(unescape(each))["units"] for each in was if '"player"' in unescape(each))
    assert units["club"] == [["club", "Ulm"]]
    assert units["rating"] != [["rating", "2222"]]
    assert 'name="club" type="text" value="Ulm"' in shown.text


def test_a_form_stays_open_over_a_restart_of_the_server(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    _change(site, club="Ulm")
    again = Site(Desk(site.desk.store))
    answer = _send(again, {**fields, "csrf": again.token()}, rating="2222")
    assert answer.status_code == 303
    assert (_player(again).club, _player(again).rating) == ("Ulm", 2222)


def test_details_of_two_people_merge(site: Site) -> None:
    page, path = "/t/demo/settings", "/t/demo/settings/details"
    one, other = site.form(page, path), site.form(page, path)
    assert site.post(path, page=page, **{**one, "place": "Ulm"}).status_code == 303
    assert site.post(path, page=page, **{**other, "director": "Ana"}).status_code == 303
    event = site.desk.state("demo").tournament
    assert (event.place, event.director) == ("Ulm", "Ana")
    late = site.post(path, page=page, **{**one, "place": "Bonn", "country": "DE"})
    assert late.status_code == 409
    assert "Saved by someone else: Ulm" in unescape(late.text)


def test_rules_of_two_people_merge(site: Site) -> None:
    page, path = "/t/demo/settings", "/t/demo/settings/rules"
    one, other = site.form(page, path), site.form(page, path)
    assert site.post(path, page=page, **{**one, "rounds": "6"}).status_code == 303
    assert site.post(path, page=page, **{**other, "komi": "7.5"}).status_code == 303
    rules = site.desk.state("demo").tournament.settings
    assert (rules.rounds, rules.komi) == (6, 7.5)
    assert site.post(path, page=page, **{**other, "rounds": "7"}).status_code == 409


def test_fees_of_two_people_merge(site: Site) -> None:
    page, path = "/t/demo/fees?edit=1", "/t/demo/fees"
    one, other = site.form(page, path), site.form(page, path)
    assert site.post(path, page=page, **{**one, "usual": "30"}).status_code == 303
    assert site.post(path, page=page, **{**other, "currency": "CHF"}).status_code == 303
    fees = site.desk.state("demo").tournament.settings.fees
    assert (fees.usual, fees.currency) == (3000, "CHF")


def _lines(fields: dict[str, Any], at: int, **line: str) -> dict[str, Any]:
    return {
        **fields,
        **{name: [*fields[name][:at], value, *fields[name][at + 1 :]] for name, value in line.items()},
    }


def test_two_people_add_prizes(site: Site) -> None:
    page, path = "/t/demo/prizes?edit=1", "/t/demo/prizes"
    site.post("/t/demo/prizes/suggest", what="places")
    one, other = site.form(page, path), site.form(page, path)
    count = len(site.desk.state("demo").tournament.settings.prizes)
    site.post(path, page=page, **_lines(one, count, title="Cup", number="1"))
    added = site.post(path, page=page, **_lines(other, count, title="Book", number="2"))
    assert added.status_code == 303, added.text
    titles = [each.title for each in site.desk.state("demo").tournament.settings.prizes]
    assert titles[count:] == ["Cup", "Book"]
    site.post(path, page=page, **_lines(site.form(page, path), 0, amount="100"))
    late = site.post(path, page=page, **_lines(other, 0, title="First"))
    assert late.status_code == 409


def test_times_of_two_people_merge(site: Site) -> None:
    page, path = "/t/demo/schedule", "/t/demo/schedule"
    one, other = site.form(page, path), site.form(page, path)
    site.post(path, page=page, **{**one, "starts-5": "2027-05-02T10:00"})
    late = site.post(path, page=page, **{**other, "starts-5": "2027-05-02T11:00"})
    assert late.status_code == 409
    text = unescape(late.text)
    assert "Start of round 5" in text and "2027-05-02T10:00" in text and "2027-05-02T11:00" in text
    assert site.post(path, page=page, **{**other, "deadline-5": "2027-05-09T10:00"}).status_code == 303


@pytest.mark.parametrize(("language", "word"), [("fr", "Saisi par vous"), ("de", "Von Ihnen eingegeben")])
def test_both_values_are_shown_in_every_language(site: Site, language: str, word: str) -> None:
    site.client.cookies.set("miai_language", language)
    fields = site.form(PLAYER, f"{PLAYER}/change")
    _change(site, club="Ulm")
    assert word in unescape(_send(site, fields, club="Lund").text)


def test_a_form_below_a_path_merges_too(desk: Desk) -> None:
    site = Site(desk, base_path="/go")
    page, path = "/go/t/demo/settings", "/go/t/demo/settings/details"
    one, other = site.form(page, path), site.form(page, path)
    for fields, name, value in ((one, "place", "Ulm"), (other, "director", "Ana")):
        sent = {**fields, name: value}
        assert (
            site.client.post(path, data=sent, headers={"Referer": f"http://127.0.0.1:8000{page}"}).status_code
            == 303
        )
    event = desk.state("demo").tournament
    assert (event.place, event.director) == ("Ulm", "Ana")


def test_a_form_that_is_sent_twice_is_answered_as_the_first_time(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    headers = {"X-Requested-With": "miai", "X-Miai-Entry": "a" * 36, "X-Miai-Page": PLAYER}
    sent = {**fields, "club": "Lund"}
    first = site.client.post(f"{PLAYER}/change", data=sent, headers=headers)
    _change(site, club="Ulm")
    again = site.client.post(f"{PLAYER}/change", data=sent, headers=headers)
    assert (first.status_code, again.status_code) == (200, 200)
    assert _player(site).club == "Ulm"


def test_a_page_that_sends_its_form_twice_is_not_asked_about_its_own_change(site: Site) -> None:
    fields = site.form(PLAYER, f"{PLAYER}/change")
    assert _send(site, fields, club="ulm", grade="4D").status_code == 303
    own = json.dumps({**json.loads(fields["was"][0]), "own": True})
    assert _send(site, {**fields, "was": own}, club="Bonn", grade="3D").status_code == 303
    assert (_player(site).club, str(_player(site).grade)) == ("Bonn", "3d")
    # Another tab of the same browser has not sent anything yet.
    assert _send(site, fields, club="Lund").status_code == 409
    _change(site, club="Ulm")
    assert _send(site, {**fields, "was": own}, club="Lund").status_code == 409
