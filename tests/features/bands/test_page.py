"""Bands on their page: built, altered, joined, divided, filled by hand and removed."""

from dataclasses import replace
from html import unescape

import pytest

from kit.web_site import Site
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.points import quarters
from miai.domain.settings.scoring_rules import StartBand
from miai.features.draw.late_arrival import band_message

PAGE = "/t/demo/players/bands"

pytestmark = pytest.mark.requirement("A10")


def bands(site: Site) -> tuple[StartBand, ...]:
    return site.desk.state("demo").tournament.settings.scoring.bands


def scores(site: Site) -> list[float]:
    return [band.score / 4 for band in bands(site)]


@pytest.fixture
def banded(site: Site, demo_id: str) -> Site:
    del demo_id
    # Four rounds are played: all bands move them.
    site.confirms = True
    site.post(f"{PAGE}/build", page=PAGE, factor="0.75", smallest="5")
    return site


def text(site: Site) -> str:
    return unescape(site.get(PAGE).text)


def test_bands_are_built_shown_and_linked_from_the_players(banded: Site) -> None:
    assert scores(banded) == [0, -1, -2, -3]
    shown = text(banded)
    assert "4k to 17k" in shown
    assert "other bands change everybody’s score" in shown
    assert PAGE in banded.get("/t/demo/players").text


@pytest.mark.requirement("A15", "A16", "A17")
def test_the_lowest_band_may_start_slightly_above_zero(banded: Site) -> None:
    banded.post(f"{PAGE}/build", page=PAGE, factor="2", smallest="5", lowest="1", top_one="true")
    assert scores(banded) == [6, 5, 3, 1]


@pytest.mark.requirement("A12")
def test_one_separation_is_altered_and_the_others_stay(banded: Site) -> None:
    said = banded.post(f"{PAGE}/separation", page=PAGE, enhanced=True, band="3", points="2,5").json()["toast"]
    assert "Band 3 starts 2½ points below the band above it" in said
    assert scores(banded) == [0, -1, -3.5, -4.5]
    assert banded.post(f"{PAGE}/separation", page=PAGE, band="3", points="0").status_code == 422
    assert banded.post(f"{PAGE}/separation", page=PAGE, band="3", points="0.1").status_code == 422
    assert scores(banded) == [0, -1, -3.5, -4.5]


@pytest.mark.requirement("A11")
def test_two_bands_are_joined_and_divided_again(banded: Site) -> None:
    before = bands(banded)
    banded.post(f"{PAGE}/merge", page=PAGE, band="2")
    assert scores(banded) == [0, -1, -2]
    assert [str(band.weakest) for band in bands(banded)] == ["3d", "3k", "17k"]
    banded.post(f"{PAGE}/limit", page=PAGE, band="2", weakest="1d", divide="yes")
    assert bands(banded) == before
    banded.post(f"{PAGE}/limit", page=PAGE, band="1", weakest="2d")
    assert str(bands(banded)[0].weakest) == "2d"


@pytest.mark.requirement("A13")
def test_a_player_is_moved_and_moved_back(banded: Site) -> None:
    event = banded.desk.state("demo").tournament
    weak = min(event.players, key=lambda player: player.grade.number)
    banded.post(f"{PAGE}/move", page=PAGE, player=weak.id, band="1")
    assert bands(banded)[0].members == (PlayerId(weak.id),)
    assert "by hand" in text(banded)
    banded.post(f"{PAGE}/move", page=PAGE, player=weak.id, band="4")
    assert all(not band.members for band in bands(banded))


def test_each_change_is_one_entry_that_can_be_undone_and_all_bands_can_go(banded: Site) -> None:
    entries = len(banded.desk.state("demo").history.entries)
    banded.post(f"{PAGE}/merge", page=PAGE, band="1")
    history = banded.desk.state("demo").history.entries
    assert len(history) == entries + 1
    banded.post("/t/demo/undo", page=PAGE, number=str(history[-1].number))
    assert len(bands(banded)) == 4
    banded.post(f"{PAGE}/remove", page=PAGE)
    assert bands(banded) == ()
    assert "Build bands" in text(banded)


@pytest.mark.requirement("A16")
def test_a_late_entrant_is_told_the_band_and_why(banded: Site) -> None:
    event = banded.desk.state("demo").tournament
    names = {"p-strong": "4d", "p-weak": "25k"}
    new = [
        Player(id=PlayerId(key), surname=key, grade=Grade.parse(grade), registration=Registration.PRELIMINARY)
        for key, grade in names.items()
    ]
    said = [str(band_message(event, player)) for player in new]
    assert said == [
        "p-strong starts in band 1, at 0: it holds 4d",
        "p-weak (25k) is weaker than the lowest band and starts one point below it, at -4",
    ]
    some = event.players[0]
    assert str(band_message(event, replace(some, start=quarters(7)))) == (
        f"{some.name} starts at 7, as set by hand"
    )
    above = replace(some, grade=Grade.parse("5k"), bar_side=BarSide.ABOVE)
    assert str(band_message(event, above)) == f"{some.name} starts in band 1, at 0, as decided by hand"
    shown = unescape(banded.get(f"/t/demo/players/{some.id}").text)
    assert "starts in band" in shown
    banded.post(f"{PAGE}/remove", page=PAGE)
    assert band_message(banded.desk.state("demo").tournament, some) is None
