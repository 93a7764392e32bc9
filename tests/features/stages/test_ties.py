"""Ties for the last place that qualifies: by play-off, by lot or by the director, as the plan says."""

from dataclasses import replace
from pathlib import Path

import pytest

from kit.api_program import Program
from kit.console import Console
from kit.staged_hall import final_after, hall_of, inside, names, stage_event, strong_result
from kit.web_site import Site
from miai.domain.event_games import games_of
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.stages import MAIN, Losers, StageId, TieRule
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.overview.stage_steps import StepKind, next_steps
from miai.features.programs.tokens import Scope
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.opening import change_plan, remove_stage
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.play_off import open_play_off
from miai.features.stages.qualification_check import qualification_check
from miai.features.stages.qualifying import Decisions, Qualified, qualifiers
from miai.features.stages.replacing import keep_entrants, replace_entrant
from miai.features.stages.whole_event import whole_event

GROUP, FINAL = StageId("group"), StageId("final")
# P1 wins all; the others beat each other in a ring and share the second place.
RING = {("P1", "P2"), ("P1", "P3"), ("P1", "P4"), ("P2", "P3"), ("P3", "P4"), ("P4", "P2")}


def play(hall: Console, wins: set[tuple[str, str]] = RING) -> None:
    """Play all rounds of the group of four."""
    group = inside(hall, GROUP)
    for number in (1, 2, 3):
        for board in group.draw(number).boards:
            pair = group.event.player(board.white).surname, group.event.player(board.black).surname
            group.result(number, board.table, Result.WHITE_WINS if pair in wins else Result.BLACK_WINS)


def hall_with(rule: TieRule, *, places: int = 2, played: bool = True) -> Console:
    """A group of four with a final of its first places."""
    hall = hall_of(4)
    final_after(hall, name="Group", system="round_robin", phase=1)
    set_entrants(*hall.at, GROUP, [player.id for player in hall.event.players], by="A")
    final_after(hall, (GROUP, 1, places))
    change_plan(*hall.at, replace(hall.event.stage(FINAL).plan, ties=rule), by="A")
    if played:
        play(hall)
    return hall


def found(event: Tournament, decisions: Decisions | None = None) -> Qualified:
    return qualifiers(event, event.stage(FINAL).plan, decisions or Decisions())


def entrants(event: Tournament) -> list[str]:
    return [each.player.surname for each in found(event).entrants]


def play_off_of(hall: Console) -> StageId:
    return next(stage.id for stage in hall.event.stages if stage.is_play_off)


def decide(hall: Console, stage: StageId, *, weak: bool = False) -> None:
    """Play all games of a play-off; the player with the lower number wins, or with the higher one."""
    there = inside(hall, stage)
    for number in range(1, there.event.settings.rounds + 1):
        for board in there.draw(number).boards:
            result = strong_result(there.event, board)
            if weak:
                white = result is Result.WHITE_WINS
                result = Result.BLACK_WINS if white else Result.WHITE_WINS
            there.result(number, board.table, result)


def test_a_lot_settles_itself_and_nobody_chooses_it() -> None:
    hall = hall_with(TieRule.LOT)
    now = found(hall.event)
    assert not now.ties
    assert entrants(hall.event)[0] == "P1"
    assert "P2, P3 and P4 share the last place that counts: by lot" in " ".join(map(str, now.notes))
    for refused in (Decisions(lot=3), Decisions(chosen=frozenset(map(hall.who, ("P2", "P3", "P4"))))):
        with pytest.raises(InputError, match="decided by a lot that nobody chooses"):
            fill_stage(*hall.at, FINAL, decisions=refused, by="A")
    fill_stage(*hall.at, FINAL, by="A")
    assert names(stage_event(hall, FINAL)) == entrants(hall.event)
    assert not qualification_check(hall.event, FINAL).facts
    # The log alone decides: everyone who reads it finds the same players.
    assert entrants(read_history(write_history(hall.state.history)).tournament()) == entrants(hall.event)


