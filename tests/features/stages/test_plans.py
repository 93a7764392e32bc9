"""Three ways to begin an event of several stages."""

import json
from pathlib import Path

import pytest

import miai
from kit.command import Run
from kit.console import Console
from kit.staged_hall import hall_of, inside, names, stage_event, strong_wins
from miai import stages
from miai.domain.log.document import write_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Result
from miai.domain.stages import MAIN, Losers, Qualification, StageId, TieRule
from miai.engine.pairing.schedules.bracket import Bracket, Side
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.draw.bracket_words import slot_text
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import Shown, publication
from miai.features.stages.filling import fill_stage
from miai.features.stages.groups import left_out_of_groups, move_to_group, spread_again
from miai.features.stages.planned import Seat, planned_event, seats_of
from miai.features.stages.plans import EventPlan, PlanNames, Way, open_plan, proposed_plan
from miai.features.stages.several_rounds import draw_in_all, publish_in_all, ready_to_draw, ready_to_publish


def planned(players: int, way: Way = Way.GROUPS, **answers: int | bool) -> Console:
    """A hall with the stages of a way, opened with these answers and else what is proposed."""
    hall = hall_of(players)
    given = {name: int(value) for name, value in answers.items() if name != "third_place"}
    third = bool(answers.get("third_place", True))
    open_plan(
        *hall.at, proposed_plan(hall.event, way, third_place=third, ties=TieRule.DIRECTOR, **given), by="A"
    )
    return hall


def enter(hall: Console, name: str) -> None:
    """Enter one more player."""
    late = Player(id=NEW, surname=name, grade=Grade.parse("1d"), registration=Registration.FINAL)
    register_player(*hall.at, late, by="A")


def code(seat: Seat) -> str:
    """A seat in short: "a1" for the first of group A."""
    return f"{seat.stage[-1:]}{seat.place}"


def cup_of(hall: Console) -> Bracket:
    """The bracket of the last stage, as far as its players are known."""
    return bracket_of(planned_event(hall.event, hall.event.stages[-1], code))


def meetings(bracket: Bracket, number: int = 1) -> list[str]:
    return [
        f"{slot_text(match.upper, match.arrivals[0])}-{slot_text(match.lower, match.arrivals[1])}"
        for match in bracket.of_round(number)
    ]


# What is proposed ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "groups", "each"),
    [(4, 2, 1), (5, 2, 1), (6, 2, 2), (8, 2, 2), (12, 2, 2), (16, 4, 2), (24, 4, 2), (40, 8, 2), (0, 4, 2)],
)
def test_groups_are_proposed_that_fit_the_field(players: int, groups: int, each: int) -> None:
    plan = proposed_plan(hall_of(players).event)
    assert (plan.groups, plan.each) == (groups, each)


@pytest.mark.parametrize("players", [*range(4, 40), 64, 100, 151])
@pytest.mark.parametrize("way", Way)
def test_what_is_proposed_can_be_opened(players: int, way: Way) -> None:
    staged = stages.with_plan(hall_of(players).event, way)
    cup = staged.stages[-1]
    wanted = sum(source.last - source.first + 1 for source in cup.plan.sources)
    assert len(seats_of(staged, cup)) == wanted
    assert wanted == 2 ** (wanted.bit_length() - 1), "a cup has no free places"
    assert cup.event.settings.rounds == wanted.bit_length() - 1


# What is opened -----------------------------------------------------------------------


def test_groups_and_a_cup_are_opened_at_once_with_the_places_in_the_bracket() -> None:
    hall = planned(24)
    assert [stage.event.name for stage in hall.event.stages] == [
        "Group A",
        "Group B",
        "Group C",
        "Group D",
        "Cup",
    ]
    cup = hall.event.stages[-1]
    assert (cup.plan.phase, cup.event.settings.system, cup.event.settings.rounds) == (2, "knockout", 3)
    assert all(len(stage.event.players) == 6 for stage in hall.event.stages[:-1])
    assert cup.plan.sources == tuple(
        Qualification(stage=stage.id, last=2) for stage in hall.event.stages[:-1]
    )
    first = meetings(cup_of(hall))
    assert sorted(each for pair in first for each in pair.split("-")) == sorted(
        f"{group}{place}" for group in "abcd" for place in (1, 2)
    )
    assert all({pair[1], pair[4]} == {"1", "2"} and pair[0] != pair[3] for pair in first)
    assert len(hall.state.history.entries) - len(hall_of(24).state.history.entries) == 10 + 24 + 0
    assert hall.state.history.entries[-1].number == hall.state.version


