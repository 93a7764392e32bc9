"""Every system explains its own draw: the page and the command line say the same of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.console import Console, console
from miai.engine.pairing.evaluation import Evaluation
from miai.engine.pairing.protocol import Reason
from miai.engine.pairing.registry import ALL_SYSTEMS, abilities_of
from miai.errors import InputError
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round, repair_rest
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.explain import why_not
from miai.features.draw.late_arrival import LateChoice, take_late_arrival
from miai.features.draw.page.view import board_reasons, sheet_of
from miai.features.draw.swap_preview import swap_preview
from miai.features.files.export_event import export_event
from miai.features.settings.change_settings import change_settings

NINE = "Ada 3d, Bo 2d, Cy 2d, Di 1d, Ed 1d, Fay 1k, Gus 2k, Hal 2k, Ina 5k"
WEIGHED = [key for key in ALL_SYSTEMS if abilities_of(key).weighs_pairs]
REPEATED = [key for key in ALL_SYSTEMS if not abilities_of(key).weighs_pairs]
BY_STEPS = [key for key in REPEATED if not abilities_of(key).plans_rounds]

Facts = list[tuple[str, int, int, str]]


def hall_of(system: str) -> Console:
    """Nine players who have played one round."""
    hall = console(NINE, rounds=9)
    settings = replace(hall.event.settings, system=system, draw_seed=3)
    change_settings(*hall.at, settings, by="Anneke")
    hall.draw(1)
    hall.play(1)
    return hall


def written(hall: Console, folder: Path) -> Path:
    file = folder / "event.miai"
    file.write_bytes(export_event(*hall.at).data)
    return file


def facts(reasons: tuple[Reason, ...]) -> Facts:
    return [(each.rule, each.deviation, each.cost, str(each.text)) for each in reasons]


def printed(reasons: list[dict[str, Any]]) -> Facts:
    return [(each["rule"], each["deviation"], each["cost"], each["text"]) for each in reasons]


def by_table(evaluation: Evaluation) -> dict[int, Facts]:
    return {each.board.table: facts(each.reasons) for each in evaluation.boards}


def on_the_page(hall: Console, number: int) -> dict[int, list[tuple[str, int]]]:
    """What the page's card shows of each board: the text and the cost of every rule."""
    sheet = sheet_of(hall.desk, hall.desk.state(hall.id), number)
    shown = {row.board.table: board_reasons(sheet, row.board.table) for row in sheet.rows}
    return {table: [(rule.text, rule.cost) for rule in card.rules] for table, card in shown.items() if card}


def swap_two(hall: Console, number: int) -> None:
    """The players with Black at the first two tables change places."""
    first, second = hall.event.round(number).boards[:2]
    change_draw.swap(*hall.at, round=number, a=first.black, b=second.black, by="Anneke")


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_page_and_command_line_give_the_same_reasons_for_a_draw(
    run: Run, tmp_path: Path, system: str
) -> None:
    hall = hall_of(system)
    before = written(hall, tmp_path)
    drawn = json.loads(run("pair", before, "--round", "2", "--json")[1])
    made = draw_round(*hall.at, round=2, by="Anneke").draw
    page = evaluation_of(*hall.at, round=2)
    explained = json.loads(run("explain", written(hall, tmp_path), "--round", "2", "--json")[1])
    assert page.own
    for data in (drawn, explained):
        assert {each["table"]: printed(each["reasons"]) for each in data["boards"]} == by_table(page)
        assert [each["table"] for each in data["boards"]] == [each.table for each in made.boards]
        assert data["byes"] == [each.player.name for each in page.byes]
        assert printed(data["bye_reasons"]) == [each for bye in page.byes for each in facts(bye.reasons)]
        assert data["system"] == page.system == system
        assert data["total"] == page.total == made.total
    assert {each.table: facts(each.reasons) for each in made.boards} == by_table(page)
    assert on_the_page(hall, 2) == {
        each["table"]: [(text, cost) for rule, _, cost, text in printed(each["reasons"]) if rule != "chance"]
        for each in explained["boards"]
    }


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_page_and_command_line_agree_on_a_round_changed_by_hand(
    run: Run, tmp_path: Path, system: str
) -> None:
    hall = hall_of(system)
    hall.draw(2)
    swap_two(hall, 2)
    page = evaluation_of(*hall.at, round=2)
    explained = json.loads(run("explain", written(hall, tmp_path), "--round", "2", "--json")[1])
    assert not page.own
    assert {each["table"]: printed(each["reasons"]) for each in explained["boards"]} == by_table(page)
    assert [each["own"] for each in explained["boards"]] == [each.own for each in page.boards]
    assert [at for at, each in enumerate(page.boards) if not each.own] == [0, 1]
    assert (explained["file_round"] is not None) == (system in WEIGHED)


