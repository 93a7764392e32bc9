"""A draw is explained as it was drawn, whatever is corrected later."""

from dataclasses import replace

import pytest

from kit.console import Console, console
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.features.draw.answer import EXPLANATION
from miai.features.draw.as_drawn import as_drawn
from miai.features.draw.change_draw import swap
from miai.features.draw.changed_since import changed_since
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.explain import explain_round, why_not
from miai.features.draw.public_reasons import public_reasons
from miai.features.draw.swap_preview import swap_preview
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result

FIELD = ", ".join(f"P{number} {4 - number // 4}d" for number in range(12))


@pytest.fixture
def hall() -> Console:
    """Twelve players, the third round published."""
    at = console(FIELD, rounds=4)
    for number in (1, 2):
        at.draw(number)
        at.play(number)
    at.draw(3)
    publish_round(*at.at, round=3, by="Anneke")
    return at


def equal_scores(at: Console) -> int:
    boards = evaluation_of(*at.at, round=3).boards
    return sum(board.facts.gap == 0 for board in boards)


def correct(at: Console) -> None:
    """Turn every result of round 2 around."""
    turned = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}
    for board in at.event.round(2).boards:
        enter_result(*at.at, round=2, table=board.table, result=turned[board.result], by="Anneke")


def everything_said(at: Console) -> list[object]:
    """What each surface says of the draw of round 3."""
    page = evaluation_of(*at.at, round=3)
    command = explain_round(at.event, 3, history=at.state.history).evaluation
    return [page.boards, page.comparison, page.scores, command.boards, public_reasons(*at.at, round=3)]


def test_a_corrected_result_changes_no_explanation_of_a_later_draw(hall: Console) -> None:
    before, equal = everything_said(hall), equal_scores(hall)
    correct(hall)
    assert everything_said(hall) == before
    assert equal_scores(hall) == equal
    said = "This draw is older than these changes: results of round 2."
    assert str(changed_since(hall.desk, hall.state, 3).message) == said
    found = explain_round(hall.event, 3, history=hall.state.history)
    assert EXPLANATION.json(found)["changed_since"] == said


def test_a_grade_that_is_corrected_later_changes_no_explanation(hall: Console) -> None:
    before = everything_said(hall)
    change_player(*hall.at, hall.who("P3"), lambda player: replace(player, grade=Grade.parse("9k")), by="A")
    assert everything_said(hall) == before


def test_a_swap_by_hand_is_seen_in_the_draw_that_is_explained(hall: Console) -> None:
    correct(hall)
    boards = hall.event.round(3).boards
    swap(*hall.at, round=3, a=boards[0].white, b=boards[1].white, by="Anneke")
    found = evaluation_of(*hall.at, round=3).boards[0].board
    assert {found.white, found.black} == {boards[1].white, boards[0].black}


def test_swaps_and_why_not_rest_on_the_same_facts_as_the_reasons(hall: Console) -> None:
    first, second = hall.event.round(3).boards[:2]

    def offers() -> object:
        swaps = swap_preview(*hall.at, round=3, player=first.white)
        return swaps, why_not(*hall.at, round=3, a=first.white, b=second.white)

    before = offers()
    correct(hall)
    assert offers() == before


def test_undoing_the_correction_leaves_nothing_to_tell(hall: Console) -> None:
    board = hall.event.round(2).boards[0]
    enter_result(*hall.at, round=2, table=board.table, result=Result.JIGO, by="Anneke")
    assert changed_since(hall.desk, hall.state, 3)
    undo(*hall.at, hall.state.version, by="Anneke")
    assert not changed_since(hall.desk, hall.state, 3)


def test_a_newcomer_in_the_draw_is_explained_too(hall: Console) -> None:
    newcomer = hall.enter("New", "1d")
    assert newcomer in {player.id for player in as_drawn(hall.state.history, hall.event, 3).players}
    assert len(evaluation_of(*hall.at, round=3).boards) == 6
    # Players who came when the round was published are not missing in it.
    assert not changed_since(hall.desk, hall.state, 3)