def test_lots_of_other_games_are_other_lots() -> None:
    seconds = set()
    for turn in range(8):
        hall = hall_with(TieRule.LOT, played=False)
        strongest = ["P1", "P2", "P3", "P4"]
        out = strongest[turn % 4 :] + strongest[: turn % 4]
        first, ring = out[0], out[1:]
        wins = {(first, other) for other in ring} | {(ring[at], ring[(at + 1) % 3]) for at in range(3)}
        if turn > 3:
            wins = {(first, other) for other in ring} | {(ring[(at + 1) % 3], ring[at]) for at in range(3)}
        play(hall, wins)
        seconds.add(entrants(hall.event)[1])
    assert len(seconds) > 1


def test_what_was_entered_stays_when_a_correction_changes_the_lot() -> None:
    """Another result of a player who is out of the tie makes another lot, which is not drawn again."""
    hall = hall_with(TieRule.LOT)
    fill_stage(*hall.at, FINAL, by="A")
    before = names(stage_event(hall, FINAL))
    group = inside(hall, GROUP)
    lots = set()
    for drawn in group.event.rounds:
        for board in drawn.boards:
            if hall.who("P1") in (board.white, board.black):
                won = Result.WHITE_WINS if board.white == hall.who("P1") else Result.BLACK_WINS
                group.result(drawn.number, board.table, Result(f"{won.value} by default"))
                lots.add(entrants(hall.event)[1])
                assert not qualification_check(hall.event, FINAL).facts
    assert names(stage_event(hall, FINAL)) == before


def test_a_play_off_decides_and_says_who_plays_it() -> None:
    hall = hall_with(TieRule.PLAY_OFF)
    [tie] = found(hall.event).ties
    assert [player.surname for player in tie.players] == ["P2", "P3", "P4"]
    assert str(tie.message).endswith("1 of them enters: open their play-off")
    with pytest.raises(InputError, match="open their play-off"):
        fill_stage(*hall.at, FINAL, by="A")
    with pytest.raises(InputError, match="ties for Final are played off"):
        fill_stage(*hall.at, FINAL, decisions=Decisions(lot=1), by="A")
    saved = open_play_off(*hall.at, FINAL, reason="as announced", by="A")
    assert isinstance(saved.entries[-1].event, events.ReasonGiven)
    play_off = play_off_of(hall)
    assert names(stage_event(hall, play_off)) == ["P2", "P3", "P4"]
    assert stage_event(hall, play_off).settings.rounds == 3
    [tie] = found(hall.event).ties
    assert tie.play_off is not None
    assert str(tie.message).endswith("1 of them enters: Play-off of Group decides")
    with pytest.raises(InputError, match="Play-off of Group decides about them already"):
        open_play_off(*hall.at, FINAL, by="A")
    decide(hall, play_off, weak=True)
    assert entrants(hall.event) == ["P1", "P4"]
    fill_stage(*hall.at, FINAL, by="A")
    assert not qualification_check(hall.event, FINAL).facts


def test_games_of_a_play_off_belong_to_the_event_but_give_no_places() -> None:
    hall = hall_with(TieRule.PLAY_OFF)
    open_play_off(*hall.at, FINAL, by="A")
    play_off = play_off_of(hall)
    decide(hall, play_off)
    fill_stage(*hall.at, FINAL, by="A")
    decide(hall, FINAL)
    parts = [each.part.stage for each in games_of(hall.event, hall.who("P2"))]
    assert parts == [GROUP] * 3 + [play_off] * 2 + [FINAL]
    whole = whole_event(hall.event)
    assert [part.stage for part in whole.parts] == [GROUP] * 3 + [play_off] * 3 + [FINAL]
    rows = [(row.player.surname, row.place, row.stage) for row in whole_standings(hall.event).rows]
    assert rows == [("P1", 1, FINAL), ("P2", 2, FINAL), ("P3", 3, GROUP), ("P4", 3, GROUP)]


