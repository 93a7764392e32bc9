"""A whole event with stages as one tournament: every game once, in order of play."""

from dataclasses import replace
from typing import Any

import pytest

from kit.builders import crosstable
from kit.groups_and_cup import all_games, cup_beside_main, four_groups_and_a_cup, games_of
from miai.domain.people.player import PlayerId
from miai.domain.points import HALF, NOTHING, Quarters
from miai.domain.rounds.round import Attendance
from miai.domain.settings.event_settings import Settings
from miai.domain.stage_view import with_stages_in_view
from miai.domain.stages import Losers, StageId, StagePlan
from miai.domain.tournament import Stage, Tournament
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.whole_event import stage_alone, whole_event


def staged(main: str, *stages: tuple[str, str], joins: bool = False, **settings: Any) -> Tournament:
    """An event with stages in phases 1, 2, ...; players of all are those of the main event."""
    event = crosstable(main, **settings)
    people = {player.id: player for player in event.players}
    found = []
    for phase, (name, table) in enumerate(stages, start=1):
        inner = crosstable(table, system="round_robin")
        plan = StagePlan(
            id=StageId(name.lower()), phase=phase, losers=Losers.JOIN_MAIN if joins else Losers.LEAVE
        )
        own = replace(inner, name=name)
        found.append(Stage(plan=plan, own=own, event=own))
        people |= {player.id: player for player in inner.players}
    staged = replace(event, name="Open", players=tuple(people.values()), stages=tuple(found))
    return with_stages_in_view(staged)


def seats(event: Tournament, number: int) -> list[str]:
    """The games of a round as "AB", in order of tables."""
    boards = sorted(event.round(number).boards, key=lambda board: board.table)
    return [f"{board.white}{board.black}" for board in boards]


def test_groups_and_a_cup_are_rounds_of_one_event_with_every_game_once() -> None:
    event = four_groups_and_a_cup().event
    whole = whole_event(event)
    one = whole.tournament
    assert [len(drawn.boards) for drawn in one.rounds] == [12, 12, 11, 11, 11, 4, 2, 2]
    assert games_of(one) == all_games(event)
    assert sum(all_games(event).values()) == 65
    assert len({player.id for player in one.players}) == len(one.players) == 24
    assert (one.name, one.place, one.country, one.begin, one.end) == (
        "Open", "Lyon", "FR", "2026-10-03", "2026-10-04",
    )  # fmt: skip
    assert one.settings.rounds == one.rounds_played == 8
    assert one.stages == ()


def test_players_are_in_the_order_of_the_overall_standings() -> None:
    event = four_groups_and_a_cup().event
    one = whole_event(event).tournament
    assert [player.id for player in one.players] == [row.player.id for row in whole_standings(event).rows]
    assert one.players[0].surname == "P1"


def test_a_player_who_is_not_in_the_next_stage_has_rounds_without_a_game() -> None:
    one = whole_event(four_groups_and_a_cup().event).tournament
    out = next(player for player in one.players if player.surname == "P23")
    last = [one.round(number).attendance(out) for number in (6, 7, 8)]
    assert last == [Attendance.UNPAIRED] * 3


def test_tables_of_stages_side_by_side_are_numbered_on_and_lead_back_to_the_stage() -> None:
    event = four_groups_and_a_cup().event
    whole = whole_event(event)
    for drawn in whole.tournament.rounds:
        assert sorted(board.table for board in drawn.boards) == list(range(1, len(drawn.boards) + 1))
        for board in drawn.boards:
            part = whole.origin(drawn.number, board.table)
            assert part is not None
            played = event.stage(part.stage).event.board_at(part.round, board.table - part.tables)
            assert (played.white, played.black, played.result) == (board.white, board.black, board.result)


def test_a_cup_beside_the_main_event_is_in_the_rounds_of_the_same_numbers() -> None:
    event = cup_beside_main().event
    one = whole_event(event).tournament
    assert one.rounds_played == 4
    assert games_of(one) == all_games(event)
    for number in (1, 2):
        assert len(one.round(number).boards) == len(event.round(number).boards) + 2
    for drawn in one.rounds:
        seated = [player for board in drawn.boards for player in (board.white, board.black)]
        assert len(seated) == len(set(seated))


