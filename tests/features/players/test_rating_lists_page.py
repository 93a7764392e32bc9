"""Rating lists, updates from them, and the director's own list."""

import html
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kit.players_page import Hall, follow, known, rows, texts
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament


def test_a_rating_list_is_deleted_after_a_question(hall: Callable[..., Hall], lists: None) -> None:
    _, site, page = hall()
    shown = site.get(f"{page}/lists").text
    assert f'href="{page}/lists?ask=egf">Delete the EGF list…</a>' in shown
    assert f"{page}/lists/delete" not in shown
    question = site.get(f"{page}/lists?ask=egf").text
    assert "It is deleted for all tournaments on this machine." in question
    assert question.count(f'action="{page}/lists/delete"') == 1
    site.post(f"{page}/lists/delete", **site.form(f"{page}/lists?ask=egf", f"{page}/lists/delete"))
    assert "No rating list yet" in site.get(f"{page}/lists").text


def test_a_rating_list_is_imported_and_its_size_and_age_are_shown(
    hall: Callable[..., Hall], tmp_path: Path
) -> None:
    _, site, page = hall()
    assert "None yet." in site.get(page).text
    assert "No rating list yet" in site.get(f"{page}/lists").text
    line = "Lee, Sedol\t2107\tFull\t9.1\t1/1/2030\tSEOU\tNY\t0.3\t1/2/2026\n"
    answer = site.client.post(
        f"{page}/lists", data={"csrf": site.token()}, files={"file": ("TDListA.txt", line.encode())}
    )
    shown = follow(site, answer)
    assert "AGA list imported: 1 player" in texts(shown)
    assert "TDListA.txt" in shown.text
    assert 'value="2026-01-02"' in shown.text
    assert "AGA 1 player" in texts(site.get(page))
    assert "Lee Sedol" in texts(site.get(f"{page}/find?q=sedol"))
    assert "older" not in texts(shown)
    older = {"file": ("TDListA.txt", line.replace("1/2/2026", "1/2/2025").encode())}
    answer = site.client.post(f"{page}/lists", data={"csrf": site.token()}, files=older)
    assert "It is older than the list of 2 January 2026 that it replaces" in texts(follow(site, answer))


@pytest.mark.parametrize("name", ["a.txt", "..", "../../etc/a.txt", "a" * 300])
def test_a_file_that_is_no_rating_list_is_refused_whatever_its_name(
    hall: Callable[..., Hall], name: str
) -> None:
    _, site, page = hall()
    answer = site.client.post(f"{page}/lists", data={"csrf": site.token()}, files={"file": (name, b"hello")})
    assert answer.status_code == 422
    assert "Not imported. Not a rating list that Miai knows" in texts(answer)


