"""An event of four played rounds, at its pages, the API and the command line."""

from pathlib import Path

import pytest

from kit.api_program import Program
from kit.riverside import open_riverside
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.features.players.register_player import NEW, register_player
from miai.features.programs.tokens import Scope
from miai.features.settings.change_settings import change_rules


@pytest.fixture
def played(desk: Desk) -> Desk:
    """The Riverside Open, four of five rounds published, and a late entrant who has not played yet.

    Absent players get a point, so that it matters in which rounds somebody was there.
    """
    open_riverside(desk, id="demo")
    late = Player(id=NEW, surname="Late", first_name="Lena", grade=Grade.parse("2d"))
    register_player(desk, "demo", late, by="director")
    change_rules(desk, "demo", {"scoring.absent_points": POINT}, by="director")
    return desk


@pytest.fixture
def pages(played: Desk, tmp_path: Path) -> Site:
    return Site(played, data=tmp_path)


@pytest.fixture
def program(played: Desk, tmp_path: Path) -> Program:
    return Program(played, Scope.DIRECT, "demo", data=tmp_path)