def test_the_qualifier_is_played_in_the_event_itself() -> None:
    hall = planned(24, Way.QUALIFIER, rounds=4, places=8)
    final = hall.event.stages[-1]
    assert final.event.name == "Final"
    assert hall.event.settings.rounds == 4
    assert final.plan.sources == (Qualification(stage=MAIN, last=8),)
    assert final.plan.losers is Losers.LEAVE
    assert meetings(cup_of(hall)) == ["1-8", "4-5", "2-7", "3-6"]


def test_a_cup_beside_the_main_event_is_filled_by_rating() -> None:
    hall = planned(12, Way.BESIDE, places=4)
    cup = hall.event.stages[-1]
    assert cup.plan.losers is Losers.JOIN_MAIN
    filled = fill_stage(*hall.at, cup.id, by="A")
    assert [each.player.surname for each in filled.qualified.entrants] == ["P1", "P2", "P3", "P4"]


def test_without_a_game_for_the_third_place_there_is_none() -> None:
    sides = {match.side for match in cup_of(planned(16)).matches}
    assert Side.THIRD_PLACE in sides
    without = {match.side for match in cup_of(planned(16, third_place=False)).matches}
    assert without == sides - {Side.THIRD_PLACE}


def test_a_cup_of_two_is_a_final_and_nothing_else() -> None:
    hall = planned(8, groups=2, each=1)
    cup = hall.event.stages[-1]
    assert cup.event.settings.rounds == 1
    assert meetings(cup_of(hall)) == ["a1-b1"]
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, cup.id, by="A")
    final = inside(hall, cup.id)
    final.draw(1)
    final.result(1, 1, Result.WHITE_WINS)
    assert bracket_of(stage_event(hall, cup.id)).over
    assert not ready_to_draw(hall.event).stages


def test_names_stand_in_the_bracket_as_soon_as_a_group_is_over() -> None:
    hall = planned(8, groups=2, each=2)
    assert meetings(cup_of(hall)) == ["a1-b2", "b1-a2"]
    strong_wins(inside(hall, "group-a"))
    assert meetings(cup_of(hall)) == ["P1-b2", "b1-P4"]
    strong_wins(inside(hall, "group-b"))
    before = meetings(cup_of(hall))
    assert before == ["P1-P3", "P2-P4"]
    fill_stage(*hall.at, StageId("cup"), by="A")
    assert meetings(cup_of(hall)) == before


def test_the_names_of_stages_are_those_that_are_given() -> None:
    hall = hall_of(8)
    names_given = PlanNames(groups=("Gruppe A", "Gruppe B"), last="Pokal")
    open_plan(*hall.at, EventPlan(groups=2, each=1), by="A", names=names_given)
    assert [stage.event.name for stage in hall.event.stages] == ["Gruppe A", "Gruppe B", "Pokal"]