def test_two_who_tie_play_one_game_and_a_ring_in_a_play_off_needs_another_one() -> None:
    hall = hall_with(TieRule.PLAY_OFF)
    open_play_off(*hall.at, FINAL, by="A")
    first = inside(hall, play_off_of(hall))
    for number in (1, 2, 3):
        for board in first.draw(number).boards:
            pair = first.event.player(board.white).surname, first.event.player(board.black).surname
            first.result(number, board.table, Result.WHITE_WINS if pair in RING else Result.BLACK_WINS)
    assert found(hall.event).ties[0].play_off is None
    open_play_off(*hall.at, FINAL, players=[hall.who("P2"), hall.who("P3")], by="A")
    second = hall.event.stages[-1]
    assert (second.event.name, second.event.settings.rounds) == ("Play-off of Group 2", 1)


def test_a_play_off_is_removed_as_long_as_nothing_is_played_in_it() -> None:
    hall = hall_with(TieRule.PLAY_OFF)
    open_play_off(*hall.at, FINAL, by="A")
    with pytest.raises(InputError, match="players of Final and Play-off of Group come from Group"):
        remove_stage(*hall.at, GROUP, by="A")
    remove_stage(*hall.at, play_off_of(hall), by="A")
    open_play_off(*hall.at, FINAL, by="A")
    play_off = play_off_of(hall)
    there = inside(hall, play_off)
    [board] = there.draw(1).boards
    there.result(1, board.table, Result.WHITE_WINS)
    with pytest.raises(InputError, match="a game of Play-off of Group is over"):
        remove_stage(*hall.at, play_off, by="A")


def ids(hall: Console, *surnames: str) -> list[PlayerId]:
    return [hall.who(name) for name in surnames]


def test_after_a_correction_the_player_inside_and_the_one_who_qualifies_now_play() -> None:
    hall = hall_with(TieRule.DIRECTOR, played=False)
    strong = {("P1", "P2"), ("P1", "P3"), ("P1", "P4"), ("P2", "P3"), ("P2", "P4"), ("P3", "P4")}
    play(hall, strong)
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    group = inside(hall, GROUP)
    for drawn in group.event.rounds:
        for board in drawn.boards:
            pair = {board.white, board.black}
            if pair in (set(ids(hall, "P2", "P3")), set(ids(hall, "P2", "P4"))):
                lost = Result.BLACK_WINS if board.white == hall.who("P2") else Result.WHITE_WINS
                group.result(drawn.number, board.table, lost)
    assert entrants(hall.event) == ["P1", "P3"]
    open_play_off(*hall.at, FINAL, by="A")
    play_off = play_off_of(hall)
    assert names(stage_event(hall, play_off)) == ["P3", "P2"]
    decide(hall, play_off)
    assert entrants(hall.event) == ["P1", "P2"]
    assert not qualification_check(hall.event, FINAL).facts
    # Had the other one won, the place would be theirs.
    there = inside(hall, play_off)
    [board] = there.event.round(1).boards
    other = Result.WHITE_WINS if board.white == hall.who("P3") else Result.BLACK_WINS
    there.result(1, board.table, other)
    assert entrants(hall.event) == ["P1", "P3"]
    replace_entrant(*hall.at, FINAL, hall.who("P2"), by="A")
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P3"]


def test_a_tie_after_a_correction_waits_for_a_play_off_or_the_field_is_kept() -> None:
    """The rule holds for ties that a correction makes: being in the stage already decides nothing."""
    hall = hall_with(TieRule.PLAY_OFF, played=False)
    strong = {("P1", "P2"), ("P1", "P3"), ("P1", "P4"), ("P2", "P3"), ("P2", "P4"), ("P3", "P4")}
    play(hall, strong)
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    group = inside(hall, GROUP)
    for drawn in group.event.rounds:
        for board in drawn.boards:
            if {board.white, board.black} == set(ids(hall, "P2", "P4")):
                lost = Result.BLACK_WINS if board.white == hall.who("P2") else Result.WHITE_WINS
                group.result(drawn.number, board.table, lost)
    check = qualification_check(hall.event, FINAL)
    assert [player.surname for tie in check.ties for player in tie.players] == ["P2", "P3", "P4"]
    assert not check.facts
    assert any(step.kind is StepKind.QUALIFIERS for step in next_steps(hall.event))
    keep_entrants(*hall.at, FINAL, reason="no time", by="A")
    check = qualification_check(hall.event, FINAL)
    assert not check.ties
    assert not check.facts