def test_who_is_in_no_list_is_pointed_out_unless_hardly_anybody_is_in_it(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall("Stranger 5k")
    assert "in no rating list" not in site.get(page).text
    at.enter("Willemsen", "3k", first_name="Aurélie", country="BE")
    assert rows(site.get(f"{page}?show=look")) == ["Stranger"]


def test_a_list_is_dated_left_out_of_searches_and_deleted(hall: Callable[..., Hall], lists: None) -> None:
    _, site, page = hall()
    follow(site, site.post(f"{page}/lists/date", source="egf", day="2026-02-22"))
    assert 'value="2026-02-22"' in site.get(f"{page}/lists").text
    assert site.post(f"{page}/lists/date", source="egf", day="soon").status_code == 422
    said = follow(site, site.post(f"{page}/lists/use"))
    assert "Players are looked up in no list" in texts(said)
    assert "Willemsen" not in site.get(f"{page}/find?q=willem").text
    site.post(f"{page}/lists/use", source="egf")
    assert "Willemsen" in site.get(f"{page}/find?q=wilemsen").text
    follow(site, site.post(f"{page}/lists/delete", source="egf"))
    assert "No rating list yet" in site.get(f"{page}/lists").text
    assert site.post(f"{page}/lists/delete", source="xyz").status_code == 404


def test_entrants_are_updated_from_a_list_after_a_preview(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    at.enter("Willemsen", "4k", first_name="Aurélie", egf_pin="10000001", rating=1700.0)
    at.enter("Williamson", "6k", first_name="Rory")
    shown = site.get(f"{page}/update")
    assert "The lists would change 2 entries" in texts(shown)
    assert "Rating 1700 → 1816" in texts(shown)
    assert re.findall(r'name="take" value="(\S+)"( checked)?', shown.text) == [
        ("p1:egf", " checked"), ("p2:egf:10000002", ""),
    ]  # fmt: skip
    assert "Same person? EGF 10000002: Williamson Rory, GB, Leeds, 6k, 1492" in texts(shown)
    assert "country and club cannot be compared" in texts(shown)
    said = follow(site, site.post(f"{page}/update", take="p1:egf"))
    assert "1 entrant updated" in texts(said)
    assert [player.rating for player in at.event.players] == [1816.0, None]
    said = follow(site, site.post(f"{page}/update", not_same="p2:egf:10000002"))
    assert "1 listed player is not asked about again" in texts(said)
    assert "Same person?" not in site.get(f"{page}/update").text
    assert at.event.players[1].not_same_as == ("egf:10000002",)


def test_ratings_of_lists_after_a_day_are_not_used(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    at.enter("Willemsen", "4k", first_name="Aurélie", egf_pin="10000001", rating=1700.0)
    site.post(f"{page}/lists/date", source="egf", day="2026-05-02")
    follow(site, site.post(f"{page}/update/freeze", after="2026-05-01"))
    shown = texts(site.get(f"{page}/update"))
    assert "Ratings are frozen after 1 May 2026." in shown
    assert "change no rating: EGF." in shown
    assert "No list changes anything." in shown
    follow(site, site.post(f"{page}/update/freeze", after=""))
    assert "Rating 1700 → 1816" in texts(site.get(f"{page}/update"))


def test_who_entered_before_is_offered_before_the_rating_lists(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall()
    other = create_tournament(site.desk, name="Old Cup", begin="2020-01-01", by="Anneke").id
    again = Player(id=NEW, surname="Willems", grade=Grade.parse("7k"), club="Gent")
    known_too = Player(
        id=NEW, surname="Willemsen", grade=Grade.parse("5k"), club="Brugge", egf_pin="10000001"
    )
    register_players(site.desk, other, [again, known_too], by="Anneke")
    found = site.get(f"{page}/find?q=will").text
    names = re.findall(r'data-name="([^"]+)" data-grade="([^"]+)"', found)
    assert names == [("Willems", "7k"), ("Willemsen Aurélie", "3k"), ("Williamson Rory", "6k")]
    assert "entered Old Cup" in found
    [key] = {html.unescape(key) for key in re.findall(r"own&[^}]*?(egf_pin \d+)", found)}
    site.post(f"{page}/take", own=key, here="true")
    entered = known(at, "Willemsen")
    assert (str(entered.grade), entered.club, entered.rating) == ("3k", "Brugge", 1816)


def test_the_own_list_is_shown_exported_shortened_and_switched_off(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 3d, Bo 2d")
    assert "2 players" in texts(site.get(f"{page}/own"))
    assert site.get(f"{page}/own/file?to=csv").text.splitlines()[1].startswith("Ada,,3d")
    [ask] = re.findall(r'href="([^"]*ask=name\+ada[^"]*)"', site.get(f"{page}/own").text)
    question = site.get(html.unescape(ask))
    assert "Take off Ada? They are not offered again." in texts(question)
    [key] = re.findall(r'name="key" value="(name ada[^"]*)"', question.text)
    site.post(f"{page}/own", act="take off", key=html.unescape(key))
    assert "1 player" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="off")
    assert "The list is switched off" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="use")
    assert "1 player" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="empty")
    assert "0 players" in texts(site.get(f"{page}/own"))
