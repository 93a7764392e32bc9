"""Ties and replacements on the pages: what is asked, what the black button is, and what the public reads."""

from pathlib import Path
from typing import Any

import pytest

from features.stages.test_plan_page import black_buttons, text_of
from features.stages.test_ties import FINAL, GROUP, decide, entrants, hall_with, play, play_off_of
from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, names, stage_event, strong_wins
from kit.web_site import Site
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId, TieRule
from miai.features.consequences.entrant_moves import entrant_moves
from miai.features.overview.stage_steps import StepKind, next_steps
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.stages.filling import fill_stage
from miai.features.stages.going_on import going_on
from miai.features.stages.groups import open_groups
from miai.features.stages.planned import seats_of
from miai.features.stages.qualification_check import qualification_check

STRONG = {("P1", "P2"), ("P1", "P3"), ("P1", "P4"), ("P2", "P3"), ("P2", "P4"), ("P3", "P4")}


def site_of(hall: Console, tmp_path: Path) -> Site:
    return Site(hall.desk, data=tmp_path)


def button(site: Site, hall: Console, page: str = "stages") -> str:
    (found,) = black_buttons(site.get(f"/t/{hall.id}/{page}").text)
    return found


def lose_to_p4(hall: Console) -> None:
    """P4 wins against P2 after all: P2, P3 and P4 share the second place."""
    group = inside(hall, GROUP)
    for drawn in group.event.rounds:
        for board in drawn.boards:
            if {board.white, board.black} == {hall.who("P2"), hall.who("P4")}:
                lost = Result.BLACK_WINS if board.white == hall.who("P2") else Result.WHITE_WINS
                group.result(drawn.number, board.table, lost)


def test_the_black_button_opens_the_play_off_that_the_rule_names(tmp_path: Path) -> None:
    hall = hall_with(TieRule.PLAY_OFF)
    site = site_of(hall, tmp_path)
    assert [step.kind for step in next_steps(hall.event)] == [StepKind.PLAY_OFF]
    assert button(site, hall) == "Open the play-off for Final"
    # The page of the stage offers no choice and no lot, because the rule is another one.
    page = site.get(f"/t/{hall.id}/stages/{FINAL}").text
    assert 'name="chosen"' not in page
    assert "Draw lots" not in page
    assert button(site, hall, f"stages/{FINAL}") == "Play off"
    assert site.post(f"/t/{hall.id}/stages/{FINAL}/play-off").status_code == 303
    assert names(stage_event(hall, play_off_of(hall))) == ["P2", "P3", "P4"]
    # From now on its games are the next step, and the final waits for them.
    assert button(site, hall) == "Draw round 1 of Play-off of Group"
    assert "Waiting for Play-off of Group; then Final can be filled." in text_of(
        site.get(f"/t/{hall.id}/stages").text
    )
    decide(hall, play_off_of(hall))
    assert button(site, hall) == "Fill Final"


def test_a_tie_after_a_correction_is_played_off_from_the_notice(tmp_path: Path) -> None:
    hall = hall_with(TieRule.PLAY_OFF, played=False)
    play(hall, STRONG)
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    before = hall.event
    lose_to_p4(hall)
    # The correction itself says so before it is saved.
    [move] = entrant_moves(before, hall.event, lambda each: hall.event.player(PlayerId(each)).name)
    assert [sorted(each) for each in move.tied_names] == [["P2", "P3", "P4"]]
    assert not list(entrant_moves(hall.event, hall.event, str))
    site = site_of(hall, tmp_path)
    shown = text_of(site.get(f"/t/{hall.id}/stages").text)
    assert "Players share the last place that leads to Final." in shown
    assert "Play off: P2, P3 and P4" in shown
    assert button(site, hall) == "Decide who plays in Final"
    [tie] = qualification_check(hall.event, FINAL).ties
    playing = " ".join(player.id for player in tie.players)
    site.post(f"/t/{hall.id}/stages/{FINAL}/play-off", players=playing, confirm_reason="as announced")
    assert "as announced" in site.get(f"/t/{hall.id}/history").text
    shown = text_of(site.get(f"/t/{hall.id}/stages").text)
    assert "Play-off of Group decides" in shown
    assert "Play off:" not in shown
    assert button(site, hall) == "Draw round 1 of Play-off of Group"


