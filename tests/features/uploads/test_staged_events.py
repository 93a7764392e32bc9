"""The check of an event with stages: it is sent as one tournament, and problems name the stage."""

from dataclasses import replace
from datetime import date

import pytest

from kit.groups_and_cup import cup_beside_main, four_groups_and_a_cup
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.stages.library_stages import with_stage_event
from miai.features.stages.whole_event import whole_event
from miai.features.uploads.check_upload import FEDERATIONS, UploadCheck, check_upload
from miai.features.uploads.event_in_file import event_or_stage, rounds_of_stages
from miai.features.uploads.upload_problem import MendedAt

DAY = date(2026, 10, 10)


def checked(event: Tournament, key: str = "egd", **how: str) -> UploadCheck:
    return check_upload(event, FEDERATIONS[key], on=DAY, temporary_ids=True, **how)


def with_result(event: Tournament, stage: str, number: int, table: int, result: Result) -> Tournament:
    """The event after a result of a stage was changed, whatever comes of it."""
    inner = event.stage(StageId(stage)).event
    rounds = tuple(
        replace(
            drawn,
            boards=tuple(
                replace(board, result=result) if (drawn.number, board.table) == (number, table) else board
                for board in drawn.boards
            ),
        )
        for drawn in inner.rounds
    )
    return with_stage_event(event, stage, replace(inner, rounds=rounds))


@pytest.mark.parametrize("key", FEDERATIONS)
def test_groups_and_a_cup_are_ready_as_one_event(key: str) -> None:
    assert checked(four_groups_and_a_cup().event, key).ready
    assert checked(cup_beside_main().event, key).ready


def test_a_missing_result_is_named_with_its_stage_and_leads_there() -> None:
    event = with_result(four_groups_and_a_cup().event, "group-b", 2, 3, Result.UNKNOWN)
    (found,) = checked(event).problems
    assert str(found.problem) == "Group B, round 2, table 3: the result is missing"
    assert found.mended_at == MendedAt(page="results", stage=StageId("group-b"), round=2, table=3)


def test_a_missing_result_of_the_main_event_leads_to_the_main_event() -> None:
    event = cup_beside_main().event
    last = event.rounds[-1]
    boards = tuple(replace(board, result=Result.UNKNOWN) for board in last.boards[:1])
    event = replace(event, rounds=(*event.rounds[:-1], replace(last, boards=(*boards, *last.boards[1:]))))
    (found,) = checked(event).problems
    table = last.boards[0].table
    assert str(found.problem) == f"Open, round 4, table {table}: the result is missing"
    assert found.mended_at == MendedAt(page="results", round=4, table=table)


def test_rounds_are_chosen_by_their_numbers_in_the_whole_event() -> None:
    event = with_result(four_groups_and_a_cup().event, "cup", 3, 1, Result.UNKNOWN)
    assert checked(event, rounds="1-7").ready
    assert [str(each.problem) for each in checked(event, rounds="8").problems] == [
        "Cup, round 3, table 1: the result is missing"
    ]


def test_a_small_board_or_another_clock_of_a_stage_is_named() -> None:
    event = four_groups_and_a_cup().event
    cup = event.stage(StageId("cup")).event
    settings = replace(cup.settings, board_size=13, clock=replace(cup.settings.clock, basic_minutes=90))
    event = with_stage_event(event, "cup", replace(cup, settings=settings))
    check = checked(event)
    assert [str(each.problem) for each in check.problems] == [
        "Cup: only games on a board of 19 lines are rated, not of 13"
    ]
    assert check.problems[0].mended_at == MendedAt(page="settings", stage=StageId("cup"), field="board_size")
    noted = "Cup has another thinking time than the event: the file states that of the event"
    assert noted in map(str, check.notes)
    assert noted not in map(str, checked(event, rounds="1-5").notes)


def test_a_game_that_both_lost_in_a_stage_is_named() -> None:
    event = with_result(four_groups_and_a_cup().event, "group-a", 1, 1, Result.BOTH_LOSE)
    assert "both players lost" in " ".join(map(str, checked(event).notes))


def test_a_stage_alone_is_checked_with_the_details_of_its_event() -> None:
    event = event_or_stage(four_groups_and_a_cup().event, "group-a")
    assert checked(event).ready
    without = event_or_stage(replace(four_groups_and_a_cup().event, place=""), "group-a")
    assert [str(each.problem) for each in checked(without).problems] == ["the place of the event is missing"]


def test_the_rounds_of_the_file_are_listed_by_stage() -> None:
    parts = whole_event(four_groups_and_a_cup().event).parts
    assert list(map(str, rounds_of_stages(parts))) == [
        "rounds 1-5: Group A, Group B, Group C and Group D",
        "rounds 6-8: Cup",
    ]
    beside = whole_event(cup_beside_main().event).parts
    assert list(map(str, rounds_of_stages(beside))) == ["rounds 1-2: Open and Cup", "rounds 3-4: Open"]
