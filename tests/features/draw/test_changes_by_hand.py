"""What a person did to a draw by hand stays until a person takes it back."""

import pytest

from kit.console import Console, console, console_of
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.settings.handicap_rules import Handicapping
from miai.errors import InputError
from miai.features.draw import change_draw
from miai.features.draw.changes_by_hand import hand_work, work_messages
from miai.features.draw.draw_round import draw_around_wishes, draw_round, repair_rest
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers, take_late_arrival
from miai.features.draw.wishes import never_pair, want_game
from miai.features.history.undo import undo
from miai.features.publish.take_back import lost_by_drawing

FIELD = "Ada 5d, Bo 5d, Cy 4d, Di 4d, Ed 3d, Fay 3d, Gus 2d, Hal 2d, Ida 1d, Jo 1d"


def _hall() -> Console:
    hall = console(FIELD)
    hall.draw(1)
    return hall


def _again(hall: Console) -> None:
    repair_rest(*hall.at, round=1, by="Anneke")


def _boards(hall: Console, *tables: int) -> list[Board]:
    return [hall.event.board_at(1, table) for table in tables]


def _swap(hall: Console, one: int, other: int) -> int:
    """Let the black players of two tables change places; the number of the entry."""
    first, second = _boards(hall, one, other)
    return change_draw.swap(*hall.at, round=1, a=first.black, b=second.black, by="Anneke").state.version


def test_a_swap_stays_when_the_rest_is_paired_again_and_again() -> None:
    hall = _hall()
    _swap(hall, 1, 5)
    swapped = _boards(hall, 1, 5)
    _again(hall)
    _again(hall)
    assert _boards(hall, 1, 5) == swapped


def test_a_board_changed_by_hand_can_be_changed_again() -> None:
    hall = _hall()
    _swap(hall, 1, 5)
    _swap(hall, 1, 4)
    changed = _boards(hall, 1, 4, 5)
    _again(hall)
    assert _boards(hall, 1, 4, 5) == changed


def test_colours_terms_and_tables_stay() -> None:
    hall = _hall()
    change_draw.swap_colours(*hall.at, round=1, table=1, by="Anneke")
    change_draw.set_terms(*hall.at, round=1, table=2, handicap=3, by="Anneke")
    change_draw.set_table(*hall.at, round=1, table=3, new_table=9, by="Anneke")
    changed = _boards(hall, 1, 2, 9)
    _again(hall)
    assert _boards(hall, 1, 2, 9) == changed


def test_two_put_together_by_hand_stay_together() -> None:
    hall = _hall()
    first, last = _boards(hall, 1, 5)
    for table in (1, 5):
        change_draw.unpair(*hall.at, round=1, table=table, by="Anneke")
    change_draw.pair_up(*hall.at, round=1, a=first.white, b=last.white, by="Anneke")
    _again(hall)
    board = hall.event.round(1).board_of(first.white)
    assert board
    assert board.opponent_of(first.white) == last.white


def test_undoing_the_change_or_leaving_it_to_the_draw_frees_the_boards() -> None:
    hall = _hall()
    drawn = hall.event.round(1)
    entry = _swap(hall, 1, 5)
    undo(*hall.at, entry, by="Anneke")
    assert not hand_work(hall.state, 1)
    _swap(hall, 1, 5)
    for table in (1, 5):
        change_draw.lock(*hall.at, round=1, table=table, locked=False, by="Anneke")
    assert not hand_work(hall.state, 1)
    _again(hall)
    assert hall.event.round(1) == drawn
    nothing = change_draw.lock(*hall.at, round=1, table=1, locked=False, by="Anneke")
    assert nothing.entries == ()


def test_a_whole_new_draw_says_beforehand_what_it_drops_and_drops_it() -> None:
    hall = _hall()
    _swap(hall, 1, 5)
    change_draw.lock(*hall.at, round=1, table=3, by="Anneke")
    told = [str(each) for each in work_messages(hall.event, hand_work(hall.state, 1))]
    names = hall.event.names
    assert told == [
        f"table {board.table} ({names[board.white]} – {names[board.black]})"
        for board in _boards(hall, 1, 3, 5)
    ]
    hall.draw(1)
    assert not hand_work(hall.state, 1)


def test_a_late_arrival_never_takes_a_board_apart_that_was_changed_by_hand() -> None:
    hall = _hall()
    for table in (1, 2, 3, 4):
        change_draw.swap_colours(*hall.at, round=1, table=table, by="Anneke")
    late = hall.enter("Kask", "5d")
    offers = {offer.choice: offer for offer in late_arrival_offers(*hall.at, late, round=1)}
    assert offers[LateChoice.BOARDS].tables == (5,)


def test_a_wish_is_drawn_around_what_was_done_by_hand() -> None:
    hall = _hall()
    _swap(hall, 1, 5)
    swapped, second, third = _boards(hall, 1, 2, 3)
    want_game(*hall.at, round=1, white=second.white, black=third.white, by="Anneke")
    draw_around_wishes(*hall.at, round=1, by="Anneke")
    assert _boards(hall, 1) == [swapped]
    want_game(*hall.at, round=1, white=swapped.white, black=third.black, by="Anneke")
    with pytest.raises(InputError, match=r"table 1 \(.*\) was set by hand or has a result"):
        draw_around_wishes(*hall.at, round=1, by="Anneke")


def test_a_plan_drawn_again_around_a_wish_keeps_colours_and_terms() -> None:
    hall = console("Ada, Bo, Cy, Di, Ed, Fay", system="round_robin", rounds=5)
    draw_round(*hall.at, round=1, by="Anneke")
    change_draw.swap_colours(*hall.at, round=1, table=2, by="Anneke")
    turned, third = _boards(hall, 2, 3)
    never_pair(*hall.at, a=third.white, b=turned.white, by="Anneke")
    draw_around_wishes(*hall.at, round=1, by="Anneke")
    assert _boards(hall, 2) == [turned]


