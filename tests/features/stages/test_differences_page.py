"""A stage with other players than the places say: the page names them, and the director decides there."""

from pathlib import Path
from typing import Any

import pytest

from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, names, stage_event, strong_wins
from kit.web_site import Site, marks_in
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId, TieRule
from miai.features.players.change_player import withdraw
from miai.features.results.enter_result import enter_result
from miai.features.stages.filling import fill_stage
from miai.features.stages.page.differences import notices

FINAL = StageId("final")
KEEP = "Keep the players of Final"


@pytest.fixture
def hall() -> Console:
    """A final of the first two of two groups that are over; it is filled."""
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, FINAL, by="A")
    return hall


@pytest.fixture
def site(hall: Console, tmp_path: Path) -> Site:
    return Site(hall.desk, data=tmp_path)


def act(site: Site, hall: Console) -> str:
    """The black button of the page."""
    return site.get(f"/t/{hall.id}/stages").text.split('class="btn primary"')[1].split("<")[0].split(">")[1]


def test_nothing_is_said_as_long_as_nothing_differs(site: Site, hall: Console) -> None:
    inside(hall, FINAL).draw(1)
    assert notices(hall.event) == []
    for page in ("stages", "stages/final"):
        assert 'id="differs-final"' not in site.get(f"/t/{hall.id}/{page}").text


def test_a_player_is_replaced_with_one_press(site: Site, hall: Console) -> None:
    inside(hall, FINAL).draw(1)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    shown = site.get(f"/t/{hall.id}/stages").text
    assert "A withdrawal changes who plays in Final." in shown
    assert "Replace P2 with P6" in shown
    assert KEEP in shown
    assert act(site, hall) == "Decide who plays in Final"
    # The same on the page of the stage; the groups say who is in the final and who is not.
    assert "Replace P2 with P6" in site.get(f"/t/{hall.id}/stages/final").text
    assert "not in Final" in shown
    site.post(f"/t/{hall.id}/stages/final/replace", leaving=hall.who("P2"), entering=hall.who("P6"))
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P3", "P4", "P6"]
    assert 'id="differs-final"' not in site.get(f"/t/{hall.id}/stages").text


def test_a_field_with_games_is_kept(site: Site, hall: Console) -> None:
    final = inside(hall, FINAL)
    final.draw(1)
    for board in final.event.round(1).boards:
        final.result(1, board.table, Result.WHITE_WINS)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    shown = site.get(f"/t/{hall.id}/stages").text
    assert "A player with a result there cannot be replaced." in shown
    assert "Replace P2" not in shown
    site.post(f"/t/{hall.id}/stages/final/keep")
    assert set(hall.event.stage(FINAL).kept) == {hall.who("P2"), hall.who("P6")}
    assert 'id="differs-final"' not in site.get(f"/t/{hall.id}/stages").text


def test_a_stage_that_is_not_drawn_is_filled_again(site: Site, hall: Console) -> None:
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    assert act(site, hall) == "Fill Final again…"
    shown = site.get(f"/t/{hall.id}/stages").text
    assert "Nothing is drawn there yet" in shown
    assert KEEP not in shown
    site.post(f"/t/{hall.id}/stages/final/fill")
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P3", "P4", "P6"]


def test_a_result_corrected_after_the_draw_names_who_is_in_and_who_qualifies(
    site: Site, hall: Console
) -> None:
    inside(hall, FINAL).draw(1)
    group = inside(hall, "group-a")
    for loser in ("P5", "P8"):
        for drawn in group.event.rounds:
            board = drawn.board_of(hall.who("P4"))
            assert board
            if hall.who(loser) in (board.white, board.black):
                won = Result.BLACK_WINS if board.white == hall.who("P4") else Result.WHITE_WINS
                enter_result(*group.at, round=drawn.number, table=board.table, result=won, by="A")
    shown = site.get(f"/t/{hall.id}/stages").text
    assert "The places have changed who qualifies for Final." in shown
    assert "Replace P4 with P5" in shown


def test_a_replacement_that_is_refused_says_why(site: Site, hall: Console) -> None:
    inside(hall, FINAL).draw(1)
    answer = site.post(f"/t/{hall.id}/stages/final/replace", leaving=hall.who("P1"), entering=hall.who("P4"))
    assert answer.status_code == 422
    assert "P4 is in Final already" in answer.text
    assert not marks_in(answer)


def test_the_plan_asks_for_the_rule_for_ties_and_the_card_names_it_beforehand(tmp_path: Path) -> None:
    hall = hall_of(8)
    site = Site(hall.desk, data=tmp_path)
    own = f"/t/{hall.id}/stages"
    answers = "way=groups&shown=groups&groups=2&each=2"
    assert "the criteria, then the director decides." in site.get(f"{own}/add/plan?{answers}").text
    assert "the criteria, then a play-off." in site.get(f"{own}/add/plan?{answers}&ties=play-off").text
    fields: dict[str, Any] = dict(each.split("=") for each in answers.split("&"))
    site.post(f"{own}/add/plan", **fields, ties="lot")
    assert [stage.plan.ties for stage in hall.event.stages if stage.plan.sources] == [TieRule.LOT]
    assert "the criteria, then a lot that nobody chooses." in site.get(own).text
