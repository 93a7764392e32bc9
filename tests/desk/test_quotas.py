"""How many players a tournament of a server can have."""

import pytest

from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk
from miai.desk.quotas import Quota, limit_of, set_limit
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.errors import InputError
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament


def people(*names: str) -> list[Player]:
    return [Player(id=NEW, surname=name, grade=Grade.of_number(-5)) for name in names]


@pytest.fixture
def desk() -> Desk:
    """A desk with one tournament, which can have three players."""
    found = Desk(MemoryStore())
    create_tournament(found, name="Open", by="director")
    set_limit(found.store, Quota.PLAYERS, 3)
    return found


def test_players_above_the_limit_are_refused_all_together(desk: Desk) -> None:
    register_players(desk, "open", people("Ada", "Bo"), by="director")
    with pytest.raises(InputError, match="a tournament can have 3 players on this server"):
        register_players(desk, "open", people("Cy", "Di"), by="director")
    register_players(desk, "open", people("Cy"), by="director")
    assert len(desk.state("open").tournament.players) == 3


def test_a_tournament_above_a_later_limit_goes_on(desk: Desk) -> None:
    register_players(desk, "open", people("Ada", "Bo", "Cy"), by="director")
    set_limit(desk.store, Quota.PLAYERS, 2)
    history = desk.state("open").history
    with pytest.raises(InputError, match="2 players"):
        desk.create(history, id="copy")
    assert desk.state("open").version == history.entries[-1].number


def test_without_a_setting_there_is_room_for_everybody() -> None:
    assert limit_of(MemoryStore(), Quota.PLAYERS) == 10_000
