"""Two laptops that worked apart: what the other one entered means here what it meant there, or is refused."""

import pytest

from kit.console import Console, console
from kit.parted_laptops import PartedLaptop
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.wishes import never_pair
from miai.features.players.change_player import withdraw
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.standings.bonus import give_bonus

BY = "Bo"


def _enter(laptop: PartedLaptop, at: Console, name: str) -> PlayerId:
    register_player(laptop.desk, at.id, Player(id=NEW, surname=name, grade=Grade.parse("1d")), by=BY)
    return laptop.desk.state(at.id).tournament.players[-1].id


def test_two_who_were_entered_on_two_laptops_are_two_people() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    other = PartedLaptop(at.store)
    at.enter("Cy")
    dora = _enter(other, at, "Dora")
    never_pair(other.desk, at.id, a=at.who("Ada"), b=dora, by=BY)
    assert other.carry_over(at.desk, at.id) == ()
    assert [player.surname for player in at.event.players] == ["Ada", "Bo", "Cy", "Dora"]
    assert at.event.wishes.apart == ((at.who("Ada"), at.who("Dora")),)


def test_what_names_a_player_who_was_refused_is_refused_with_them() -> None:
    at = console("Ada 3d, Bo 1k", rounds=2)
    # As Miai 0.2 made them: the same id on both laptops.
    other = PartedLaptop(at.store, origin="")
    cy, dora = at.enter("Cy"), _enter(other, at, "Dora")
    assert cy == dora
    never_pair(other.desk, at.id, a=at.who("Ada"), b=dora, by=BY)
    problems = [str(each.what) for each in other.carry_over(at.desk, at.id)]
    assert at.event.wishes.apart == (), "Cy is not the one whom the other laptop meant"
    wish = "“Wish for the draw: Ada and Dora never meet”"
    assert problems[1:] == [f"{wish} is not entered, because this was not entered either: Dora"]


@pytest.mark.parametrize("what", ["published", "bonus", "result", "taken back"])
def test_what_is_about_a_draw_that_was_refused_is_refused_with_it(what: str) -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k, Di 5k", rounds=2)
    other = PartedLaptop(at.store)
    at.desk.change(at.id, lambda _: [events.PlayerWithdrew(player=at.who("Di"), from_round=1)], by=BY)
    at.draw(1)
    there = other.desk, at.id
    draw_round(*there, round=1, by=BY)
    if what == "published":
        publish_round(*there, round=1, by=BY)
    elif what == "bonus":
        give_bonus(*there, round=1, player=at.who("Ada"), points=POINT, by=BY)
    elif what == "taken back":
        take_back_round(*there, round=1, by=BY)
    else:
        change = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
        other.desk.change(at.id, lambda _: [change], by=BY)
    before = at.event
    problems = [str(each.what) for each in other.carry_over(at.desk, at.id)]
    assert at.event == before
    assert "not entered either: the draw of round 1" in problems[-1]


def test_a_draw_with_a_player_who_left_here_is_refused() -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k, Di 5k", rounds=2)
    other = PartedLaptop(at.store)
    draw_round(other.desk, at.id, round=1, by=BY)
    withdraw(*at.at, at.who("Di"), from_round=1, by=BY)
    (problem,) = other.carry_over(at.desk, at.id)
    assert str(problem.what).endswith("because these do not play in this round here: Di")
    assert at.event.rounds == ()


def test_a_draw_with_a_player_who_is_no_longer_here_is_refused() -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k, Di 5k", rounds=2)
    at.draw(1)
    at.play(1)
    other = PartedLaptop(at.store)
    draw_round(other.desk, at.id, round=2, by=BY)
    at.leave("Di")
    (problem,) = other.carry_over(at.desk, at.id)
    assert str(problem.what).endswith("because these do not play in this round here: Di")


def test_the_same_draw_made_on_both_laptops_keeps_the_results_of_both() -> None:
    at = console("Ada 3d, Bo 1k, Cy 2k, Di 5k", rounds=2)
    other = PartedLaptop(at.store)
    at.draw(1)
    draw_round(other.desk, at.id, round=1, by=BY)
    enter_result(other.desk, at.id, round=1, table=2, result=Result.WHITE_WINS, by=BY)
    at.result(1, 1, Result.JIGO)
    assert other.carry_over(at.desk, at.id) == ()
    assert [board.result for board in at.event.round(1).boards] == [Result.JIGO, Result.WHITE_WINS]
