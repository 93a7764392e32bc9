"""A sign-up by hand and a namesake in the rating list."""

from pathlib import Path
from typing import Any

import pytest

from kit.console import Console, console
from kit.web_site import Site
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.lists.candidates import Decisions
from miai.features.sign_up.decide import accept, accept_clear, looks, reviews
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import open_form
from miai.features.sign_up.waiting import sign_up
from miai.formats.registry import FORMATS
from miai.store.people.player_lists import PlayerLists

SLOVENE = ListedPlayer(
    source=ListSource.EGF, surname="Zupan", first_name="Maja", grade=Grade.parse("5k"), rating=1612.0,
    country="SI", club="Ljub", egf_pin="14000003",
)  # fmt: skip


@pytest.fixture
def lists(tmp_path: Path) -> Any:
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=(SLOVENE,)))
        yield opened


@pytest.fixture
def hall() -> Console:
    """A German who filled in the form by hand."""
    at = console("Ada 5k, Bo 6k")
    open_form(*at.at, by="Anneke")
    maja = SignUpAnswers(surname="Zupan", first_name="Maja", grade="6k", country="Germany", club="Jena")
    sign_up(*at.at, maja)
    return at


def test_a_german_is_not_entered_with_the_number_of_a_slovene_and_it_is_in_no_file(
    hall: Console, lists: PlayerLists
) -> None:
    [review] = reviews(*hall.at, lists)
    assert (review.clear, looks(review), review.row.listed) == (False, (), None)
    assert accept_clear(*hall.at, by="Anneke", lists=lists).players == {}
    accept(*hall.at, [review.number], by="Anneke", lists=lists)
    maja = hall.event.players[-1]
    assert (maja.egf_pin, maja.rating, maja.country, maja.club) == ("", None, "DE", "Jena")
    hall.draw(1)
    assert b"14000003" not in FORMATS["h9"].write(hall.event)


def test_the_director_decides_with_a_tick_and_is_not_asked_again(hall: Console, lists: PlayerLists) -> None:
    [review] = reviews(*hall.at, lists)
    key = f"{review.number}:egf:14000003"
    accept(*hall.at, [review.number], by="Anneke", lists=lists, decided=Decisions.of(not_same=[key]))
    assert hall.event.players[-1].not_same_as == ("egf:14000003",)


def test_who_is_the_same_person_gets_the_number(hall: Console, lists: PlayerLists) -> None:
    [review] = reviews(*hall.at, lists)
    key = f"{review.number}:egf:14000003"
    accept(*hall.at, [review.number], by="Anneke", lists=lists, decided=Decisions.of(same=[key]))
    assert (hall.event.players[-1].egf_pin, hall.event.players[-1].rating) == ("14000003", 1612.0)


def test_the_page_asks_below_the_sign_up(hall: Console, lists: PlayerLists, tmp_path: Path) -> None:
    site = Site(hall.desk, data=tmp_path)
    page = f"/t/{hall.id}/sign-up"
    text = site.get(page).text
    assert "Same person? EGF 14000003: Zupan Maja, SI, Ljub, 5k, 1612" in text
    assert "Accept all" not in text
    site.post(f"{page}/accept", page=page, at=page, number="1", same="1:egf:14000003")
    assert hall.event.players[-1].egf_pin == "14000003"