def test_each_choice_for_a_late_arrival_shows_the_games_that_it_then_makes() -> None:
    hall = console("Ada 5d, Bo 5d, Cy 4d, Di 4d, Ed 3d, Fay 3d, Gus 10k")
    hall.draw(1)
    late = hall.enter("Kask", "5d")
    before = hall.event.round(1)
    offers = {offer.choice: offer for offer in late_arrival_offers(*hall.at, late, round=1)}
    boards = offers[LateChoice.BOARDS]
    assert str(boards.effect) == "Table 4 is added, and all other boards stay."
    assert [str(each) for each in offers[LateChoice.BYE].games] == [
        "table 4: Gus 10k (White) – Kask 5d, even"
    ]
    take_late_arrival(*hall.at, late, round=1, choice=LateChoice.BOARDS, key=boards.key, by="Anneke")
    names = hall.event.names
    made = [board for board in hall.event.round(1).boards if board not in before.boards]
    assert len(made) == len(boards.games)
    for board, said in zip(made, boards.games, strict=True):
        assert f"table {board.table}: {names[board.white]} " in str(said)
        assert f"{names[board.black]} " in str(said)


def test_other_games_than_those_shown_are_not_made() -> None:
    hall = _hall()
    late = hall.enter("Kask", "5d")
    [boards, _] = late_arrival_offers(*hall.at, late, round=1)
    change_draw.swap_colours(*hall.at, round=1, table=boards.tables[0], by="Anneke")
    with pytest.raises(InputError, match="this choice would now make other games"):
        take_late_arrival(*hall.at, late, round=1, choice=LateChoice.BOARDS, key=boards.key, by="Anneke")


def test_komi_follows_stones_set_by_hand_unless_a_komi_is_set_too() -> None:
    hall = _hall()
    change_draw.set_terms(*hall.at, round=1, table=1, handicap=2, by="Anneke")
    change_draw.set_terms(*hall.at, round=1, table=2, handicap=2, komi=-5.5, by="Anneke")
    assert [board.komi for board in _boards(hall, 1, 2)] == [0.5, -5.5]
    change_draw.set_terms(*hall.at, round=1, table=1, handicap=0, by="Anneke")
    assert _boards(hall, 1)[0].komi == hall.event.settings.komi


def test_a_game_put_together_by_hand_keeps_the_aga_s_promise_about_colours() -> None:
    text = "A+W B+X C+Y D+Z | A+X B+W C+Z D+Y | A+Y B+Z C+W D+X | A?B C?D W?X Y?Z"
    hall = console_of(text, system="aga", handicapping=Handicapping(ceiling=0))
    # Who has had White three times in a row does not get it again.
    change_draw.swap(*hall.at, round=4, a=PlayerId("B"), b=PlayerId("W"), by="Anneke")
    board = hall.event.round(4).board_of(PlayerId("A"))
    assert board
    assert (board.white, board.black) == ("W", "A")


def _odd_hall() -> Console:
    hall = console("Ada 5d, Bo 5d, Cy 4d, Di 4d, Ed 3d, Fay 3d, Gus 2d")
    hall.draw(1)
    return hall


@pytest.mark.parametrize("way", ["bye", "swap"])
def test_a_bye_chosen_by_hand_stays_until_it_is_left_to_the_draw_again(way: str) -> None:
    hall = _odd_hall()
    ada, [drawn] = hall.who("Ada"), hall.event.round(1).byes
    if way == "bye":
        change_draw.set_bye(*hall.at, round=1, player=ada, by="Anneke")
    else:
        change_draw.swap(*hall.at, round=1, a=drawn.player, b=ada, by="Anneke")
    for _ in range(2):
        _again(hall)
        assert hall.event.round(1).free == (ada,)
        assert len(hall.event.round(1).boards) == 3
    assert "the bye of Ada" in [str(each) for each in work_messages(hall.event, hand_work(hall.state, 1))]
    change_draw.lock_bye(*hall.at, round=1, player=ada, locked=False, by="Anneke")
    for board in hand_work(hall.state, 1).boards:
        change_draw.lock(*hall.at, round=1, table=board.table, locked=False, by="Anneke")
    _again(hall)
    assert hall.event.round(1).free == (drawn.player,)


def test_a_late_arrival_never_takes_the_place_of_a_bye_chosen_by_hand() -> None:
    hall = _odd_hall()
    change_draw.set_bye(*hall.at, round=1, player=hall.who("Ada"), by="Anneke")
    late = hall.enter("Kask", "2d")
    for offer in late_arrival_offers(*hall.at, late, round=1):
        assert offer.choice is not LateChoice.BYE
        assert offer.round is None or hall.who("Ada") in offer.round.free


def test_the_reason_of_a_bye_chosen_by_hand_is_the_director() -> None:
    hall = _odd_hall()
    change_draw.set_bye(*hall.at, round=1, player=hall.who("Ada"), by="Anneke")
    [bye] = evaluation_of(*hall.at, round=1).byes
    assert str(bye.reasons[0].text) == "the director chose this bye"


def test_a_document_drawn_anew_says_what_it_drops() -> None:
    hall = _hall()
    assert lost_by_drawing(hall.state.history, 1) == ()
    change_draw.swap_colours(*hall.at, round=1, table=2, by="Anneke")
    [said] = lost_by_drawing(hall.state.history, 1)
    assert str(said).startswith("round 1: This drops what was done by hand: table 2 (")
    assert lost_by_drawing(hall.state.history, 2) == ()
