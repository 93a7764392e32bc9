"""Ids of players, teams and stages: never used again, and never chosen by two machines."""

import pytest

from kit.console import Console, console
from kit.memory_store import MemoryStore
from kit.plain_ids import REAL_ORIGIN
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.log.new_ids import NewIds
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.features.history.undo import undo
from miai.features.players.change_player import remove_player
from miai.features.players.register_player import register_player
from miai.features.stages.groups import open_groups
from miai.features.stages.opening import remove_stage
from miai.features.teams.change_team import remove_team
from miai.features.teams.enter_team import enter_team


def _player(surname: str, player_id: str = "") -> Player:
    return Player(id=PlayerId(player_id), surname=surname, grade=Grade.parse("1d"))


def _desk(origin: str, at: Console) -> Desk:
    """A second machine with a copy of the log."""
    store = MemoryStore()
    store.histories.update(at.store.histories)
    return Desk(store, origin=origin)


def test_two_machines_with_the_same_log_choose_different_ids() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    chosen = []
    for desk in (_desk("kxfd", at), _desk("zbqm", at)):
        register_player(desk, at.id, _player("Cy"), by="Anneke")
        chosen.append(desk.state(at.id).tournament.players[-1].id)
    assert chosen == ["p3-kxfd", "p3-zbqm"]


def test_two_machines_open_the_same_groups_under_different_ids() -> None:
    at = console("Ada 3d, Bo 1k, Cy 1k, Di 2k", rounds=2)
    found = []
    for origin in ("kxfd", "zbqm"):
        desk = _desk(origin, at)
        open_groups(desk, at.id, count=2, by="Anneke")
        found += [stage.id for stage in desk.state(at.id).tournament.stages]
    assert found == ["group-a-kxfd", "group-b-kxfd", "group-a-zbqm", "group-b-zbqm"]


def test_two_machines_enter_teams_under_different_ids() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2, team_size=2)
    found = []
    for origin in ("kxfd", "zbqm"):
        desk = _desk(origin, at)
        enter_team(desk, at.id, name="Lund", members=[at.who("Ada"), at.who("Bo")], by="Anneke")
        found += [team.id for team in desk.state(at.id).tournament.teams]
    assert found == ["t1-kxfd", "t1-zbqm"]


def test_each_program_has_an_origin_of_its_own() -> None:
    origins = {REAL_ORIGIN() for _ in range(20)}
    assert len(origins) > 18
    assert all(len(origin) == 4 and origin.isalpha() for origin in origins)


def test_an_id_is_not_used_again_after_a_removal() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    gone = at.who("Bo")
    remove_player(*at.at, gone, by="Anneke")
    assert at.enter("Cy") != gone


def test_an_id_is_not_used_again_after_an_undo() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    gone = at.who("Bo")
    undo(*at.at, at.state.version, by="Anneke")
    assert at.enter("Cy") != gone


def test_ids_of_removed_teams_and_stages_are_not_used_again() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2, team_size=2)
    for _ in range(2):
        enter_team(*at.at, name="Lund", members=[at.who("Ada"), at.who("Bo")], by="Anneke")
        last = at.event.teams[-1].id
        remove_team(*at.at, last, by="Anneke")
    assert last == "t2"
    groups = console("Ada 3d, Bo 1k, Cy 1k, Di 2k", rounds=2)
    for _ in range(2):
        open_groups(*groups.at, count=2, by="Anneke")
        known = [stage.id for stage in groups.event.stages]
        for stage in known:
            remove_stage(*groups.at, stage, by="Anneke")
    assert known == ["group-a-2", "group-b-2"]


@pytest.mark.parametrize(
    ("known", "next_id"),
    [(["p1", "p7"], "p8-kxfd"), (["p3-zbqm"], "p4-kxfd"), (["A", "B", "C"], "p4-kxfd"), ([], "p1-kxfd")],
)
def test_ids_of_files_and_of_other_machines_are_counted(known: list[str], next_id: str) -> None:
    history = History.of(events.PlayerRegistered(player=_player("X", each)) for each in known)
    assert NewIds(history, origin="kxfd").player() == next_id