def test_two_games_of_one_player_in_a_round_make_it_two_rounds() -> None:
    event = staged("A+B C+D | A+C B+D", ("Cup", "A+E F+G | A+F"), joins=True)
    one = whole_event(event).tournament
    assert [seats(one, number) for number in range(1, 5)] == [
        ["AB", "CD"],
        ["AE", "FG"],
        ["AC", "BD"],
        ["AF"],
    ]
    assert games_of(one) == all_games(event)


def test_stages_of_one_phase_with_a_player_in_both_are_split_too() -> None:
    event = staged("A- B-", ("Final", "A+B"), ("Losers", "B+C"))
    event = replace(
        event, stages=tuple(replace(each, plan=replace(each.plan, phase=1)) for each in event.stages)
    )
    one = whole_event(event).tournament
    assert [seats(one, number) for number in (1, 2)] == [["AB"], ["BC"]]


def test_phases_follow_each_other_even_if_their_groups_have_different_lengths() -> None:
    event = staged("A+B C+D", ("Group", "A+C | A+D"), ("Final", "A+B"))
    one = whole_event(event).tournament
    assert [seats(one, number) for number in (1, 2, 3, 4)] == [["AB", "CD"], ["AC"], ["AD"], ["AB"]]


@pytest.mark.parametrize(
    ("main", "absence", "free"),
    [
        ("A+B C+", NOTHING, Attendance.BYE),
        ("A+B C~", NOTHING, Attendance.UNPAIRED),
        ("A+B C~", HALF, Attendance.ABSENT),
        ("A+B C-", HALF, Attendance.ABSENT),
        ("A+B C-", NOTHING, Attendance.UNPAIRED),
    ],
)
def test_a_round_without_a_game_is_worth_as_much_as_in_its_stage(
    main: str, absence: Quarters, free: Attendance
) -> None:
    event = staged(main, ("Final", "A+B"))
    scoring = replace(event.settings.scoring, absent_points=absence)
    event = replace(event, settings=replace(event.settings, scoring=scoring))
    one = whole_event(event).tournament
    assert one.round(1).attendance(one.player(PlayerId("C"))) is free


def test_a_bye_of_a_round_robin_and_a_bye_beside_a_game_count_nothing() -> None:
    event = staged("A- B- C-", ("Group", "A+B C+ | A+C B+"))
    one = whole_event(event).tournament
    assert [drawn.byes for drawn in one.rounds] == [(), ()]
    beside = whole_event(staged("A+B C+", ("Cup", "C+D"), joins=True)).tournament
    assert (seats(beside, 1), beside.round(1).byes) == (["AB", "CD"], ())


def test_handicap_colours_forfeits_and_open_games_stay() -> None:
    event = staged("A+B/4", ("Final", "B-A! | A?B"))
    one = whole_event(event).tournament
    assert [
        (board.white, board.handicap, board.result.value) for drawn in one.rounds for board in drawn.boards
    ] == [("A", 4, "white"), ("B", 0, "black by default"), ("A", 0, "unknown")]


def test_the_komi_of_a_stage_stays_with_its_games() -> None:
    event = staged("A+B", ("Final", "B-A"), komi=6.5)
    stage = event.stages[0]
    other = replace(stage, event=replace(stage.event, settings=replace(stage.event.settings, komi=7.5)))
    one = whole_event(replace(event, stages=(other,))).tournament
    assert [board.komi for drawn in one.rounds for board in drawn.boards] == [None, 7.5]


def test_the_reduction_of_handicaps_is_that_of_the_stage_with_handicaps() -> None:
    event = staged("A+B", ("Final", "B-A/3"))
    stage = event.stages[0]
    rules = replace(stage.event.settings.handicapping, correction=2)
    other = replace(
        stage, event=replace(stage.event, settings=replace(stage.event.settings, handicapping=rules))
    )
    one = whole_event(replace(event, stages=(other,))).tournament
    assert one.settings.handicapping.correction == 2


def test_an_event_whose_stages_have_no_games_stays_as_it_is() -> None:
    event = staged("A+B C+D", ("Final", "A- B-"))
    assert whole_event(event).tournament is event
    assert whole_event(Tournament(settings=Settings())).tournament.stages == ()


def test_a_stage_alone_has_the_details_of_its_event() -> None:
    event = four_groups_and_a_cup().event
    alone = stage_alone(event, StageId("group-a"))
    assert (alone.name, alone.place, alone.begin) == ("Open – Group A", "Lyon", "2026-10-03")
    assert games_of(alone) == games_of(event.stage(StageId("group-a")).event)