def test_another_plan_takes_the_place_of_one_in_which_nothing_is_drawn() -> None:
    hall = planned(16)
    open_plan(*hall.at, proposed_plan(hall.event, Way.BESIDE), by="A")
    assert [stage.event.name for stage in hall.event.stages] == ["Cup"]
    open_plan(*hall.at, proposed_plan(hall.event, groups=2), by="A")
    inside(hall, hall.event.stages[0].id).draw(1)
    before = hall.state.version
    with pytest.raises(InputError, match="a round of Group A is drawn"):
        open_plan(*hall.at, proposed_plan(hall.event), by="A")
    assert hall.state.version == before


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (EventPlan(groups=2, each=4), "4 cannot go on from each group"),
        (EventPlan(groups=5), "8 players are too few for 5 groups"),
        (EventPlan(groups=1), "1 is not between 2 and 99"),
        (EventPlan(way=Way.QUALIFIER, places=16), "16 cannot go on: 8 take part"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_and_nothing_is_written(plan: EventPlan, why: str) -> None:
    hall = hall_of(8)
    before = hall.state.version
    with pytest.raises(InputError, match=why):
        open_plan(*hall.at, plan, by="A")
    assert hall.state.version == before


def test_where_losers_go_out_there_is_no_qualifier() -> None:
    cup = miai.tournament(name="Cup", system="knockout")
    with pytest.raises(InputError, match="losers are out"):
        stages.with_plan(cup, "qualifier", places=2)


# Players who come later ---------------------------------------------------------------


def test_players_who_come_later_are_spread_with_the_others_until_a_group_is_drawn() -> None:
    hall = planned(8, groups=2, each=1)
    enter(hall, "Late")
    assert [each.surname for each in left_out_of_groups(hall.event)] == ["Late"]
    spread_again(*hall.at, by="A")
    assert sorted(len(stage.event.players) for stage in hall.event.stages) == [0, 4, 5]
    assert left_out_of_groups(hall.event) == ()
    assert sum("Late" in names(stage.event) for stage in hall.event.stages) == 1
    draw_in_all(*hall.at, by="A")
    enter(hall, "Later")
    assert left_out_of_groups(hall.event) == ()
    with pytest.raises(InputError, match="no groups without a draw"):
        spread_again(*hall.at, by="A")


def test_a_plan_can_be_made_before_anybody_is_entered() -> None:
    hall = planned(0, groups=2)
    assert [len(stage.event.players) for stage in hall.event.stages] == [0, 0, 0]
    for number in range(1, 9):
        enter(hall, f"P{number}")
    spread_again(*hall.at, by="A")
    assert [len(stage.event.players) for stage in hall.event.stages] == [4, 4, 0]
    assert [stage.event.settings.rounds for stage in hall.event.stages[:2]] == [3, 3]


# All groups at once -------------------------------------------------------------------


def test_a_round_is_drawn_and_published_in_all_groups_with_one_request_each() -> None:
    hall = planned(16)
    before = hall.state.version
    _, drawn = draw_in_all(*hall.at, by="A")
    assert (len(drawn.stages), drawn.round) == (4, 1)
    groups = hall.event.stages[:-1]
    assert [len(stage.event.rounds) for stage in groups] == [1, 1, 1, 1]
    assert len(ready_to_publish(hall.event).stages) == 4
    saved, shown = publish_in_all(*hall.at, by="A")
    assert (len(shown.stages), len(saved.entries)) == (4, 4)
    assert hall.state.version == before + 8
    for stage in hall.event.stages[:-1]:
        assert publication(stage.event, 1).shown is Shown.CURRENT
        assert stage.event.round(1).shown is not None


def test_only_groups_that_have_come_to_a_round_are_drawn() -> None:
    hall = planned(16)
    draw_in_all(*hall.at, by="A")
    publish_in_all(*hall.at, by="A")
    with pytest.raises(InputError, match="no stage waits for a draw"):
        draw_in_all(*hall.at, by="A")
    inside(hall, "group-b").play(1)
    _, drawn = draw_in_all(*hall.at, by="A")
    assert [stage.event.name for stage in drawn.stages] == ["Group B"]
    assert drawn.round == 2


def test_a_player_moved_by_hand_stays_where_they_are_while_nobody_comes() -> None:
    hall = planned(8, groups=2, each=1)
    move_to_group(*hall.at, hall.who("P1"), StageId("group-b"), by="A")
    assert left_out_of_groups(hall.event) == ()
    draw_in_all(*hall.at, by="A")
    assert "P1" in names(stage_event(hall, "group-b"))


# The same in a script and on the command line -----------------------------------------


def test_a_script_opens_the_same_stages() -> None:
    hall = planned(24)
    staged = stages.with_plan(hall_of(24).event, "groups")
    assert [(each.id, each.plan, each.event.settings, names(each.event)) for each in staged.stages] == [
        (each.id, each.plan, each.event.settings, names(each.event)) for each in hall.event.stages
    ]


def test_a_command_opens_the_same_stages_and_spreads_players_again(run: Run, tmp_path: Path) -> None:
    document = tmp_path / "open.miai"
    document.write_bytes(write_history(hall_of(24).state.history))
    status, out, _ = run("stage", "plan", document, "groups", "--groups", "2", "-o", document)
    assert status == 0
    assert "places 1 to 2 of Group A" in out
    listed = json.loads(run("stage", "list", document, "--json")[1])["stages"]
    assert [(each["name"], len(each["players"])) for each in listed] == [
        ("Group A", 12),
        ("Group B", 12),
        ("Cup", 0),
    ]
    assert run("stage", "spread", document, "-o", document)[0] == 0
    before = document.read_bytes()
    status, _, err = run("stage", "plan", document, "qualifier", "--places", "99", "-o", document)
    assert (status, document.read_bytes()) == (2, before)
    assert "99 cannot go on: 24 take part" in err
