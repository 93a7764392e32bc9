"""A player of a drawn stage is replaced, or the field is kept; each is an entry with its reason."""

from pathlib import Path

import pytest

from kit.api_program import Program
from kit.console import Console
from kit.staged_hall import final_after, groups_of, inside, names, stage_event, strong_wins
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId
from miai.engine.verify.log import PublishedRound, read_log
from miai.errors import InputError
from miai.features.draw.change_draw import swap
from miai.features.draw.proof import proof_of
from miai.features.history.show_history import history_view
from miai.features.history.undo import undo
from miai.features.overview.stage_steps import StepKind, next_steps
from miai.features.players.change_player import withdraw
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import Shown, publication, publish_round
from miai.features.stages.filling import fill_stage
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.qualification_check import Difference, qualification_check
from miai.features.stages.qualifying import Decisions
from miai.features.stages.replacing import keep_entrants, replace_entrant
from miai.features.verify.verify_draw import Conclusion, verify_draw

FINAL = StageId("final")


@pytest.fixture
def hall() -> Console:
    return final_of_groups()


def final_of_groups(system: str = "knockout") -> Console:
    """A final of the first two of two groups, whose first round is drawn and published."""
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2), system=system)
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    publish_round(*inside(hall, FINAL).at, round=1, by="A")
    return hall


def published(hall: Console) -> PublishedRound:
    found = read_log(write_history(hall.state.history)).publication(1, FINAL)
    assert found
    return found


def pairs(hall: Console) -> set[frozenset[str]]:
    event = stage_event(hall, FINAL)
    return {
        frozenset((event.player(board.white).surname, event.player(board.black).surname))
        for board in event.round(1).boards
    }


def test_the_next_one_takes_over_the_place_of_a_player_who_withdrew(hall: Console) -> None:
    before = pairs(hall)
    seed = stage_event(hall, FINAL).player(hall.who("P2")).start
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    saved = replace_entrant(*hall.at, FINAL, hall.who("P2"), reason="ill", by="A")
    assert sorted(names(stage_event(hall, FINAL))) == ["P1", "P3", "P4", "P6"]
    assert stage_event(hall, FINAL).player(hall.who("P6")).start == seed
    assert pairs(hall) == {frozenset("P6" if name == "P2" else name for name in pair) for pair in before}
    shown = stage_event(hall, FINAL).round(1).shown
    assert shown is not None
    assert shown.board_of(hall.who("P6"))
    # By the places the new player and another one would change seeds, which a drawn bracket does not follow.
    assert {fact.kind for fact in qualification_check(hall.event, FINAL).facts} == {Difference.OTHER_SEED}
    assert not any(step.kind is StepKind.QUALIFIERS for step in next_steps(hall.event))
    assert isinstance(saved.entries[-1].event, events.ReasonGiven)
    inside(hall, FINAL).play(1)
    strong_wins(inside(hall, FINAL))
    assert len(whole_standings(hall.event).rows) == 8


def test_a_player_with_a_result_is_not_replaced_but_the_field_can_be_kept(hall: Console) -> None:
    final = inside(hall, FINAL)
    for board in final.event.round(1).boards:
        final.result(1, board.table, Result.WHITE_WINS)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    with pytest.raises(InputError, match="P2 has a result in Final and cannot be replaced"):
        replace_entrant(*hall.at, FINAL, hall.who("P2"), by="A")
    assert any(step.kind is StepKind.QUALIFIERS for step in next_steps(hall.event))
    saved = keep_entrants(*hall.at, FINAL, reason="the semi-final was played", by="A")
    assert qualification_check(hall.event, FINAL).facts == ()
    assert not any(step.kind is StepKind.QUALIFIERS for step in next_steps(hall.event))
    assert str(history_view(hall.state)[0].what) == (
        "Final: the field is kept, although places changed for P2 and P6: the semi-final was played"
    )
    undo(*hall.at, saved.entries[0].number, by="A")
    assert qualification_check(hall.event, FINAL).facts != ()


def test_what_is_kept_is_in_the_document_and_in_a_log_made_again(hall: Console) -> None:
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    keep_entrants(*hall.at, FINAL, by="A")
    assert read_history(write_history(hall.state.history)).tournament() == hall.event
    assert History.of_tournament(hall.event).tournament() == hall.event


def test_there_is_nothing_to_keep_or_to_replace_where_nothing_differs(hall: Console) -> None:
    with pytest.raises(InputError, match="nothing differs"):
        keep_entrants(*hall.at, FINAL, by="A")
    with pytest.raises(InputError, match="say who comes"):
        replace_entrant(*hall.at, FINAL, hall.who("P2"), by="A")
    with pytest.raises(InputError, match="P1 is in Final already"):
        replace_entrant(*hall.at, FINAL, hall.who("P2"), entering=hall.who("P1"), by="A")
    with pytest.raises(InputError, match="there is nothing to keep"):
        keep_entrants(*hall.at, FINAL, players=[hall.who("P1")], by="A")


