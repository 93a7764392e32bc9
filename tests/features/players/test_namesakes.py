"""Namesakes in rating lists: nobody gets the number or the rating of another person."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kit.players_page import Hall, follow, known, texts
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.lists.update_entrants import entrant_updates
from miai.features.players.paste_players import read_paste
from miai.messages import english
from miai.store.people.player_lists import PlayerLists


@pytest.fixture(autouse=True)
def namesakes(tmp_path: Path) -> None:
    """One namesake of each player who comes."""
    people = [
        ("Kolar", "Ada", "14k", 712.0, "TR", "Ank", "14000001"),
        ("Cespedes", "Leon", "5k", 1559.0, "UA", "Kyiv", "50636121"),
    ]
    listed = tuple(
        ListedPlayer(
            source=ListSource.EGF, surname=surname, first_name=first_name, grade=Grade.parse(grade),
            rating=rating, country=country, club=club, egf_pin=pin,
        )
        for surname, first_name, grade, rating, country, club, pin in people
    )  # fmt: skip
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=listed))


def test_a_new_player_does_not_get_the_number_of_a_turkish_namesake(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    said = follow(site, site.post(f"{page}/typed", name="Kolar Ada", grade="3k", here="true"))
    ada = known(at, "Kolar")
    assert (ada.egf_pin, ada.rating, ada.country, ada.club) == ("", None, "", "")
    assert "same person? EGF 14000001: Kolar Ada, TR, Ank, 14k, 712 (11 grades apart)" in texts(said)


@pytest.mark.parametrize("number", range(2))
def test_a_new_player_has_nothing_of_a_list_that_would_be_the_same_person(
    hall: Callable[..., Hall], number: int
) -> None:
    at, site, page = hall()
    names: dict[str, Any] = {"surname": "Kolar", "first_name": "Ada"}
    about: dict[str, Any] = {"grade": "14k", "country": "TR", "club": "Ankara"}
    sent = (
        site.post(f"{page}/typed", name="Kolar Ada", grade="14k")
        if number
        else site.post(f"{page}/new", **names, **about)
    )
    assert sent.status_code == 303
    ada = known(at, "Kolar")
    assert (ada.egf_pin, ada.rating) == ("", None)


def test_the_listed_player_on_the_screen_is_refused_by_entering_a_new_one(
    hall: Callable[..., Hall], tmp_path: Path
) -> None:
    at, site, page = hall()
    found = site.get(f"{page}/find?q=Kolar+Ada").text
    [key] = re.findall(r'data-key="([^"]+)"', found)
    assert key == "egf:14000001"
    assert "not_same=egf%3A14000001" in html.unescape(found)
    assert "data-key" not in site.get(f"{page}/find?q=Kolar").text
    said = follow(site, site.post(f"{page}/typed", name="Kolar Ada", grade="3k", not_same=[key, "x,<b>"]))
    assert "same person?" not in texts(said)
    assert known(at, "Kolar").not_same_as == (key,)
    with PlayerLists(tmp_path) as lists:
        assert entrant_updates(at.event, lists).updates == ()


def test_the_form_of_a_new_player_keeps_who_was_refused(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    form = site.get(f"{page}/new?name=Kolar+Ada+3k&not_same=egf:14000001").text
    assert 'name="not_same" value="egf:14000001"' in form
    site.post(f"{page}/new", surname="Kolar", first_name="Ada", grade="3k", not_same="egf:14000001")
    assert known(at, "Kolar").not_same_as == ("egf:14000001",)


def test_a_pasted_german_does_not_get_the_rating_of_a_ukrainian_namesake(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    table = "Cespedes Leon\t2d\tDE\tBerlin"
    preview = site.post(f"{page}/import", text=table)
    assert "EGF list" not in texts(preview)
    said = "Same person? EGF 50636121: Cespedes Leon, UA, Kyiv, 5k, 1559"
    assert f"{said} another country; another club; 6 grades apart" in texts(preview)
    assert re.findall(r'name="(same|not_same)" value="(\S+)"( checked)?', preview.text) == [
        ("same", "1:egf:50636121", ""), ("not_same", "1:egf:50636121", ""),
    ]  # fmt: skip
    site.post(f"{page}/import/enter", text=table)
    leon = known(at, "Cespedes")
    assert (leon.egf_pin, leon.rating, leon.country, leon.club) == ("", None, "DE", "Berlin")


@pytest.mark.parametrize(
    ("tick", "pin", "refused"), [("same", "50636121", ()), ("not_same", "", ("egf:50636121",))]
)
def test_a_tick_in_the_preview_decides(
    hall: Callable[..., Hall], tick: str, pin: str, refused: tuple[str, ...]
) -> None:
    at, site, page = hall()
    sent: dict[str, Any] = {"text": "Cespedes Leon\t2d\tDE\tBerlin", tick: "1:egf:50636121"}
    again = site.post(f"{page}/import", **sent)
    assert ("Same person?" in again.text) is False
    site.post(f"{page}/import/enter", **sent)
    leon = known(at, "Cespedes")
    assert (leon.egf_pin, leon.not_same_as) == (pin, refused)


def test_a_side_is_asked_about_its_people_before_it_is_saved(hall: Callable[..., Hall]) -> None:
    at, site, page = hall(people=2)
    form: dict[str, Any] = {
        "name": ["Kolar, Ada", "Fox, Ida"], "grade": ["3k", "5k"], "country": ["DE", "DE"],
        "rating": ["", ""], "club": ["", ""], "egf_pin": ["", ""],
    }  # fmt: skip
    asked = site.post(f"{page}/side", **form)
    assert asked.status_code == 422
    assert not at.event.players
    assert "Nothing is saved yet: look at the questions below, then save again." in texts(asked)
    [key] = re.findall(r'name="asked" value="(\S+)"', asked.text)
    assert key == "1:egf:14000001"
    site.post(f"{page}/side", **form, asked=key, not_same=key)
    [side] = at.event.players
    assert [(member.egf_pin, member.not_same_as) for member in side.members] == [
        ("", ("egf:14000001",)), ("", ()),
    ]  # fmt: skip
    # The answer is known on the page of the side.
    again = site.post(f"{page}/{side.id}/side", **(form | {"grade": ["2k", "5k"]}))
    assert again.status_code == 303
    assert at.event.players[0].members[0].not_same_as == ("egf:14000001",)


def test_a_member_of_a_team_is_asked_about_before_the_team_is_saved(hall: Callable[..., Hall]) -> None:
    at, site, _ = hall(team_size=2, system="swiss")
    form: dict[str, Any] = {"name": "Foxes", "member": ["Kolar Ada"], "grade": ["3k"], "egf_pin": [""]}
    asked = site.post(f"/t/{at.id}/teams/new", **form)
    assert (asked.status_code, at.event.teams) == (422, ())
    assert "Same person? EGF 14000001" in asked.text
    site.post(f"/t/{at.id}/teams/new", **form, asked="1:egf:14000001", same="1:egf:14000001")
    assert [player.egf_pin for player in at.event.players] == ["14000001"]


def test_a_namesake_of_an_entrant_with_another_number_is_a_new_member(hall: Callable[..., Hall]) -> None:
    at, site, _ = hall(team_size=2, system="swiss")
    at.enter("Kolar", "3k", first_name="Ada", egf_pin="13000001")
    form: dict[str, Any] = {
        "name": "Foxes",
        "member": ["Kolar Ada"],
        "grade": ["14k"],
        "egf_pin": ["14000001"],
    }
    site.post(f"/t/{at.id}/teams/new", **form)
    assert [player.egf_pin for player in at.event.players] == ["13000001", "14000001"]
    assert at.event.teams[0].members == (at.event.players[1].id,)


@pytest.mark.parametrize(("line", "entered"), [("Thorne Kerem 2d RU", [1]), ("Thorne Kerem 6k DE", [])])
def test_a_pasted_namesake_of_an_entrant_is_named_and_entered(
    hall: Callable[..., Hall], line: str, entered: list[int]
) -> None:
    at, site, page = hall()
    site.post(f"{page}/new", surname="Thorne", first_name="Kerem", grade="6k", country="DE")
    [row] = read_paste(at.event, line).rows
    assert [each.line for each in (row,) if each.advised] == entered
    assert any("Thorne Kerem" in english(warning) for warning in row.warnings)