def test_a_disputed_place_is_played_off_from_the_notice(tmp_path: Path) -> None:
    hall = hall_with(TieRule.DIRECTOR, played=False)
    play(hall, STRONG)
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    for loser in ("P3", "P4"):
        group = inside(hall, GROUP)
        for drawn in group.event.rounds:
            for board in drawn.boards:
                if {board.white, board.black} == {hall.who("P2"), hall.who(loser)}:
                    lost = Result.BLACK_WINS if board.white == hall.who("P2") else Result.WHITE_WINS
                    group.result(drawn.number, board.table, lost)
    site = site_of(hall, tmp_path)
    assert "Play off: P3 and P2" in text_of(site.get(f"/t/{hall.id}/stages").text)
    site.post(f"/t/{hall.id}/stages/{FINAL}/play-off", players=f"{hall.who('P3')} {hall.who('P2')}")
    shown = text_of(site.get(f"/t/{hall.id}/stages").text)
    assert "Play-off of Group is not over." in shown
    assert "Go to Play-off of Group" in shown


def test_the_director_chooses_step_by_step(tmp_path: Path) -> None:
    hall = hall_with(TieRule.DIRECTOR, places=3)
    site = site_of(hall, tmp_path)
    own = f"stages/{FINAL}"
    assert button(site, hall, own) == "Look again"
    # Two of three enter: one is chosen, and the other two share what is left.
    page = site.get(f"/t/{hall.id}/{own}?chosen={hall.who('P3')}").text
    seeds = page.split('id="qualifiers"')[1].split("</table>")[0]
    assert "P3" in seeds
    assert "1 of them enters" in text_of(page)
    both = f"{own}?chosen={hall.who('P3')}&chosen={hall.who('P2')}"
    assert button(site, hall, both) == "Fill"
    page = site.get(f"/t/{hall.id}/{both}").text
    assert "P2 goes on" in text_of(page)
    site.post(f"/t/{hall.id}/{own}/fill", chosen=[hall.who("P3"), hall.who("P2")])
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P2", "P3"]


def test_a_tie_in_one_group_names_that_group_and_hides_nobody(tmp_path: Path) -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    strong_wins(inside(hall, "group-b"))
    group = inside(hall, "group-a")
    ring = {("P1", "P4"), ("P1", "P5"), ("P1", "P8"), ("P4", "P5"), ("P5", "P8"), ("P8", "P4")}
    for number in (1, 2, 3):
        for board in group.draw(number).boards:
            pair = group.event.player(board.white).surname, group.event.player(board.black).surname
            group.result(number, board.table, Result.WHITE_WINS if pair in ring else Result.BLACK_WINS)
    said = [str(step.what) for step in next_steps(hall.event) if step.kind is StepKind.FILL]
    assert said == ["Group A: decide who goes on to Final"]
    seats = {
        (seat.stage, seat.place): seat.player and seat.player.surname
        for seat in seats_of(hall.event, hall.event.stage(FINAL))
    }
    assert seats == {
        ("group-a", 1): "P1",
        ("group-a", 2): None,
        ("group-b", 1): "P2",
        ("group-b", 2): "P3",
    }
    assert "P1" in site_of(hall, tmp_path).get(f"/t/{hall.id}/stages").text.split('id="stage-final"')[1]


def test_nobody_is_tied_before_the_first_result() -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    group = inside(hall, "group-a")
    group.draw(1)
    assert not going_on(hall.event, StageId("group-a")).tied
    group.result(1, 1, Result.WHITE_WINS)
    assert going_on(hall.event, StageId("group-a")).line == 2


def test_a_stage_waits_for_the_rounds_that_follow(tmp_path: Path) -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        inside(hall, group).draw(1)
    shown = text_of(site_of(hall, tmp_path).get(f"/t/{hall.id}/stages").text)
    left = "2 rounds are still to be played"
    assert f"Group A: {left}; Group B: {left}; then Final can be filled." in shown
    assert "results are missing; then" not in shown


