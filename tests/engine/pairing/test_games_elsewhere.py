"""A draw knows the games that players have had in other parts of the event."""

import pytest

from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_wins
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.rounds.game import Result
from miai.domain.stages import Losers, StageId
from miai.engine.pairing.rules.forbidding import NeverMet
from miai.engine.pairing.rules.rematch import Rematch
from miai.engine.pairing.view import build_view
from miai.engine.verify.before_round import facts_before
from miai.features.stages.cup import settle_losers
from miai.features.stages.filling import fill_stage, set_entrants


@pytest.fixture
def hall() -> Console:
    """A main event of eight, and a cup of four beside it whose first round is over."""
    hall = hall_of(8, system="mcmahon", rounds=3)
    cup = final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, cup, by="A", as_they_are=True)
    hall.draw(1)
    hall.play(1)
    strong_wins(inside(hall, "cup"), last=1)
    return hall


def test_the_main_event_knows_the_games_of_the_cup_beside_it(hall: Console) -> None:
    # In round 3 all are in one field.
    strong_wins(inside(hall, "cup"), last=2)
    hall.draw(2)
    hall.play(2)
    settle_losers(*hall.at, StageId("cup"), round=2, by="A")
    third = build_view(hall.event, 3, seed=0)
    at = {player.surname: i for i, player in enumerate(third.players)}
    two, three = at["P2"], at["P3"]
    assert third.met[two, three] == third.met[three, two] == 1
    assert third.met_in(two, three) == ()
    assert str(Rematch().explain(third, two, three)) == "they met in round 1 of Cup"
    assert str(NeverMet().explain(third, two, three)) == "P2 and P3 met in round 1 of Cup"
    drawn = hall.draw(3)
    games = {frozenset((board.white, board.black)) for board in drawn.boards}
    assert frozenset((hall.who("P2"), hall.who("P3"))) not in games


def test_no_game_of_a_weekend_with_a_cup_beside_it_is_played_twice(hall: Console) -> None:
    cup = inside(hall, "cup")
    strong_wins(cup, last=2)
    for number in (2, 3):
        hall.draw(number)
        hall.play(number)
        if number == 2:
            settle_losers(*hall.at, StageId("cup"), round=2, by="A")
    games = [
        frozenset((board.white, board.black))
        for event in (hall.event, cup.event)
        for drawn in event.rounds
        for board in drawn.boards
    ]
    assert len(games) == len(set(games))


def test_colours_of_other_parts_come_first_in_the_order_of_play() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2), system="swiss")
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    set_entrants(*hall.at, final, [hall.who(name) for name in ("P1", "P4", "P2", "P3")], by="A")
    event = inside(hall, final).event
    view = build_view(event, 1, seed=0)
    whites = [
        sum(player.id in (board.white for board in drawn.boards) for drawn in group.rounds)
        for player in view.players
        for group in [next(s.event for s in hall.event.stages if player in s.event.players)]
    ]
    assert view.whites.tolist() == whites
    assert (view.whites + view.blacks).tolist() == [3, 3, 3, 3]
    at = {player.surname: i for i, player in enumerate(view.players)}
    assert view.met[at["P1"], at["P4"]] == 1
    assert view.met[at["P1"], at["P2"]] == 0
    assert view.scores.tolist() == build_view(event, 1, seed=0, pricing=FIRST_PRICING).scores.tolist()


def test_draws_of_the_first_pricing_did_not_look_at_other_parts(hall: Console) -> None:
    view = build_view(hall.event, 2, seed=0, pricing=FIRST_PRICING)
    assert view.met_elsewhere == {}


def test_later_rounds_of_other_parts_are_not_known() -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2), system="swiss")
    group = inside(hall, "group-a")
    strong_wins(group, last=1)
    set_entrants(*hall.at, final, [hall.who(name) for name in ("P1", "P4", "P2", "P3")], by="A")
    inside(hall, final).draw(1)
    inside(hall, final).result(1, 1, Result.WHITE_WINS)
    assert build_view(group.event, 2, seed=0).met_elsewhere == {}


def test_a_player_who_had_the_bye_in_one_stage_is_not_the_first_for_it_in_the_next() -> None:
    hall = hall_of(5, rounds=1)
    hall.draw(1)
    hall.play(1)
    assert hall.event.round(1).free == (hall.who("P5"),)
    final = final_after(hall, ("", 1, 5), system="swiss")
    fill_stage(*hall.at, final, by="A", as_they_are=True)
    stage = inside(hall, final).event
    view = build_view(stage, 1, seed=0)
    at = {player.surname: i for i, player in enumerate(view.players)}
    assert [view.byes[at[f"P{n}"]] for n in range(1, 6)] == [0, 0, 0, 0, 1]
    assert sum(build_view(stage, 1, seed=0, pricing=FIRST_PRICING).byes) == 0
    drawn = inside(hall, final).draw(1)
    assert drawn.free == (hall.who("P4"),)
    facts = facts_before(inside(hall, final).event, 1, seed=0)
    assert {each.player.surname: each.byes for each in facts} == {"P1": 0, "P2": 0, "P3": 0, "P4": 0, "P5": 1}


def test_the_verifier_finds_the_same_opponents_and_colours(hall: Console) -> None:
    strong_wins(inside(hall, "cup"), last=2)
    hall.draw(2)
    hall.play(2)
    settle_losers(*hall.at, StageId("cup"), round=2, by="A")
    hall.draw(3)
    for pricing in (FIRST_PRICING, FIRST_PRICING + 1):
        view = build_view(hall.event, 3, seed=0, pricing=pricing)
        facts = {each.player.id: each for each in facts_before(hall.event, 3, seed=0, pricing=pricing)}
        ids = [player.id for player in view.players]
        assert set(facts) == set(ids)
        for i, player in enumerate(ids):
            met = {other for j, other in enumerate(ids) if view.met[i, j]}
            assert facts[player].met & set(ids) == met
            assert facts[player].balance == view.balances[i]
            assert facts[player].last_colour == view.last_colours[i]
