"""Groups, then a knock-out: who plays where, who goes on, and who is placed where at the end."""

from dataclasses import replace

import pytest

from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, names, stage_event, strong_wins
from miai.domain.log.events import StageOpened
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.stages import CarryOver, StageId
from miai.engine.pairing.schedules.placement import first_pairs
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.features.players.change_player import change_player, remove_player
from miai.features.players.register_player import NEW, register_player
from miai.features.prizes.award_prizes import prizes_given
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.groups import move_to_group, open_groups, spread
from miai.features.stages.opening import change_plan, remove_stage
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.qualifying import Decisions, qualifiers
from miai.features.stages.seeds import crossed
from miai.features.standings.finalise import finalise, reopen


def test_players_are_spread_back_and_forth_by_rating() -> None:
    hall = groups_of(8, 2)
    assert names(stage_event(hall, "group-a")) == ["P1", "P4", "P5", "P8"]
    assert names(stage_event(hall, "group-b")) == ["P2", "P3", "P6", "P7"]
    assert [stage.event.settings.rounds for stage in hall.event.stages] == [3, 3]


def test_people_of_one_country_are_in_different_groups_where_a_row_allows_it() -> None:
    def player(number: int, country: str) -> Player:
        return Player(
            id=PlayerId(f"p{number}"),
            surname=f"P{number}",
            grade=Grade.parse("1d"),
            rating=2400 - 10 * number,
            country=country,
        )

    groups = spread([player(1, "FR"), player(2, "DE"), player(3, "DE"), player(4, "FR")], 2)
    assert [[each.country for each in group] for group in groups] == [["FR", "DE"], ["DE", "FR"]]


def test_a_group_of_another_size_has_as_many_rounds_as_it_needs() -> None:
    hall = groups_of(9, 2)
    assert [len(stage.event.players) for stage in hall.event.stages] == [5, 4]
    assert [stage.event.settings.rounds for stage in hall.event.stages] == [5, 3]
    move_to_group(*hall.at, hall.who("P1"), StageId("group-b"), by="A")
    assert [stage.event.settings.rounds for stage in hall.event.stages] == [3, 5]


def test_nobody_is_moved_once_a_group_is_drawn() -> None:
    hall = groups_of(8, 2)
    inside(hall, "group-b").draw(1)
    with pytest.raises(InputError, match="a round of Group B is drawn"):
        move_to_group(*hall.at, hall.who("P1"), StageId("group-b"), by="A")


def test_too_few_players_for_so_many_groups() -> None:
    with pytest.raises(InputError, match="5 players are too few for 3 groups"):
        open_groups(*hall_of(5).at, count=3, by="A")


def test_an_id_is_never_used_again() -> None:
    hall = hall_of(4)
    first = final_after(hall, ("", 1, 2))
    remove_stage(*hall.at, first, by="A")
    assert (first, final_after(hall, ("", 1, 2))) == ("final", "final-2")


def test_a_stage_is_not_removed_while_players_come_from_it() -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2))
    with pytest.raises(InputError, match="players of Final come from Group A"):
        remove_stage(*hall.at, StageId("group-a"), by="A")
    remove_stage(*hall.at, StageId("group-b"), by="A")
    assert [stage.id for stage in hall.event.stages] == ["group-a", "final"]


def test_a_stage_is_filled_when_the_groups_are_over_and_crosses_them() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    with pytest.raises(InputError, match="Group A: no round has been drawn") as refused:
        fill_stage(*hall.at, final, by="A")
    assert len(refused.value.problems) == 2
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    filled = fill_stage(*hall.at, final, by="A")
    assert [each.player.surname for each in filled.qualified.entrants] == ["P1", "P2", "P4", "P3"]
    there = inside(hall, final)
    drawn = there.draw(1)
    pairs = [{there.event.player(b.white).surname, there.event.player(b.black).surname} for b in drawn.boards]
    assert pairs == [{"P1", "P3"}, {"P2", "P4"}]


def test_a_group_is_not_over_with_a_result_or_a_round_missing_but_its_places_can_be_taken() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 1), ("group-b", 1, 1))
    strong_wins(inside(hall, "group-a"))
    group = inside(hall, "group-b")
    strong_wins(group, last=2)
    with pytest.raises(InputError, match="Group B: 1 round is still to be played"):
        fill_stage(*hall.at, final, by="A")
    group.draw(3)
    with pytest.raises(InputError, match="Group B: 2 results are missing"):
        fill_stage(*hall.at, final, by="A")
    second = Decisions(chosen=frozenset((hall.who("P3"),)))
    fill_stage(*hall.at, final, by="A", as_they_are=True, decisions=second)
    assert names(stage_event(hall, final)) == ["P1", "P3"]


