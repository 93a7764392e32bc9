"""Boards stand at the tables of the settings: ranges, an offset, tables that are left out."""

from dataclasses import replace
from typing import Any

import pytest

from kit.console import Console, console
from miai.domain.table_numbers import TableRange, Tables
from miai.errors import InputError
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round, repair_rest
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers
from miai.features.draw.wishes import fix_table, keep_off_table, never_pair
from miai.features.settings.change_settings import change_settings

TEN = "Ada 5d, Bo 5d, Cy 4d, Di 4d, Ed 3d, Fay 3d, Gus 2d, Hal 2d, Ida 1d, Jo 1d"


def _hall(ranges: str, left_out: str = "", **settings: Any) -> Console:
    def read(text: str) -> tuple[TableRange, ...]:
        return tuple(TableRange.parse(part) for part in text.split(",") if part)

    hall = console(TEN, **settings)
    tables = Tables(ranges=read(ranges), left_out=read(left_out))
    change_settings(*hall.at, replace(hall.event.settings, tables=tables), by="Anneke")
    return hall


def _tables(hall: Console, number: int = 1) -> list[int]:
    return [board.table for board in hall.event.round(number).boards]


@pytest.mark.parametrize(
    ("ranges", "left_out", "tables"),
    [
        ("", "", [1, 2, 3, 4, 5]),
        ("", "2,4", [1, 3, 5, 6, 7]),
        ("41-", "", [41, 42, 43, 44, 45]),
        ("1-2,20-", "21", [1, 2, 20, 22, 23]),
    ],
)
@pytest.mark.parametrize("system", ["mcmahon", "round_robin", "knockout"])
def test_the_nth_board_has_the_nth_table(system: str, ranges: str, left_out: str, tables: list[int]) -> None:
    hall = _hall(ranges, left_out, system=system, rounds=4)
    hall.draw(1)
    assert _tables(hall) == tables[: len(_tables(hall))]


def test_leaders_have_the_first_range_even_where_its_numbers_are_higher() -> None:
    hall = _hall("100-101,1-")
    hall.draw(1)
    assert sorted(_tables(hall)) == [1, 2, 3, 100, 101]
    assert hall.board(1, "Ada").table == 100


@pytest.mark.parametrize("system", ["mcmahon", "round_robin"])
def test_too_few_tables_are_said_before_anything_is_drawn(system: str) -> None:
    hall = _hall("1-3", system=system)
    with pytest.raises(InputError, match="only 3 tables may be used, which is too few"):
        hall.draw(1)
    assert hall.event.rounds == ()


def test_a_table_that_somebody_avoids_goes_to_the_next_board() -> None:
    hall = _hall("41-")
    keep_off_table(*hall.at, player=hall.who("Ada"), table=41, by="Anneke")
    hall.draw(1)
    assert _tables(hall) == [41, 42, 43, 44, 45]
    assert hall.board(1, "Ada").table == 42


def test_boards_paired_by_hand_or_again_and_late_arrivals_have_tables_of_the_event() -> None:
    hall = _hall("", "1,3,5")
    hall.draw(1)
    assert _tables(hall) == [2, 4, 6, 7, 8]
    first = hall.event.board_at(1, 2)
    change_draw.unpair(*hall.at, round=1, table=2, by="Anneke")
    change_draw.pair_up(*hall.at, round=1, a=first.white, b=first.black, by="Anneke")
    assert _tables(hall) == [2, 4, 6, 7, 8]
    second = hall.event.board_at(1, 4)
    change_draw.set_table(*hall.at, round=1, table=8, new_table=4, by="Anneke")
    never_pair(*hall.at, a=second.white, b=second.black, by="Anneke")
    repair_rest(*hall.at, round=1, by="Anneke")
    assert _tables(hall) == [2, 4, 6, 7, 8]
    hall.enter("Kask", "1d")
    late = hall.enter("Lund", "1d")
    change_draw.set_bye(*hall.at, round=1, player=hall.who("Kask"), by="Anneke")
    change_draw.lock_bye(*hall.at, round=1, player=hall.who("Kask"), locked=False, by="Anneke")
    offers = {offer.choice: offer for offer in late_arrival_offers(*hall.at, late, round=1)}
    drawn = offers[LateChoice.BYE].round
    assert drawn
    assert [board.table for board in drawn.boards] == [2, 4, 6, 7, 8, 9]