@pytest.mark.parametrize("system", REPEATED)
def test_a_board_changed_by_hand_says_what_the_system_had_instead(system: str) -> None:
    hall = hall_of(system)
    boards = hall.draw(2).boards
    swap_two(hall, 2)
    first = evaluation_of(*hall.at, round=2).boards[0]
    white, black = (hall.event.player(seat).name for seat in (boards[0].white, boards[0].black))
    other, mate = (hall.event.player(seat).name for seat in (boards[1].white, boards[1].black))
    assert first.reasons[0].rule == "not_drawn"
    assert str(first.reasons[0].text) == (
        f"not the system's own pairing: it has {white} against {black}, it has {mate} against {other}"
    )


@pytest.mark.parametrize("system", BY_STEPS)
def test_boards_stay_the_systems_own_when_the_rest_is_paired_again(system: str) -> None:
    hall = hall_of(system)
    hall.draw(2)
    swap_two(hall, 2)
    change_draw.lock(*hall.at, round=2, table=1, by="Anneke")
    repair_rest(*hall.at, round=2, by="Anneke")
    evaluation = evaluation_of(*hall.at, round=2)
    assert evaluation.own
    assert "not_drawn" not in {reason.rule for each in evaluation.boards for reason in each.reasons}


@pytest.mark.parametrize("system", BY_STEPS)
def test_somebody_who_comes_late_changes_one_board_only(system: str) -> None:
    hall = hall_of(system)
    hall.draw(2)
    late = hall.enter("Late", "3k")
    assert [each.own for each in evaluation_of(*hall.at, round=2).boards] == [True] * 4
    take_late_arrival(*hall.at, late, round=2, choice=LateChoice.BYE, by="Anneke")
    boards = evaluation_of(*hall.at, round=2).boards
    assert [each.own for each in boards] == [each.white.id != late != each.black.id for each in boards]


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_why_not_is_answered_by_systems_that_weigh_pairs_and_refused_by_others(system: str) -> None:
    hall = hall_of(system)
    boards = hall.draw(2).boards
    a, b = boards[0].white, boards[1].white
    if system in WEIGHED:
        answer = why_not(*hall.at, round=2, a=a, b=b)
        assert {a, b} in [{one.id, other.id} for one, other in answer.games]
    else:
        with pytest.raises(InputError, match="this system does not weigh pairs: it"):
            why_not(*hall.at, round=2, a=a, b=b)


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_a_swap_is_priced_only_where_the_system_has_prices(system: str) -> None:
    hall = hall_of(system)
    boards = hall.draw(2).boards
    choices = swap_preview(*hall.at, round=2, player=boards[0].black)
    choice = choices[boards[1].black]
    before = evaluation_of(*hall.at, round=2)
    swap_two(hall, 2)
    after = evaluation_of(*hall.at, round=2)
    if system in WEIGHED:
        assert before.comparison is not None
        assert after.comparison is not None
        assert choice.cost is not None
        assert abs(choice.cost) == abs(after.comparison.total - before.comparison.total)
    else:
        assert {each.cost for each in choices.values()} == {None}


def test_a_round_keeps_its_own_system_when_the_settings_change(run: Run, tmp_path: Path) -> None:
    hall = hall_of("random")
    hall.draw(2)
    change_settings(*hall.at, replace(hall.event.settings, system="mcmahon"), by="Anneke")
    page = evaluation_of(*hall.at, round=2)
    assert page.system == "random"
    explained = json.loads(run("explain", written(hall, tmp_path), "--round", "2", "--json")[1])
    assert explained["system"] == "random"
    assert page.own