def test_nobody_is_filled_in_once_a_round_is_drawn() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2))
    strong_wins(inside(hall, "group-a"))
    fill_stage(*hall.at, final, by="A")
    assert fill_stage(*hall.at, final, by="A").saved.entries == ()
    inside(hall, final).draw(1)
    with pytest.raises(InputError, match="a round of Final is drawn"):
        fill_stage(*hall.at, final, by="A")


def test_a_tie_at_the_edge_is_named_and_left_to_the_director() -> None:
    """Three who beat each other in a ring share the first place; two of them go on."""
    hall = hall_of(3)
    group = _ring(hall)
    final = final_after(hall, (group, 1, 2))
    with pytest.raises(InputError, match="P1, P2 and P3 share the last place that counts, and 2 of them"):
        fill_stage(*hall.at, final, by="A")
    assert stage_event(hall, final).players == ()
    chosen = Decisions(chosen=frozenset((hall.who("P3"), hall.who("P1"))))
    fill_stage(*hall.at, final, by="A", decisions=chosen)
    assert sorted(names(stage_event(hall, final))) == ["P1", "P3"]
    # The other one is the only one left for a stage of the next place.
    small = final_after(hall, (group, 3, 3), name="Small final")
    fill_stage(*hall.at, small, by="A")
    assert names(stage_event(hall, small)) == ["P2"]


def test_a_tie_can_be_decided_by_lot_and_one_who_does_not_come_is_passed_over() -> None:
    hall = hall_of(3)
    group = _ring(hall)
    final = final_after(hall, (group, 1, 2))
    plan = hall.event.stage(final).plan
    drawn = {
        frozenset(each.player.surname for each in qualifiers(hall.event, plan, Decisions(lot=lot)).entrants)
        for lot in range(20)
    }
    assert drawn == {frozenset(pair) for pair in (("P1", "P2"), ("P1", "P3"), ("P2", "P3"))}
    left = qualifiers(hall.event, plan, Decisions(without=frozenset((hall.who("P1"),))))
    assert sorted(each.player.surname for each in left.entrants) == ["P2", "P3"]


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 8])
def test_the_first_two_of_a_group_do_not_meet_before_the_final(groups: int) -> None:
    levels = [[(group, (group, place)) for group in range(groups)] for place in (1, 2)]
    order = crossed(levels)
    assert order[:groups] == [(group, 1) for group in range(groups)]
    positions = [seed - 1 for pair in first_pairs(len(order)) for seed in pair]
    half = len(positions) // 2
    for group in range(groups):
        at = [positions.index(order.index((group, place))) for place in (1, 2)]
        assert (at[0] < half) != (at[1] < half)


def test_scores_are_carried_over_whole_or_of_the_games_among_those_who_enter() -> None:
    hall = hall_of(6, rounds=3)
    strong_wins(hall)
    score = final_after(hall, ("", 1, 3), system="round_robin", carry_over=CarryOver.SCORE, name="League")
    mutual = final_after(hall, ("", 1, 3), system="round_robin", carry_over=CarryOver.MUTUAL, name="Pool")
    for stage in (score, mutual):
        fill_stage(*hall.at, stage, by="A", as_they_are=True, decisions=Decisions(lot=1))
    table = {row.player.id: row for row in standings(hall.event).rows}
    for player in stage_event(hall, score).players:
        assert player.start == 4 * table[player.id].values["nbw"]
    inside_ids = {player.id for player in stage_event(hall, mutual).players}
    for player in stage_event(hall, mutual).players:
        won = [
            board
            for drawn in hall.event.rounds
            for board in drawn.boards
            if {board.white, board.black} <= inside_ids
            and (board.white if board.result is Result.WHITE_WINS else board.black) == player.id
        ]
        assert player.start == 4 * len(won)
    league = inside(hall, score)
    strong_wins(league)
    assert standings(league.event).shows_start
    first = standings(league.event).rows[0]
    assert first.player.surname == "P1"
    assert first.values["mms"] == table[first.player.id].values["nbw"] + 2