def test_a_player_whom_the_director_passed_over_at_the_filling_is_no_difference() -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, FINAL, decisions=Decisions(without=frozenset({hall.who("P1")})), by="A")
    assert "P1" not in names(stage_event(hall, FINAL))
    assert "P5" in names(stage_event(hall, FINAL))
    assert qualification_check(hall.event, FINAL).facts == ()
    # Filled by the places alone, the decision is forgotten.
    fill_stage(*hall.at, FINAL, by="A")
    assert hall.event.stage(FINAL).kept == ()


@pytest.mark.parametrize(
    ("system", "verdict"), [("knockout", Conclusion.CHANGED), ("swiss", Conclusion.BEST)]
)
@pytest.mark.parametrize("leaving", [("P2",), ("P2", "P1")])
def test_a_round_that_is_published_again_has_a_proof_that_fits_the_log(
    system: str, verdict: Conclusion, leaving: tuple[str, ...]
) -> None:
    """The proof is that of the draw as players see it, and can be made again from the document."""
    hall = final_of_groups(system)
    for name in leaving:
        withdraw(*hall.at, hall.who(name), from_round=1, by="A")
        replace_entrant(*hall.at, FINAL, hall.who(name), reason="ill", by="A")
    made = proof_of(hall.desk, f"{hall.id}~{FINAL}", round=1)
    document = write_history(hall.state.history)
    for proof in (made.file, None):
        found = verify_draw(document, round=1, stage=FINAL, proof=proof)
        assert (found.conclusion, found.refusal, found.hash) == (verdict, "", made.hash), found.reasons


def test_the_proof_of_a_plan_is_that_of_the_field_at_the_draw() -> None:
    """A player who withdraws, or comes, between the draft and its publication changes no bracket."""
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, FINAL, by="A")
    inside(hall, FINAL).draw(1)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    publish_round(*inside(hall, FINAL).at, round=1, by="A")
    found = verify_draw(write_history(hall.state.history), round=1, stage=FINAL)
    assert found.conclusion is not Conclusion.REFUSED, found.reasons


def test_a_changed_draw_is_published_before_a_player_in_it_is_replaced(hall: Console) -> None:
    final = inside(hall, FINAL)
    before = hall.state.version
    swap(*final.at, round=1, a=hall.who("P1"), b=hall.who("P2"), by="A")
    with pytest.raises(InputError, match="round 1 of Final was changed after it was published: publish it"):
        replace_entrant(*hall.at, FINAL, hall.who("P2"), entering=hall.who("P6"), by="A")
    publish_round(*final.at, round=1, by="A")
    # The proof of a draw that was changed by hand names the change; that of a replacement may name the entry
    # before it, because all is written at once.
    assert not published(hall).can_follow(before)
    before = hall.state.version
    replace_entrant(*hall.at, FINAL, hall.who("P2"), entering=hall.who("P6"), by="A")
    assert published(hall).can_follow(before)
    assert not published(hall).can_follow(before - 1)
    assert publication(stage_event(hall, FINAL), 1).shown is Shown.CURRENT


def test_a_player_who_comes_against_the_places_is_the_directors_decision(hall: Console) -> None:
    """The one who is passed over and the one who comes are named once: nothing nags about them later."""
    replace_entrant(*hall.at, FINAL, hall.who("P2"), entering=hall.who("P7"), reason="agreed", by="A")
    assert set(hall.event.stage(FINAL).kept) == {hall.who("P2"), hall.who("P7")}
    assert qualification_check(hall.event, FINAL).of_kind(Difference.NOT_IN) == ()
    # P4 leaves and the next one would be P5, but another player comes.
    withdraw(*hall.at, hall.who("P4"), from_round=1, by="A")
    replace_entrant(*hall.at, FINAL, hall.who("P4"), entering=hall.who("P8"), by="A")
    kinds = {fact.kind for fact in qualification_check(hall.event, FINAL).facts}
    assert kinds <= {Difference.OTHER_SEED}
    assert not any(step.kind is StepKind.QUALIFIERS for step in next_steps(hall.event))


@pytest.mark.parametrize("entering", ["P6", "P7"])
def test_a_program_replaces_a_player_without_a_question(hall: Console, tmp_path: Path, entering: str) -> None:
    """The request is itself the decision: nothing that was played moves."""
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    which = {"leaving": hall.who("P2"), "entering": hall.who(entering)}
    answer = program.ask("POST", f"/tournaments/{hall.id}/stages/{FINAL}/replace", which)
    assert answer.status_code == 200, answer.text
