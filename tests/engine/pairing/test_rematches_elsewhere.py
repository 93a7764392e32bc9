"""Rematches of other parts of an event give way if no pairing avoids them all."""

from dataclasses import replace

import pytest

from kit.console import Console
from kit.staged_hall import final_after, hall_of, inside, strong_result
from miai.domain.log.document import write_history
from miai.domain.log.events import WishesChanged
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing.protocol import Draw
from miai.engine.verify.verdicts import Why
from miai.errors import NoPairingError
from miai.features.draw.draw_round import draw_round
from miai.features.draw.pair import pair
from miai.features.publish.publish_round import publish_round
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.verify.verify_draw import Conclusion, verify_draw

GROUP, FINAL = StageId("group"), StageId("final")
WARNING = "no pairing avoids all rematches with other parts of the event"


def hall_with(players: int, *, system: str = "swiss", preset: str = "miai") -> Console:
    """A group in which all met, and a final of the same players and two others if there are six."""
    hall = hall_of(players)
    final_after(hall, name="Group", system="round_robin", phase=1)
    set_entrants(*hall.at, GROUP, [player.id for player in hall.event.players[:4]], by="A")
    group = inside(hall, GROUP)
    for number in (1, 2, 3):
        for board in group.draw(number).boards:
            group.result(number, board.table, strong_result(group.event, board))
    final_after(hall, (GROUP, 1, 4), system=system)
    if players == 4:
        fill_stage(*hall.at, FINAL, by="A")
    else:
        set_entrants(*hall.at, FINAL, [player.id for player in hall.event.players], by="A")
    change_rules(*inside(hall, FINAL).at, {"rounds": 4, "preset": preset}, by="A")
    return hall


def rematches(event: Tournament, draw: Draw) -> int:
    """The games of a draw between two players of the group."""
    group = {player.id for player in event.players[:4]}
    return sum({board.white.id, board.black.id} <= group for board in draw.boards)


@pytest.mark.parametrize("preset", ["miai", "kaniuk", "aga"])
def test_a_final_of_players_who_all_met_is_drawn_and_no_game_of_it_twice(preset: str) -> None:
    hall = hall_with(4, preset=preset)
    final = inside(hall, FINAL)
    games: set[frozenset[str]] = set()
    for number in (1, 2, 3):
        made = draw_round(*final.at, round=number, by="A")
        warnings = [str(each) for each in made.draw.problems]
        assert len([each for each in warnings if WARNING in each]) == 2, warnings
        assert any("of Group" in each for each in warnings)
        games |= {frozenset((board.white, board.black)) for board in final.event.round(number).boards}
        for board in final.event.round(number).boards:
            final.result(number, board.table, strong_result(final.event, board))
    assert len(games) == 6
    # By now all have met in the final itself, which nothing allows.
    with pytest.raises(NoPairingError):
        draw_round(*final.at, round=4, by="A")


@pytest.mark.parametrize("system", ["swiss", "mcmahon", "backtracking", "random"])
def test_as_few_are_drawn_as_there_must_be(system: str) -> None:
    hall = hall_with(6, system=system)
    event = inside(hall, FINAL).event
    # Two of the four play the two new players; the other two have to meet again.
    draw = pair(event, round=1, seed=3)
    assert rematches(event, draw) == 1
    assert not any(each.rule == "rematch" for each in judge(event, draw))
    assert sum(WARNING in str(each) for each in draw.problems) == 1


def test_none_is_drawn_if_a_pairing_without_exists() -> None:
    hall = hall_of(8)
    final_after(hall, name="Group", system="round_robin", phase=1)
    set_entrants(*hall.at, GROUP, [player.id for player in hall.event.players[:4]], by="A")
    group = inside(hall, GROUP)
    for number in (1, 2, 3):
        for board in group.draw(number).boards:
            group.result(number, board.table, strong_result(group.event, board))
    final_after(hall, system="swiss")
    set_entrants(*hall.at, FINAL, [player.id for player in hall.event.players], by="A")
    draw = pair(inside(hall, FINAL).event, round=1)
    assert (rematches(hall.event, draw), draw.problems) == (0, ())


def test_the_wish_of_the_director_does_not_give_way() -> None:
    hall = hall_with(4)
    event = inside(hall, FINAL).event
    one = event.players[0].id
    apart = tuple((one, other.id) for other in event.players[1:])
    with pytest.raises(NoPairingError):
        pair(replace(event, wishes=Wishes(apart=apart)), round=1)
    two = Wishes(apart=apart[:2])
    draw = pair(replace(event, wishes=two), round=1)
    assert frozenset((one, event.players[3].id)) in {
        frozenset((board.white.id, board.black.id)) for board in draw.boards
    }


def test_a_published_draw_with_such_a_rematch_is_verified_by_the_log() -> None:
    hall = hall_with(6)
    final = inside(hall, FINAL)
    new = [player.id for player in final.event.players[4:]]
    wishes = Wishes(apart=((final.event.players[0].id, new[0]),))
    final.desk.change(final.id, lambda _: [WishesChanged(wishes=wishes)], by="A")
    draw_round(*final.at, round=1, by="A")
    publish_round(*final.at, round=1, by="A")
    found = verify_draw(write_history(hall.state.history), round=1, stage=FINAL)
    assert found.round is not None
    assert not found.round.differences
    # Only who plays there does not follow: two were entered without qualifying.
    assert {each.why for each in found.round.missing} == {Why.NOT_QUALIFIED}
    assert found.conclusion is Conclusion.NOT_VERIFIED
