"""Sides of Pair Go on the pages: entering, changing, and the names of all people everywhere."""

from pathlib import Path
from typing import Any

import pytest

from kit.console import Console, console
from kit.web_site import Site
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round

NAMES = "Fox Ida / Green Tom"


@pytest.fixture
def hall() -> Console:
    return console(people=2)


@pytest.fixture
def site(hall: Console, tmp_path: Path) -> Site:
    return Site(hall.desk, data=tmp_path)


def side(*people: str, **more: Any) -> dict[str, Any]:
    """The fields of a form: "Fox Ida 2d"."""
    typed = [text.rsplit(" ", 1) for text in people]
    rows: dict[str, Any] = {"name": [name for name, _ in typed], "grade": [grade for _, grade in typed]}
    empty = [""] * len(people)
    return {**rows, "rating": empty, "country": empty, "club": empty, "egf_pin": empty, **more}


def test_a_side_is_entered_with_both_people(hall: Console, site: Site) -> None:
    path = f"/t/{hall.id}/players"
    assert f'href="{path}/side"' in site.get(path).text
    assert site.get(f"{path}/side").text.count("<fieldset") == 2
    assert site.post(f"{path}/side", **side("Fox Ida 2d", "Green, Tom 1k", here="true")).status_code == 303
    [entered] = hall.event.players
    assert (entered.name, str(entered.grade), entered.registration) == (NAMES, "1d", Registration.FINAL)
    assert NAMES in site.get(path).text


def test_what_is_wrong_is_said_and_what_was_typed_stays(hall: Console, site: Site) -> None:
    answer = site.post(f"/t/{hall.id}/players/side", **side("Fox Ida 2d", "Green Tom "))
    assert answer.status_code == 422
    assert "no grade" in answer.text
    assert 'value="Green Tom"' in answer.text
    assert not hall.event.players


def test_the_people_of_a_side_are_changed_on_a_page_of_their_own(hall: Console, site: Site) -> None:
    site.post(f"/t/{hall.id}/players/side", **side("Fox Ida 2d", "Green Tom 1k"))
    path = f"/t/{hall.id}/players/{hall.event.players[0].id}"
    assert "People of the side" in site.get(path).text
    assert 'value="Green, Tom"' in site.get(f"{path}/side").text
    assert site.post(f"{path}/side", **side("Fox, Ida 2d", "Hill, Bo 4k")).status_code == 303
    assert hall.event.players[0].name == "Fox Ida / Hill Bo"


def test_who_was_entered_alone_is_to_be_looked_at(hall: Console, site: Site) -> None:
    register_player(*hall.at, Player(id=NEW, surname="Low", grade=Grade.parse("3k")), by="Anneke")
    assert "plays alone" in site.get(f"/t/{hall.id}/players?show=look").text
    path = f"/t/{hall.id}/players/{hall.event.players[0].id}"
    assert f'href="{path}/side"' in site.get(path).text
    assert site.post(f"{path}/side", **side("Low Ada 3k", "Hill Bo 5k")).status_code == 303
    assert hall.event.players[0].name == "Low Ada / Hill Bo"


def test_pages_sheets_and_phones_show_all_names(hall: Console, site: Site) -> None:
    for people in (("Fox Ida 2d", "Green Tom 1k"), ("Hill Bo 1d", "Iver Cy 1k")):
        site.post(f"/t/{hall.id}/players/side", **side(*people, here="true"))
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    shown = ("draw", "results", "standings", "print/names?round=1", "print/tables?round=1",
             "print/slips?round=1")  # fmt: skip
    for page in (*(f"/t/{hall.id}/{each}" for each in shown), f"/p/{hall.id}", f"/p/{hall.id}/wall"):
        answer = site.get(page)
        assert answer.status_code == 200, page
        assert NAMES in answer.text, page
