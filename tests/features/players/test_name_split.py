"""The split of a typed name in the forms of sides and teams: shown before it is saved, and the same after."""

import html
import re

import pytest

from kit.console import Console, console
from kit.team_hall import team_hall
from kit.web_site import Site
from miai.features.settings.change_settings import change_rules

_SHOWN = re.compile(r"Surname: <b>(.*?)</b> · First name: <b>(.*?)</b>")
_SWAPPED = re.compile(r'data-swap-split="(.*?)"')
NAMES = ("Anna Müller", "Müller, Anna", "MÜLLER Anna", "Ana Garcia Lopez", "de Wit Sander", "Sander de Wit")


def shown(site: Site, event: str, name: str) -> tuple[str, str]:
    answer = html.unescape(site.get(f"/t/{event}/players/split?q={name}").text)
    [found] = _SHOWN.findall(answer)
    surname, first_name = found
    assert _SWAPPED.findall(answer) == [f"{first_name}, {surname}"]
    return surname, first_name


@pytest.fixture
def pairs() -> tuple[Console, Site]:
    hall = console("Ada 3d")
    change_rules(hall.desk, hall.id, {"sides.people": 2}, by="Anneke")
    return hall, Site(hall.desk)


@pytest.mark.parametrize("name", NAMES)
def test_a_side_is_entered_with_the_split_that_was_shown(pairs: tuple[Console, Site], name: str) -> None:
    hall, site = pairs
    before = shown(site, hall.id, name)
    empty = ["", ""]
    site.post(
        f"/t/{hall.id}/players/side", name=[name, "Fox Ida"], grade=["1k", "2k"], rating=empty, country=empty,
        club=empty, egf_pin=empty,
    )  # fmt: skip
    [side] = [player for player in hall.event.players if player.members]
    assert (side.members[0].surname, side.members[0].first_name) == before
    # Swapped, the comma says the order.
    assert shown(site, hall.id, f"{before[1]}, {before[0]}") == (before[1], before[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_team_is_entered_with_the_split_that_was_shown(name: str) -> None:
    hall = team_hall("North: Ada 3d, Bo 1d; South: Cy 2d, Di 2k")
    site = Site(hall.desk)
    before = shown(site, hall.id, name)
    site.post(
        f"/t/{hall.id}/teams/new", name="West", member=[name, "Fox Ida"], grade=["1k", "2k"], egf_pin=["", ""]
    )
    entered = {(player.surname, player.first_name) for player in hall.event.players}
    assert before in entered


def test_a_name_of_one_word_has_nothing_to_split(pairs: tuple[Console, Site]) -> None:
    hall, site = pairs
    for name in ("", "Pele", "  Pele "):
        assert "data-swap-split" not in site.get(f"/t/{hall.id}/players/split?q={name}").text


def test_a_typed_name_is_text_and_no_markup(pairs: tuple[Console, Site]) -> None:
    hall, site = pairs
    assert "<i>" not in site.get(f"/t/{hall.id}/players/split?q=<i>x</i> Anna").text