@pytest.mark.parametrize(("system", "players"), [("round_robin", 5), ("split_and_cycle", 7)])
def test_the_tables_of_a_plan_start_at_the_first_in_every_round(system: str, players: int) -> None:
    hall = console(TEN.rsplit(", ", 10 - players)[0], system=system, rounds=3)
    for number in (1, 2, 3):
        draw_round(*hall.at, round=number, by="Anneke")
        assert _tables(hall, number) == list(range(1, players // 2 + 1))
        hall.play(number)


def test_a_board_that_has_to_move_finds_the_last_free_table() -> None:
    hall = _hall("1-5")
    hall.draw(1)
    last = hall.event.board_at(1, 5)
    change_draw.set_table(*hall.at, round=1, table=1, new_table=5, by="Anneke")
    never_pair(*hall.at, a=last.white, b=last.black, by="Anneke")
    repair_rest(*hall.at, round=1, by="Anneke")
    assert _tables(hall) == [1, 2, 3, 4, 5]


def _kept_at(hall: Console, *tables: tuple[int, int]) -> None:
    """Move boards by hand, so that they are kept, and pair the rest again."""
    for table, new in tables:
        change_draw.set_table(*hall.at, round=1, table=table, new_table=new, by="Anneke")
    repair_rest(*hall.at, round=1, by="Anneke")


def test_the_rest_is_seated_at_the_first_tables_that_kept_boards_leave() -> None:
    hall = _hall("1-7")
    hall.draw(1)
    _kept_at(hall, (1, 6), (3, 7))
    assert _tables(hall) == [1, 2, 3, 6, 7]
    repair_rest(*hall.at, round=1, by="Anneke")
    assert _tables(hall) == [1, 2, 3, 6, 7]


def test_the_rest_goes_by_the_order_of_the_ranges_and_by_its_own() -> None:
    hall = _hall("100-101,1-")
    hall.draw(1)
    leaders, second = hall.event.board_at(1, 100), hall.event.board_at(1, 101)
    _kept_at(hall, (100, 9))
    assert _tables(hall) == [1, 2, 9, 100, 101]
    assert hall.event.board_at(1, 9).white == leaders.white
    assert hall.event.board_at(1, 100).white == second.white


def test_the_rest_keeps_fixed_and_excluded_tables() -> None:
    hall = _hall("")
    hall.draw(1)
    moved = hall.event.board_at(1, 1)
    second, last = hall.event.board_at(1, 2), hall.event.board_at(1, 5)
    fix_table(*hall.at, player=last.white, table=2, by="Anneke")
    keep_off_table(*hall.at, player=second.white, table=1, by="Anneke")
    _kept_at(hall, (1, 8))
    assert hall.event.board_at(1, 8).white == moved.white
    assert _tables(hall) == [1, 2, 3, 4, 8]
    assert last.white in (hall.event.board_at(1, 2).white, hall.event.board_at(1, 2).black)
    assert second.white not in (hall.event.board_at(1, 1).white, hall.event.board_at(1, 1).black)


def test_a_fixed_table_at_which_a_kept_board_stays_is_refused() -> None:
    hall = _hall("")
    hall.draw(1)
    fix_table(*hall.at, player=hall.event.board_at(1, 5).white, table=8, by="Anneke")
    with pytest.raises(InputError, match=r"table 8 is fixed .* move or release that board first"):
        _kept_at(hall, (1, 8))
