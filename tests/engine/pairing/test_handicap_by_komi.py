"""Handicaps by komi and by a table: what the draw says, how the director changes it, and what it is worth."""

from dataclasses import replace

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.problems import problems
from miai.domain.rounds.game import Board, Result
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping, HandicapStep
from miai.domain.settings.handicaps import (
    GameTerms,
    has_handicap,
    head_start,
    komi_with_stones,
    size_of,
    terms_of,
    usual_handicap_table,
)
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing.view import build_view
from miai.engine.rating.egf import Egf
from miai.engine.rating.event import rated_event
from miai.features.draw.pair import pair, round_of

NO_LIMIT = Grade.parse("9d")


def event(handicapping: Handicapping, *grades: str, **rules: object) -> Tournament:
    players = tuple(
        Player(id=PlayerId(f"P{i}"), surname=f"P{i}", grade=Grade.parse(grade))
        for i, grade in enumerate(grades)
    )
    settings = Settings(handicapping=replace(handicapping, none_from=NO_LIMIT), **rules)  # type: ignore[arg-type]
    return Tournament(players=players, settings=settings)


def test_komi_falls_by_points_a_grade_after_the_correction_and_there_are_no_stones() -> None:
    field = event(Handicapping(komi_per_grade=5), "1d", "4k")
    [board] = (drawn := pair(field, round=1)).boards
    # Four grades apart, three after the correction of one: 6.5 - 15.
    assert (board.handicap, board.komi) == (0, -8.5)
    assert str(board.white.grade) == "1d"
    assert board.colours_known
    assert judge(field, drawn) == []


def test_the_largest_handicap_bounds_the_grades_that_count() -> None:
    field = event(Handicapping(komi_per_grade=5, ceiling=2), "1d", "9k")
    assert pair(field, round=1).boards[0].komi == -3.5


@pytest.mark.parametrize(
    ("board_size", "other", "stones", "komi"),
    [
        # Published: 13x13, 1 grade: komi 2; 3 grades: 2 stones and komi 4; 10 grades: 4 stones and -4.
        (13, "1k", 0, 2.5),
        (13, "3k", 2, 4.5),
        (13, "10k", 4, -3.5),
        # 9x9, 5 grades: komi -4; 6 grades: 2 stones and komi 4; 15 grades: 3 stones and -4.
        (9, "5k", 0, -3.5),
        (9, "6k", 2, 4.5),
        (9, "15k", 3, -3.5),
        # Beyond the table its last step counts.
        (13, "25k", 6, -3.5),
    ],
)
def test_small_boards_have_their_own_tables(board_size: int, other: str, stones: int, komi: float) -> None:
    table = usual_handicap_table(board_size)
    # The correction and the largest handicap are not used with a table.
    field = event(Handicapping(table=table, correction=2, ceiling=1), "1d", other, board_size=board_size)
    drawn = pair(field, round=1)
    assert (drawn.boards[0].handicap, drawn.boards[0].komi) == (stones, komi)
    assert judge(field, drawn) == []
    assert problems(field) == []


def test_a_table_may_leave_differences_out() -> None:
    table = (HandicapStep(difference=3, komi=0.5), HandicapStep(difference=6, stones=2, komi=3.5))
    for other, terms in (("2k", (0, 6.5)), ("3k", (0, 0.5)), ("5k", (0, 0.5)), ("8k", (2, 3.5))):
        [board] = pair(event(Handicapping(table=table), "1d", other), round=1).boards
        assert (board.handicap, board.komi) == terms


def test_a_table_goes_up_and_each_step_is_a_handicap() -> None:
    table = (HandicapStep(difference=4, stones=2), HandicapStep(difference=2, komi=6.5))
    found = [str(each) for each in problems(event(Handicapping(table=table), "1d"))]
    assert any("the step for a difference of 2 comes after that for 4" in each for each in found)
    assert any("gives no stones and not less komi than 6.5" in each for each in found)


@pytest.mark.parametrize(
    "rules", [Handicapping(komi_per_grade=5), Handicapping(table=usual_handicap_table(9))]
)
def test_games_with_less_komi_do_not_count_for_colours(rules: Handicapping) -> None:
    field = event(rules, "1d", "4k")
    played = round_of(pair(field, round=1))
    view = build_view(replace(field, rounds=(played,)), 2, seed=0)
    assert list(view.balances) == [0, 0]
    even = replace(played, boards=(replace(played.boards[0], komi=6.5),))
    view = build_view(replace(field, rounds=(even,)), 2, seed=0)
    assert sorted(view.balances) == [-1, 1]


def test_an_unusual_komi_is_no_handicap_where_stones_are_given() -> None:
    board = Board(table=1, white=PlayerId("a"), black=PlayerId("b"), komi=0.5)
    assert not has_handicap(Settings(), board)
    assert has_handicap(Settings(handicapping=Handicapping(komi_per_grade=3)), board)


def test_small_handicaps_are_preferred_whatever_they_consist_of() -> None:
    rules = PairingRules(small_handicaps=True)
    handicaps = Handicapping(komi_per_grade=5, correction=0, by_score=False)
    field = event(handicaps, "5k", "9k", "5k", "9k", system="swiss", pairing=rules)
    assert [board.komi for board in pair(field, round=1).boards] == [6.5, 6.5]


def test_stones_given_by_hand_come_with_the_komi_of_the_table() -> None:
    settings = Settings(handicapping=Handicapping(table=usual_handicap_table(13)))
    assert komi_with_stones(settings, 3) == 2.5
    assert komi_with_stones(settings, 0) == 6.5
    assert komi_with_stones(Settings(), 3) == 0.5


@pytest.mark.parametrize(
    "rules", [Handicapping(), Handicapping(komi_per_grade=2.5), Handicapping(table=usual_handicap_table(13))]
)
def test_the_size_of_a_handicap_is_found_again_from_its_terms(rules: Handicapping) -> None:
    settings = Settings(handicapping=rules)
    for size in range(10):
        terms = terms_of(settings, size)
        board = Board(
            table=1, white=PlayerId("a"), black=PlayerId("b"), handicap=terms.stones, komi=terms.komi
        )
        assert size_of(settings, board) == size


def test_what_a_handicap_is_worth_in_grades() -> None:
    assert head_start(Settings(), 3) == 2.5
    # 13 points are a stone, as 6.5 are half of one.
    assert head_start(Settings(handicapping=Handicapping(komi_per_grade=13)), 3) == 3
    assert head_start(Settings(handicapping=Handicapping(table=usual_handicap_table(9))), 7) == 7
    assert terms_of(Settings(), 0) == GameTerms(stones=0, komi=6.5)


def test_the_egf_rates_a_game_with_reverse_komi_as_an_even_game() -> None:
    def change(komi: float) -> float:
        field = event(Handicapping(komi_per_grade=5), "1d", "4k")
        played = round_of(pair(field, round=1))
        board = replace(played.boards[0], komi=komi, result=Result.WHITE_WINS)
        rated = rated_event(replace(field, rounds=(replace(played, boards=(board,)),)), class_key="A")
        return Egf().rate(rated)[0].change

    assert change(-8.5) == change(6.5) != 0
