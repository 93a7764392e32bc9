"""The referee of stages and of Pair Go finds what is wrong; every rule is broken here once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_result, strong_wins
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.stages import CarryOver, Losers, StageId
from miai.domain.tournament import Tournament
from miai.engine.judging.pair_referee import judge_not_rated, judge_sides
from miai.engine.judging.stage_referee import (
    judge_entry,
    judge_first_round,
    judge_hours,
    judge_settled,
    judge_whole,
)
from miai.engine.verify.recount import Violation
from miai.features.draw.pair import pair
from miai.features.ratings.rate import rate
from miai.features.stages.filling import fill_stage
from miai.features.stages.library_stages import with_losers_settled, with_stage_event, with_stage_filled
from miai.features.stages.overall_standings import whole_standings
from miai_lab.pair_events import PairRecipe, pair_event

FINAL, CUP = StageId("final"), StageId("cup")


@cache
def before_the_final(carry_over: CarryOver = CarryOver.NOTHING, system: str = "knockout") -> Tournament:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2), system=system, carry_over=carry_over)
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    event = hall.event
    for group in ("group-a", "group-b"):
        stage = event.stage(StageId(group)).event
        counted = replace(stage, settings=replace(stage.settings, criteria=("nbw", "sodosw")))
        event = with_stage_event(event, group, counted)
    return event


def changed(event: Tournament, stage: StageId, change: Callable[[Player], Player | None]) -> Tournament:
    """A stage with other players."""
    inner = event.stage(stage).event
    players = tuple(new for player in inner.players if (new := change(player)))
    return with_stage_event(event, stage, replace(inner, players=players))


def rules(found: list[Violation]) -> set[str]:
    return {violation.rule for violation in found}


def test_a_final_that_is_filled_by_the_rules_is_in_order() -> None:
    before = before_the_final()
    assert judge_entry(before, with_stage_filled(before, FINAL), FINAL) == []


def test_somebody_who_is_missing_or_too_many_is_found() -> None:
    before = before_the_final()
    after = with_stage_filled(before, FINAL)
    without = changed(after, FINAL, lambda player: None if player.surname == "P1" else player)
    assert "not_entered" in rules(judge_entry(before, without, FINAL))
    other = before.stage(StageId("group-a")).event.players[-1]
    swapped = changed(
        after, FINAL, lambda old: replace(other, start=old.start) if old.surname == "P4" else old
    )
    assert {"not_entered", "entered"} <= rules(judge_entry(before, swapped, FINAL))


def test_wrong_seeds_and_another_person_are_found() -> None:
    before = before_the_final()
    after = with_stage_filled(before, FINAL)
    best = changed(after, FINAL, lambda old: replace(old, start=Quarters(99)) if old.surname == "P4" else old)
    assert rules(judge_entry(before, best, FINAL)) == {"seeds"}
    equal = changed(after, FINAL, lambda old: replace(old, start=Quarters(4)))
    assert "seeds" in rules(judge_entry(before, equal, FINAL))
    seen = after.stage(FINAL).event
    weaker = replace(seen, players=tuple(replace(each, grade=Grade.parse("20k")) for each in seen.players))
    # No change of a stage leads there, because people are those of the event: only a fault would.
    stages = tuple(replace(each, event=weaker) if each.id == FINAL else each for each in after.stages)
    assert rules(judge_entry(before, replace(after, stages=stages), FINAL)) == {"another_person"}


@pytest.mark.parametrize("carry_over", [CarryOver.SCORE, CarryOver.MUTUAL])
def test_a_score_that_is_not_carried_over_is_found(carry_over: CarryOver) -> None:
    before = before_the_final(carry_over, "round_robin")
    after = with_stage_filled(before, FINAL)
    assert judge_entry(before, after, FINAL) == []
    wrong = changed(after, FINAL, lambda old: replace(old, start=Quarters((old.start or 0) + 2)))
    assert rules(judge_entry(before, wrong, FINAL)) == {"carried"}


def test_a_first_round_that_is_not_that_of_the_seeds_is_found() -> None:
    event = with_stage_filled(before_the_final(), FINAL)
    one, four, two, three = (
        next(player.id for player in event.players if player.surname == name)
        for name in ("P1", "P4", "P2", "P3")
    )
    boards = (Board(table=1, white=one, black=four), Board(table=2, white=two, black=three))
    final = replace(event.stage(FINAL).event, rounds=(Round(number=1, boards=boards),))
    assert rules(judge_first_round(with_stage_event(event, FINAL, final), FINAL)) == {
        "bracket",
        "not_crossed",
    }


@cache
def cup_after_round_one() -> Tournament:
    hall = hall_of(12, system="mcmahon", rounds=5)
    final_after(hall, ("", 1, 8), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, CUP, by="A")
    for there in (hall, inside(hall, CUP)):
        for board in there.draw(1).boards:
            there.result(1, board.table, strong_result(there.event, board))
    return hall.event


def main_changed(event: Tournament, name: str, change: Callable[[Player], Player]) -> Tournament:
    players = tuple(change(player) if player.surname == name else player for player in event.players)
    return replace(event, players=players)


def test_losers_of_a_cup_who_join_by_the_rules_are_in_order() -> None:
    before = cup_after_round_one()
    after = with_losers_settled(before, CUP, after=1)
    assert judge_settled(before, after, CUP, 1) == []
    assert judge_hours(after) == []


def test_who_joins_with_another_score_or_stays_away_or_comes_too_early_is_found() -> None:
    before = cup_after_round_one()
    after = with_losers_settled(before, CUP, after=1)
    richer = main_changed(after, "P8", lambda old: replace(old, correction=Quarters(4)))
    assert rules(judge_settled(before, richer, CUP, 1)) == {"joining_score"}
    assert rules(judge_settled(before, before, CUP, 1)) == {"not_joined"}
    early = main_changed(after, "P1", lambda old: replace(old, absent_rounds=frozenset()))
    assert rules(judge_settled(before, early, CUP, 1)) == {"not_away"}


def test_two_games_at_one_hour_and_two_stages_of_one_phase_are_found() -> None:
    event = cup_after_round_one()
    in_cup = event.stage(CUP).event.players
    board = Board(table=9, white=in_cup[0].id, black=in_cup[1].id)
    drawn = replace(event.rounds[0], boards=(*event.rounds[0].boards, board))
    assert rules(judge_hours(replace(event, rounds=(drawn,)))) == {"two_games"}
    groups = before_the_final()
    everybody = replace(groups.stage(StageId("group-a")).event, players=groups.players)
    assert rules(judge_hours(with_stage_event(groups, "group-a", everybody))) == {"two_stages"}


@dataclass(frozen=True)
class Row:
    place: int
    player: Player
    stage: StageId
    stage_place: int


def test_a_whole_in_a_wrong_order_is_found() -> None:
    event = with_stage_filled(before_the_final(), FINAL)
    rows = [Row(row.place, row.player, row.stage, row.stage_place) for row in whole_standings(event).rows]
    assert judge_whole(event, rows) == []
    assert {"whole_order", "whole_place"} & rules(judge_whole(event, rows[::-1]))
    assert "whole_rows" in rules(judge_whole(event, rows[1:]))
    moved = [replace(rows[0], stage=StageId("group-a")), *rows[1:]]
    assert "whole_phase" in rules(judge_whole(event, moved))
    tied = [replace(row, place=1) for row in rows]
    assert "whole_shared" in rules(judge_whole(event, tied))


def test_a_side_with_another_grade_or_too_few_people_is_found() -> None:
    event = pair_event(PairRecipe(fewest=6, most=6), 1)
    first = event.players[0]
    draw = pair(event, round=1)
    assert judge_sides(event, draw) == []
    wrong = replace(first, grade=Grade.of_number(first.grade.number - 3))
    assert "side_grade" in rules(judge_sides(replace(event, players=(wrong, *event.players[1:])), draw))
    alone = replace(first, members=first.members[:1])
    assert "people" in rules(judge_sides(replace(event, players=(alone, *event.players[1:])), draw))


def test_sides_of_one_country_that_need_not_meet_are_found() -> None:
    rules_apart = PairingRules(
        same_country=1, same_club=0, same_clubs_group=0, exempt_at_bar=False, exempt_from=None
    )
    event = pair_event(PairRecipe(system="swiss", fewest=4, most=4), 2)
    players = tuple(
        replace(
            player,
            absent_rounds=frozenset(),
            members=tuple(replace(each, country=country) for each in player.members),
        )
        for player, country in zip(event.players, ("FR", "FR", "DE", "DE"), strict=True)
    )
    event = replace(event, players=players, settings=replace(event.settings, pairing=rules_apart))
    draw = pair(event, round=1)
    assert judge_sides(event, draw) == []
    by_id = {player.id: player for player in players}
    white = [by_id[each.id] for each in players[::2]]
    black = [by_id[each.id] for each in players[1::2]]
    boards = tuple(
        replace(board, white=one, black=other)
        for board, one, other in zip(draw.boards, white, black, strict=True)
    )
    assert "not_apart" in rules(judge_sides(event, replace(draw, boards=boards)))


def test_a_rating_that_changes_is_found() -> None:
    event = pair_event(PairRecipe(fewest=4, most=4), 1)
    changes = rate(event)
    assert judge_not_rated(event.players, changes) == []
    raised = (replace(changes[0], after=changes[0].after + 1), *changes[1:])
    assert rules(judge_not_rated(event.players, raised)) == {"rated"}
