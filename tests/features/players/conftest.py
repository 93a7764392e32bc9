"""A tournament at its players' pages, and a rating list."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kit.console import console
from kit.players_page import Hall
from kit.web_site import Site
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.store.people.player_lists import PlayerLists


@pytest.fixture
def hall(tmp_path: Path) -> Callable[..., Hall]:
    """A tournament with players such as "Ada 3d", a browser at it, and the address of its players."""

    def opened(players: str = "", **settings: Any) -> Hall:
        at = console(players, **settings)
        return at, Site(at.desk, data=tmp_path), f"/t/{at.id}/players"

    return opened


@pytest.fixture
def lists(tmp_path: Path) -> None:
    """A rating list with three people, one of them of unknown strength."""
    people = [
        ("Willemsen", "Aurélie", "3k", 1816.0, "BE", "Antwerpen", "10000001"),
        ("Williamson", "Rory", "6k", 1492.0, "GB", "Leeds", "10000002"),
        ("Wilde", "Oscar", None, None, "IE", "Dublin", "10000003"),
    ]
    listed = tuple(
        ListedPlayer(
            source=ListSource.EGF,
            surname=surname,
            first_name=first,
            grade=Grade.parse(grade) if grade else None,
            rating=rating,
            country=country,
            club=club,
            egf_pin=pin,
        )
        for surname, first, grade, rating, country, club, pin in people
    )
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=listed))