def test_one_press_draws_a_round_of_one_stage_and_one_publishes_it(tmp_path: Path) -> None:
    hall = hall_with(TieRule.DIRECTOR, played=False)
    play(hall, STRONG)
    fill_stage(*hall.at, FINAL, by="A")
    site = site_of(hall, tmp_path)
    assert button(site, hall) == "Draw round 1 of Final"
    site.post(f"/t/{hall.id}/stages/all/draw")
    assert button(site, hall) == "Publish round 1 of Final"
    site.post(f"/t/{hall.id}/stages/all/publish")
    assert stage_event(hall, FINAL).round(1).shown is not None
    assert button(site, hall) == "Enter results of Final"


def test_any_player_replaces_any_other_one_in_a_form(tmp_path: Path) -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, FINAL, by="A")
    site = site_of(hall, tmp_path)
    own = f"/t/{hall.id}/stages/{FINAL}"
    assert "Replace a player" not in site.get(own).text
    inside(hall, FINAL).draw(1)
    publish_round(*inside(hall, FINAL).at, round=1, by="A")
    form = site.get(own).text.split(f'action="{own}/replace"')[1].split("</form>")[0]
    assert [name for name in ("P1", "P2", "P3", "P4") if f">{name}<" in form.split("entering")[0]]
    assert ">P8<" in form.split('name="entering"')[1]
    fields: dict[str, Any] = {
        "leaving": hall.who("P1"),
        "entering": hall.who("P8"),
        "confirm_reason": "agreed",
    }
    assert site.post(f"{own}/replace", **fields).status_code == 303
    assert sorted(names(stage_event(hall, FINAL))) == ["P2", "P3", "P4", "P8"]
    assert "agreed" in site.get(f"/t/{hall.id}/history").text
    refused = site.post(f"{own}/replace", leaving="nobody", entering=hall.who("P7"))
    assert refused.status_code == 422


@pytest.mark.parametrize(("typed", "rule"), [("lot", TieRule.LOT), ("", TieRule.DIRECTOR)])
def test_a_single_stage_asks_for_its_rule_for_ties(tmp_path: Path, typed: str, rule: TieRule) -> None:
    hall = hall_of(8)
    site = site_of(hall, tmp_path)
    assert "Ties for the last place" in site.get(f"/t/{hall.id}/stages/add/stage").text
    fields: dict[str, Any] = {
        "source": "",
        "first": "1",
        "last": "4",
        "carry_over": "nothing",
        "phase": "",
        "rounds": "",
    }
    answer = site.post(f"/t/{hall.id}/stages/add/stage", name="Cup", system="knockout", ties=typed, **fields)
    assert answer.status_code == 303, answer.text
    assert hall.event.stages[0].plan.ties is rule


def test_the_public_reads_the_rule_beforehand(tmp_path: Path) -> None:
    hall = hall_with(TieRule.LOT, played=False)
    site = site_of(hall, tmp_path)
    said = "Ties for the last place that counts: the criteria, then a lot that nobody chooses."
    inside(hall, GROUP).draw(1)
    publish_round(*inside(hall, GROUP).at, round=1, by="A")
    assert said in text_of(site.get(f"/p/{hall.id}").text)
    play_out(hall)
    publish_standings(*inside(hall, GROUP).at, after=3, by="A")
    assert said in text_of(site.get(f"/p/{hall.id}/standings").text)
    assert entrants(hall.event)[0] == "P1"


def play_out(hall: Console) -> None:
    group = inside(hall, GROUP)
    for number in (1, 2, 3):
        if number > 1:
            group.draw(number)
        for board in group.event.round(number).boards:
            pair = group.event.player(board.white).surname, group.event.player(board.black).surname
            group.result(number, board.table, Result.WHITE_WINS if pair in STRONG else Result.BLACK_WINS)


def test_an_event_with_stages_has_them_in_the_side_bar(tmp_path: Path) -> None:
    hall = hall_of(8)
    site = site_of(hall, tmp_path)

    def bar() -> tuple[str, str]:
        first, more = site.get(f"/t/{hall.id}").text.split('id="rail-nav"')[1].split("<details", 1)
        return first, more.split("</details>")[0]

    address = f'href="/t/{hall.id}/stages"'
    first, more = bar()
    assert address not in first
    assert address in more
    open_groups(*hall.at, count=2, by="A")
    first, more = bar()
    assert address in first
    # A phone has no room for it in the bar.
    assert address in more.split("only-s")[1].split("</section>")[0]
    assert more.count(address) == 1
