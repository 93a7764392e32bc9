"""A stage has an address of its own, under which everything works as for a tournament."""

from pathlib import Path

import pytest

from kit.console import Console
from kit.staged_hall import final_after, groups_of, inside, stage_event, strong_wins
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk, Saved, stage_address
from miai.domain.log.document import read_history, write_history
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId, StagePlan
from miai.errors import InputError
from miai.features.history.show_history import history_view
from miai.features.history.undo import redo, undo
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.opening import NEW_STAGE, open_stage, remove_stage
from miai.store.database import open_store


@pytest.fixture
def hall() -> Console:
    return groups_of(8, 2)


def test_a_stage_has_its_own_players_rounds_and_history_and_the_numbers_of_the_log(hall: Console) -> None:
    group = inside(hall, "group-a")
    group.draw(1)
    group.result(1, 1, Result.WHITE_WINS)
    assert hall.event.rounds == ()
    assert group.event == stage_event(hall, "group-a")
    assert group.state.version == hall.state.version
    last = group.state.history.entries[-1]
    assert last.number == hall.state.history.entries[-1].number
    shown = history_view(group.state)
    assert [str(each.what)[:5] for each in shown][-1] != ""
    assert {each.number for each in shown} < {each.number for each in history_view(hall.state)}


def test_stages_move_to_the_time_zone_of_the_event_unless_they_have_their_own(hall: Console) -> None:
    change_rules(*inside(hall, "group-b").at, {"time_zone": "Asia/Tokyo"}, by="A")
    change_rules(*hall.at, {"time_zone": "Europe/Paris"}, by="A")
    zones = [stage.event.settings.time_zone for stage in hall.event.stages]
    assert zones == ["Europe/Paris", "Asia/Tokyo"]


def test_two_stages_are_played_at_once(hall: Console) -> None:
    a, b = inside(hall, "group-a"), inside(hall, "group-b")
    for number in (1, 2, 3):
        a.draw(number)
        b.draw(number)
        b.play(number)
        a.play(number)
    assert all(len(stage.event.rounds) == 3 for stage in hall.event.stages)
    assert [stage.event.rounds_played for stage in hall.event.stages] == [3, 3]


def test_an_entry_of_a_stage_is_undone_and_redone_there(hall: Console) -> None:
    a, b = inside(hall, "group-a"), inside(hall, "group-b")
    a.draw(1)
    a.result(1, 1, Result.WHITE_WINS)
    number = a.state.history.entries[-1].number
    b.draw(1)
    undo(*a.at, number, by="A")
    assert a.event.round(1).boards[0].result is Result.UNKNOWN
    redo(*a.at, number, by="A")
    assert a.event.round(1).boards[0].result is Result.WHITE_WINS
    with pytest.raises(InputError, match=f"no entry {number}"):
        undo(*b.at, number, by="A")


def test_who_looks_on_at_a_stage_hears_of_that_stage_only_and_of_its_removal(hall: Console) -> None:
    heard: list[Saved] = []
    hall.desk.listen(inside(hall, "group-a").id, heard.append)
    inside(hall, "group-b").draw(1)
    assert heard == []
    inside(hall, "group-a").draw(1)
    assert [saved.state.id for saved in heard] == [stage_address(hall.id, StageId("group-a"))]
    remove_stage(*hall.at, StageId("group-a"), by="A")
    assert heard[-1].replaced
    with pytest.raises(InputError, match="no stage 'group-a'"):
        hall.desk.state(inside(hall, "group-a").id)
    with pytest.raises(InputError, match="no stage 'group-a'"):
        inside(hall, "group-a").draw(2)


def test_a_request_that_is_repeated_changes_a_stage_once(hall: Console) -> None:
    group = inside(hall, "group-a")
    group.draw(1)
    with entry_once("a" * 36):
        first = enter_result(*group.at, round=1, table=1, result=Result.JIGO, by="A")
    group.result(1, 2, Result.JIGO)
    with entry_once("a" * 36):
        assert group.state.version == first.state.version - 1
        again = enter_result(*group.at, round=1, table=1, result=Result.JIGO, by="A")
    assert again.entries == first.entries
    assert len(first.entries) == 1


def test_a_stage_that_is_opened_or_filled_twice_by_one_request_is_there_once(hall: Console) -> None:
    def open_final() -> None:
        with entry_once("b" * 36):
            open_stage(*hall.at, name="Final", plan=StagePlan(id=NEW_STAGE, phase=2), by="A")

    open_final()
    open_final()
    assert [stage.id for stage in hall.event.stages] == ["group-a", "group-b", "final"]
    other = final_after(hall, ("group-a", 1, 2), name="Other")
    strong_wins(inside(hall, "group-a"))
    for _ in range(2):
        with entry_once("c" * 36):
            filled = fill_stage(*hall.at, other, by="A")
        assert [each.player.surname for each in filled.qualified.entrants] == ["P1", "P4"]
    assert len(stage_event(hall, other).players) == 2


def test_a_stage_has_no_stages(hall: Console) -> None:
    with pytest.raises(InputError, match="a stage cannot have stages"):
        open_stage(*inside(hall, "group-a").at, name="Deeper", plan=StagePlan(id=NEW_STAGE), by="A")


def test_a_document_keeps_stages_with_their_history(hall: Console) -> None:
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 1))
    strong_wins(inside(hall, "group-a"))
    set_entrants(*hall.at, final, [hall.who("P1"), hall.who("P2")], by="A")
    read = read_history(write_history(hall.state.history))
    assert read == hall.state.history
    assert read.tournament() == hall.event


def test_a_stored_event_has_its_stages_when_it_is_opened_again(hall: Console, tmp_path: Path) -> None:
    strong_wins(inside(hall, "group-a"), last=1)
    store = open_store(tmp_path)
    desk = Desk(store)
    known = desk.create(hall.state.history).id
    address = stage_address(known, StageId("group-a"))
    other = Desk(store)
    enter_result(other, address, round=1, table=1, result=Result.JIGO, by="A", seen=None)
    seen = desk.state(address).tournament
    assert seen.round(1).boards[0].result is Result.JIGO
    store.close()
    again = open_store(tmp_path)
    assert Desk(again).state(address).tournament == seen
    again.close()
