"""Who qualifies follows from the places at every look; who is in a stage is compared with it."""

import pytest

from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, names, stage_event, strong_wins
from miai.domain.rounds.game import Result
from miai.domain.stages import Losers, StageId, StagePlan
from miai.errors import InputError
from miai.features.overview.stage_steps import StepKind, next_steps
from miai.features.players.change_player import set_attendance, withdraw
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.groups import open_groups
from miai.features.stages.places import places_of, why_not_over
from miai.features.stages.qualification_check import (
    Because,
    Difference,
    qualification_check,
    qualification_checks,
)
from miai.features.stages.qualifying import Decisions, qualifiers

FINAL = StageId("final")


@pytest.fixture
def hall() -> Console:
    """Two groups that are over, in which the lower number won, and a final of the first two of each."""
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    return hall


def found_plan(hall: Console) -> StagePlan:
    return hall.event.stage(FINAL).plan


def seeds(hall: Console) -> list[str]:
    found = qualifiers(hall.event, found_plan(hall))
    return [each.player.surname for each in found.entrants]


def facts(hall: Console) -> list[tuple[Difference, Because, str]]:
    check = qualification_check(hall.event, FINAL)
    return [(each.kind, each.because, each.player.surname) for each in check.facts]


def correct(hall: Console, group: str, winner: str, loser: str) -> None:
    """Correct the game of two players of a group."""
    there = inside(hall, group)
    for drawn in there.event.rounds:
        board = drawn.board_of(hall.who(winner))
        if board and hall.who(loser) in (board.white, board.black):
            won = Result.WHITE_WINS if board.white == hall.who(winner) else Result.BLACK_WINS
            there.result(drawn.number, board.table, won)


def test_a_player_who_withdrew_between_groups_and_cup_is_not_seeded(hall: Console) -> None:
    assert seeds(hall) == ["P1", "P2", "P4", "P3"]
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    found = qualifiers(hall.event, found_plan(hall))
    assert sorted(each.player.surname for each in found.entrants) == ["P1", "P3", "P4", "P6"]
    [passed] = found.passed
    assert (passed.player.surname, passed.stage, passed.place, passed.from_event) == (
        "P2",
        "group-b",
        1,
        True,
    )
    assert str(passed.message) in map(str, found.notes)
    # The director cannot overrule a withdrawal from the event: the player has to be entered again.
    chosen = Decisions(chosen=frozenset({hall.who("P2")}))
    assert "P2" not in [e.player.surname for e in qualifiers(hall.event, found_plan(hall), chosen).entrants]
    fill_stage(*hall.at, FINAL, by="A")
    final = inside(hall, FINAL)
    drawn = final.draw(1)
    assert hall.who("P2") not in {seat for board in drawn.boards for seat in (board.white, board.black)}
    assert qualification_checks(hall.event) == ()


def test_a_player_who_withdrew_from_the_group_alone_enters_if_the_director_says_so(hall: Console) -> None:
    withdraw(*inside(hall, "group-b").at, hall.who("P2"), from_round=4, by="A")
    assert "P2" not in seeds(hall)
    chosen = Decisions(chosen=frozenset({hall.who("P2")}))
    found = qualifiers(hall.event, found_plan(hall), chosen)
    assert "P2" in [each.player.surname for each in found.entrants]
    assert found.passed == ()


def test_a_player_who_withdraws_after_the_filling_is_not_drawn_and_is_named(hall: Console) -> None:
    fill_stage(*hall.at, FINAL, by="A")
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    assert facts(hall) == [
        (Difference.NOT_QUALIFYING, Because.WITHDREW, "P2"),
        (Difference.NOT_IN, Because.NEXT_ONE, "P6"),
    ]
    [step] = [each for each in next_steps(hall.event) if each.kind is StepKind.QUALIFIERS]
    assert str(step.what).startswith("Final: P2 is in it and has withdrawn")
    # Filled again, the next one is in it.
    fill_stage(*hall.at, FINAL, by="A")
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P3", "P4", "P6"]
    assert facts(hall) == []


def test_a_withdrawn_player_who_is_still_in_the_stage_is_not_in_the_bracket(hall: Console) -> None:
    fill_stage(*hall.at, FINAL, by="A")
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    drawn = inside(hall, FINAL).draw(1)
    assert hall.who("P2") not in {
        *(seat for board in drawn.boards for seat in (board.white, board.black)),
        *drawn.free,
    }


def test_the_opponent_of_a_player_who_withdraws_from_the_bracket_advances(hall: Console) -> None:
    fill_stage(*hall.at, FINAL, by="A")
    final = inside(hall, FINAL)
    strong_wins(final, last=1)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    drawn = final.draw(2)
    seated = {seat for board in drawn.boards for seat in (board.white, board.black)}
    assert hall.who("P2") not in seated
    final.play(2)
    placed = [[player.surname for player in shared] for shared in places_of(final.event)]
    assert placed[:2] == [["P1"], ["P2"]]
    assert not any(why_not_over(final.event))


def test_a_result_corrected_after_the_cup_began_is_noticed(hall: Console) -> None:
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    assert facts(hall) == []
    correct(hall, "group-a", "P5", "P4")
    correct(hall, "group-a", "P8", "P4")
    assert facts(hall) == [
        (Difference.NOT_QUALIFYING, Because.PLACES, "P4"),
        (Difference.NOT_IN, Because.PLACES, "P5"),
    ]
    check = qualification_check(hall.event, FINAL)
    assert check.drawn
    assert not check.open
    assert [str(each.message) for each in check.facts] == [
        "P4 is in it and does not qualify by the places of now",
        "P5, place 2, qualifies by the places of now and is not in it",
    ]


def test_places_that_change_among_those_who_qualify_give_other_seeds(hall: Console) -> None:
    fill_stage(*hall.at, FINAL, by="A")
    correct(hall, "group-a", "P4", "P1")
    found = facts(hall)
    assert {kind for kind, _, _ in found} == {Difference.OTHER_SEED}
    assert {name for _, _, name in found} >= {"P1", "P4"}


def test_nobody_who_has_withdrawn_is_put_into_a_stage_or_a_group(hall: Console) -> None:
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    with pytest.raises(InputError, match="P2 has withdrawn from the event"):
        set_entrants(*hall.at, FINAL, [hall.who("P1"), hall.who("P2")], by="A")
    other = hall_of(8)
    withdraw(*other.at, other.who("P2"), from_round=1, by="A")
    open_groups(*other.at, count=2, by="A")
    assert "P2" not in [each.surname for stage in other.event.stages for each in stage.event.players]


def test_a_cup_beside_the_main_event_is_compared_with_the_field_before_it() -> None:
    hall = hall_of(8, system="mcmahon")
    cup = final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, cup, by="A")
    strong_wins(inside(hall, cup), last=1)
    hall.draw(1)
    hall.play(1)
    assert qualification_check(hall.event, cup).facts == ()
    set_attendance(*hall.at, hall.who("P5"), round=2, plays=False, by="A")
    assert qualification_check(hall.event, cup).facts == ()
