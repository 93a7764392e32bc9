"""Stages, teams and other writers: what moves in each part of an event, and who is not asked."""

from dataclasses import replace

import pytest

from kit.memory_store import MemoryStore
from kit.staged_event import GROUP_A, LEAGUE, open_league, play_groups, play_round, player_named
from kit.team_hall import games, team_hall
from miai.desk.asking import asking, without_asking
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.domain.rounds.result_reports import mirrored
from miai.domain.stages import StageId
from miai.features.consequences.confirm import Choice, NeedsConfirmation, Option, settle
from miai.features.consequences.wording import lines_of
from miai.features.players.change_player import change_player
from miai.features.results.enter_result import enter_result
from miai.features.stages.filling import fill_stage
from miai.features.stages.qualifying import Decisions


@pytest.fixture
def league() -> Desk:
    """Two groups that are over, in which the first names have won."""
    desk = Desk(MemoryStore())
    open_league(desk)
    play_groups(desk)
    return desk


def game_of(desk: Desk, stage: str, one: str, other: str) -> tuple[int, int, Result]:
    """The round and the table of a game, and its result turned round."""
    event = desk.state(stage).tournament
    for drawn in event.rounds:
        for board in drawn.boards:
            if {event.names[board.white], event.names[board.black]} == {one, other}:
                return drawn.number, board.table, mirrored(board.result)
    raise AssertionError(f"{one} and {other} have not met")


def turn_round(desk: Desk, one: str, other: str) -> None:
    number, table, result = game_of(desk, GROUP_A, one, other)
    enter_result(desk, GROUP_A, round=number, table=table, result=result, by="test")


def asked(act: object) -> tuple[Option, ...]:
    assert callable(act)
    with asking(settle), pytest.raises(NeedsConfirmation) as found:
        act()
    return tuple(way.option for way in found.value.ways)


def test_a_correction_names_who_would_enter_a_final_that_is_filled(league: Desk) -> None:
    fill_stage(league, LEAGUE, StageId("final"), by="test")
    version = league.state(LEAGUE).version
    (option,) = asked(lambda: turn_round(league, "Cem", "Eva"))
    (moved,) = option.moves.qualified
    assert (moved.entering_names, moved.leaving_names) == (("Eva",), ("Cem",))
    lines = [f"{line.label}: {line.text}" for line in lines_of(option.moves)]
    assert any(line.startswith("Group A: Places after round ") for line in lines)
    assert "Final: would enter: Eva; would not enter: Cem; its entrants stay until you change them" in lines
    assert league.state(LEAGUE).version == version


def test_a_correction_names_the_player_whom_the_director_chose_from_a_tie(league: Desk) -> None:
    turn_round(league, "Cem", "Gus")
    decisions = Decisions(chosen=frozenset({player_named(league, "Gus")}))
    fill_stage(league, LEAGUE, StageId("final"), by="test", decisions=decisions)
    (option,) = asked(lambda: turn_round(league, "Cem", "Gus"))
    (moved,) = option.moves.qualified
    assert (moved.entering_names, moved.leaving_names) == (("Cem",), ("Gus",))
    turn_round(league, "Cem", "Gus")
    # Gus is still in the final, though others qualify: a later correction names what it moves besides.
    (option,) = asked(lambda: turn_round(league, "Abe", "Gus"))
    assert option.moves.qualified == ()
    (option,) = asked(lambda: turn_round(league, "Cem", "Eva"))
    (moved,) = option.moves.qualified
    assert (moved.entering_names, moved.leaving_names) == (("Eva",), ())
    # The rounds of a round robin follow its plan, whatever the scores.
    assert not any(each.games for part in option.moves.parts for each in part.draws)


def test_a_correction_in_the_last_round_of_a_group_asks_nothing_before_the_final_is_filled(
    league: Desk,
) -> None:
    event = league.state(GROUP_A).tournament
    board = event.round(3).boards[0]
    with asking(settle):
        result = mirrored(board.result)
        enter_result(league, GROUP_A, round=3, table=board.table, result=result, by="test")
    fill_stage(league, LEAGUE, StageId("final"), by="test")
    last = event.names[board.white], event.names[board.black]
    assert asked(lambda: turn_round(league, *last))


def test_results_of_a_stage_are_entered_without_a_question() -> None:
    desk = Desk(MemoryStore())
    open_league(desk)
    with asking(settle):
        play_round(desk, GROUP_A, 1)
        play_round(desk, GROUP_A, 2)


def test_teams_move_with_their_games() -> None:
    hall = team_hall("North: Ada 3d, Bo 2d; South: Cy 2d, Di 1d; West: Eva 1d, Fay 1k; East: Gus 1k, Hal 2k")
    hall.draw(1)
    hall.play(1)
    hall.draw(2)
    table = games(hall, 1)[0][0]
    (option,) = asked(lambda: hall.result(1, table, Result.BLACK_WINS))
    tables = [each for part in option.moves.parts for each in part.tables]
    assert {table.of_teams for table in tables} == {False, True}
    assert any(str(line.label).startswith("Places after round") for line in lines_of(option.moves))


def regrade(hall: Desk, name: str) -> None:
    event = hall.state(LEAGUE).tournament
    player = next(each.id for each in event.players if each.surname == name)
    change_player(hall, LEAGUE, player, lambda old: replace(old, grade=Grade.parse("9d")), by="test")


def test_a_grade_that_moves_no_score_is_saved_without_a_question(league: Desk) -> None:
    with asking(settle):
        regrade(league, "Hana")


def test_a_writer_that_copies_what_was_decided_elsewhere_is_not_asked(league: Desk) -> None:
    fill_stage(league, LEAGUE, StageId("final"), by="test")
    with asking(settle), without_asking():
        turn_round(league, "Cem", "Eva")


def test_the_mark_names_the_choice_and_everything_that_moves(league: Desk) -> None:
    (option,) = asked(lambda: turn_round(league, "Cem", "Eva"))
    assert option.mark == replace(option).mark
    assert option.mark != replace(option, choice=Choice.KEEP_START).mark
    (part,) = option.moves.parts
    other = replace(option.moves, parts=(replace(part, in_files=("Abe",)),))
    assert option.mark != replace(option, moves=other).mark
    with asking(settle, confirmed=option.mark):
        turn_round(league, "Cem", "Eva")