def test_requests_that_make_no_sense() -> None:
    hall = hall_with(TieRule.PLAY_OFF, played=False)
    with pytest.raises(InputError, match="no round has been drawn"):
        open_play_off(*hall.at, FINAL, by="A")
    with pytest.raises(InputError, match="no places lead into Group"):
        open_play_off(*hall.at, GROUP, by="A")
    play(hall, {("P1", "P2"), ("P1", "P3"), ("P1", "P4"), ("P2", "P3"), ("P2", "P4"), ("P3", "P4")})
    with pytest.raises(InputError, match="nobody shares the last place that leads into Final"):
        open_play_off(*hall.at, FINAL, by="A")
    with pytest.raises(InputError, match="at least two"):
        open_play_off(*hall.at, FINAL, players=ids(hall, "P1", "P1"), by="A")
    cup = final_after(hall, (MAIN, 1, 2), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    with pytest.raises(InputError, match="Cup begins with the main event"):
        open_play_off(*hall.at, cup, by="A")


def test_a_qualifier_of_the_event_itself_can_have_a_play_off() -> None:
    hall = hall_of(4, rounds=1)
    final_after(hall, (MAIN, 1, 1))
    change_plan(*hall.at, replace(hall.event.stage(FINAL).plan, ties=TieRule.PLAY_OFF), by="A")
    for board in hall.draw(1).boards:
        hall.result(1, board.table, strong_result(hall.event, board))
    [tie] = found(hall.event).ties
    open_play_off(*hall.at, FINAL, by="A")
    play_off = play_off_of(hall)
    assert stage_event(hall, play_off).name == "Play-off"
    assert {player.id for player in stage_event(hall, play_off).players} == {each.id for each in tie.players}
    decide(hall, play_off, weak=True)
    assert entrants(hall.event) == [max(player.surname for player in tie.players)]


def test_a_program_names_the_rule_and_opens_a_play_off(tmp_path: Path) -> None:
    hall = hall_with(TieRule.DIRECTOR)
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    at = f"/tournaments/{hall.id}/stages"
    changed = program.ask("PATCH", f"{at}/{FINAL}", {"ties": "play-off"})
    assert changed.status_code == 200, changed.text
    # A play-off is opened by its own request alone.
    assert program.ask("PATCH", f"{at}/{FINAL}", {"play_off_of": "group"}).status_code == 200
    opened = program.ask("POST", f"{at}/{FINAL}/play-off", {})
    assert opened.status_code == 201, opened.text
    listed = program.get(at)["stages"]
    assert [(each["id"], each["ties"], each["play_off_of"]) for each in listed] == [
        (GROUP, "director", None),
        (FINAL, "play-off", None),
        ("play-off-of-group", "director", GROUP),
    ]
    # The plan of the page has no such fields: saving it leaves the rule as it is.
    assert program.ask("POST", f"{at}/{FINAL}/play-off", {}).status_code == 422
    assert program.ask("DELETE", f"{at}/play-off-of-group").status_code == 200


def test_saving_the_plan_on_its_page_keeps_the_rule(tmp_path: Path) -> None:
    hall = hall_with(TieRule.LOT)
    site = Site(hall.desk, data=tmp_path)
    saved = site.post(
        f"/t/{hall.id}/stages/{FINAL}/plan",
        source=GROUP,
        first="1",
        last="3",
        carry_over="nothing",
        phase="2",
    )
    assert saved.status_code == 303
    plan = hall.event.stage(FINAL).plan
    assert (plan.sources[0].last, plan.ties) == (3, TieRule.LOT)