def test_nothing_is_carried_into_a_system_that_does_not_count_it() -> None:
    hall = hall_of(6)
    with pytest.raises(InputError, match="has no scores"):
        final_after(hall, ("", 1, 4), carry_over=CarryOver.SCORE)
    with pytest.raises(InputError, match="pairs by wins only"):
        final_after(hall, ("", 1, 4), system="swiss", carry_over=CarryOver.SCORE)
    stage = final_after(hall, ("", 1, 4))
    with pytest.raises(InputError, match="has no scores"):
        change_plan(*hall.at, replace(hall.event.stage(stage).plan, carry_over=CarryOver.MUTUAL), by="A")


def test_the_whole_has_later_phases_first_and_groups_place_by_place() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, final, by="A")
    strong_wins(inside(hall, final))
    rows = whole_standings(hall.event).rows
    assert [row.player.surname for row in rows[:4]] == ["P1", "P2", "P3", "P4"]
    assert [(row.place, row.player.surname, row.stage_name, row.stage_place) for row in rows[4:]] == [
        (5, "P5", "Group A", 3),
        (5, "P6", "Group B", 3),
        (7, "P7", "Group B", 4),
        (7, "P8", "Group A", 4),
    ]


def test_prizes_and_the_final_table_are_those_of_the_whole() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    prizes = (Prize(title="Cup", place=1), Prize(title="Fighter", kind=PrizeKind.WINS, wins=5))
    change_rules(*hall.at, {"prizes": prizes}, by="A")
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, final, by="A")
    strong_wins(inside(hall, final))
    cup, fighter = prizes_given(standings(hall.event))
    assert [row.player.surname for row in cup.winners] == ["P1"]
    assert [row.player.surname for row in fighter.winners] == ["P1"]
    finalise(*hall.at, by="A")
    assert whole_standings(hall.event).final
    with pytest.raises(InputError, match="the standings are final"):
        inside(hall, final).result(1, 1, Result.JIGO)
    reopen(*hall.at, reason="wrong result", by="A")
    assert not whole_standings(hall.event).final


def test_a_new_name_holds_in_all_stages_with_one_entry() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2))
    set_entrants(*hall.at, final, [hall.who("P1"), hall.who("P2")], by="A")
    inside(hall, "group-a").draw(1)
    one = hall.who("P1")
    saved = change_player(*hall.at, one, lambda old: replace(old, surname="Quill"), by="A")
    assert len(saved.entries) == 1
    assert stage_event(hall, final).player(one).surname == "Quill"
    assert stage_event(hall, "group-a").player(one).surname == "Quill"


def test_who_is_removed_leaves_the_stages_unless_they_are_drawn() -> None:
    hall = groups_of(8, 2)
    inside(hall, "group-a").draw(1)
    remove_player(*hall.at, hall.who("P2"), by="A")
    assert names(stage_event(hall, "group-b")) == ["P3", "P6", "P7"]
    with pytest.raises(InputError, match="P1 plays in Group A: withdraw them instead"):
        remove_player(*hall.at, hall.who("P1"), by="A")


def test_nobody_enters_a_stage_who_is_not_in_the_event() -> None:
    hall = groups_of(8, 2)
    stranger = Player(id=NEW, surname="Quill", grade=Grade.parse("1k"))
    with pytest.raises(InputError, match="enter Quill in the event first"):
        register_player(*inside(hall, "group-a").at, stranger, by="A")


def test_a_stage_needs_a_name_of_its_own() -> None:
    hall = hall_of(4)
    final_after(hall, ("", 1, 2))
    for name, why in (("  ", "needs a name"), ("final", "called final already")):
        with pytest.raises(InputError, match=why):
            final_after(hall, ("", 1, 2), name=name)
    assert sum(isinstance(entry.event, StageOpened) for entry in hall.state.history.entries) == 1


def _ring(hall: Console) -> StageId:
    """A group of three who beat each other in a ring."""
    group = final_after(hall, name="Group", system="round_robin", phase=1)
    set_entrants(*hall.at, group, [player.id for player in hall.event.players], by="A")
    there = inside(hall, group)
    beats = {("P1", "P2"), ("P2", "P3"), ("P3", "P1")}
    for number in (1, 2, 3):
        for board in there.draw(number).boards:
            pair = there.event.player(board.white).surname, there.event.player(board.black).surname
            there.result(number, board.table, Result.WHITE_WINS if pair in beats else Result.BLACK_WINS)
    return group
