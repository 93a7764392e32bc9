"""The games of players who leave a round robin."""

from dataclasses import replace

import numpy as np
import pytest

from kit.round_robins import NAMES, entered, leaves, misses, played, with_round, with_rule
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import RoundRobin
from miai.engine.pairing.schedules.placing import placing
from miai.engine.scoring import Standings, standings
from miai.engine.verify.recount import check_standings
from miai.errors import InputError

RULES = tuple(Withdrawal)


def wins(event: Tournament) -> dict[str, float]:
    return {str(row.player.id): row.values["nbw"] for row in standings(event).rows}


def cells(table: Standings, name: str) -> tuple[str, ...]:
    row = table.row_of(PlayerId(name))
    assert row
    return row.results


def after_leaving(name: str, rounds: int, rule: Withdrawal, names: str = "ABCDEF") -> Tournament:
    """All rounds of an event that a player leaves after some of them."""
    event = leaves(played(entered(names, rule), rounds), name)
    return played(event, event.settings.rounds)


# Six players, five games each. Everybody beats who comes later in the alphabet: A 5, B 4, C 3, D 2, E 1, F 0.


@pytest.mark.parametrize("rule", RULES)
def test_without_a_withdrawal_no_rule_makes_a_difference(rule: Withdrawal) -> None:
    assert wins(played(entered(rule=rule), 5)) == dict(zip("ABCDEF", (5, 4, 3, 2, 1, 0), strict=True))


def test_games_that_stay_as_they_are_give_nothing_if_they_were_not_played() -> None:
    event = after_leaving("F", 2, Withdrawal.KEEP)
    full = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "F": 0}
    met = {seat for drawn in event.rounds for seat in board_of(drawn, "F")}
    assert wins(event) == {name: wins - (name not in met and name != "F") for name, wins in full.items()}


def board_of(drawn: Round, name: str) -> tuple[str, ...]:
    board = drawn.board_of(PlayerId(name))
    return (board.white, board.black) if board else ()


def test_after_fewer_than_half_of_the_games_all_are_annulled() -> None:
    event = after_leaving("A", 2, Withdrawal.HALF)
    assert wins(event) == {"A": 0, "B": 4, "C": 3, "D": 2, "E": 1, "F": 0}
    assert wins(event) == wins(with_rule(event, Withdrawal.ANNUL))


def test_after_half_of_the_games_the_rest_is_awarded() -> None:
    event = after_leaving("A", 3, Withdrawal.HALF)
    met = {seat for drawn in event.rounds[:3] for seat in board_of(drawn, "A")}
    expected = {name: full + (name not in met) for name, full in zip("BCDEF", (4, 3, 2, 1, 0), strict=True)}
    assert wins(event) == {"A": 3} | expected
    assert sum(wins(event).values()) == 15
    assert wins(event) == wins(with_rule(event, Withdrawal.AWARD))


def test_exactly_half_of_the_games_are_not_fewer_than_half() -> None:
    # Five players: four games each; a player who sat out once has played two after three rounds.
    event = played(entered("ABCDE"), 2)
    names = [name for name in "ABCDE" if sum(bool(board_of(drawn, name)) for drawn in event.rounds) == 2]
    event = played(leaves(event, names[0]), 5)
    table = standings(event)
    assert not any("(" in cell for row in table.rows for cell in row.results)
    assert sum(wins(event).values()) == 10


def test_a_win_by_default_is_not_a_game_that_was_played() -> None:
    event = played(entered(), 2)
    boards = tuple(
        replace(board, result=board.result.defaulted if "A" in (board.white, board.black) else board.result)
        for board in event.rounds[1].boards
    )
    third = with_round(replace(event, rounds=(event.rounds[0], replace(event.rounds[1], boards=boards))))
    table = standings(played(leaves(third, "A"), 5))
    assert all(cell == "0-" or cell.startswith("(") for cell in cells(table, "A"))


def test_annulled_games_are_listed_and_count_nowhere() -> None:
    event = after_leaving("A", 2, Withdrawal.ANNUL)
    table = standings(event, criteria=("nbw", "sosw", "sodosw", "dc", "sdc", "cussw"))
    assert [cell for cell in cells(table, "A") if cell.startswith("(")] != []
    alone = played(leaves(entered("ABCDEF"), "A"), 5)
    without = standings(
        replace(alone, players=tuple(player for player in alone.players if player.id != "A")),
        criteria=("nbw", "sosw", "sodosw", "dc", "sdc", "cussw"),
    )
    others = {row.player.id: row.values for row in table.rows if row.player.id != "A"}
    assert {key: values["nbw"] for key, values in others.items()} == {
        row.player.id: row.values["nbw"] for row in without.rows
    }


def test_direct_confrontation_forgets_an_annulled_game() -> None:
    event = entered("ABCD", Withdrawal.KEEP)
    for _ in range(3):
        event = with_round(event)
    # D, who lost everything, beat A; then D leaves.
    rounds = tuple(
        replace(drawn, boards=tuple(_won_by("D", board) if {board.white, board.black} == {"A", "D"} else board
                                    for board in drawn.boards))
        for drawn in event.rounds
    )  # fmt: skip
    beaten = replace(event, rounds=rounds)
    assert wins(beaten) == {"A": 2, "B": 2, "C": 1, "D": 1}
    left = misses(beaten, "D", range(3, 21))
    assert wins(with_rule(left, Withdrawal.ANNUL)) == {"A": 2, "B": 1, "C": 0, "D": 0}


def _won_by(name: str, board: Board) -> Board:
    return replace(board, result=Result.WHITE_WINS if board.white == name else Result.BLACK_WINS)


def test_a_game_that_was_drawn_before_the_player_left_is_awarded_without_its_result() -> None:
    event = played(entered(rule=Withdrawal.AWARD), 3)
    opened = with_round(event)
    boards = tuple(
        replace(board, result=Result.UNKNOWN) if "A" in (board.white, board.black) else board
        for board in opened.rounds[3].boards
    )
    opened = replace(opened, rounds=(*opened.rounds[:3], replace(opened.rounds[3], boards=boards)))
    left = misses(opened, "A", range(4, 21))
    opponent = next(each for each in board_of(opened.rounds[3], "A") if each != "A")
    assert wins(left)[opponent] == wins(opened)[opponent] + 1
    assert wins(left)["A"] == 3


def test_nobody_has_the_point_of_a_game_between_two_who_left() -> None:
    event = leaves(played(entered(rule=Withdrawal.AWARD), 2), "A", "B")
    event = played(event, 5)
    both_met = any({"A", "B"} == set(board_of(drawn, "A")) for drawn in event.rounds)
    assert sum(wins(event).values()) == 15 - (not both_met)


def test_a_player_who_only_misses_the_last_rounds_has_not_left() -> None:
    event = misses(played(entered(rule=Withdrawal.AWARD), 3), "A", (4, 5))
    assert sum(wins(played(event, 5)).values()) == 15 - 2


def test_a_player_who_comes_back_has_all_games_again() -> None:
    event = played(leaves(played(entered(), 2), "A"), 4)
    back = replace(
        event,
        players=tuple(replace(player, absent_rounds=frozenset({3, 4})) for player in event.players),
    )
    assert not any("(" in cell for row in standings(back).rows for cell in row.results)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_the_second_count_and_the_page_of_the_table_agree_with_the_standings(
    rule: Withdrawal, size: int
) -> None:
    dice = np.random.default_rng(size)
    for _ in range(8):
        event = entered(NAMES[:size], rule)
        while len(event.rounds) < event.settings.rounds:
            if dice.random() < 0.25:
                event = leaves(event, NAMES[dice.integers(size)])
            if dice.random() < 0.15:
                event = misses(event, NAMES[dice.integers(size)], [len(event.rounds) + 1])
            results = [list(Result)[dice.integers(len(Result))] for _ in range(size // 2)]
            try:
                event = with_round(event, results=results)
            except InputError:
                break
            for after in range(len(event.rounds) + 1):
                assert check_standings(event, standings(event, after=after)) == []
        if len(event.rounds) == event.settings.rounds:
            _demand_points_of_table(event)


def _demand_points_of_table(event: Tournament) -> None:
    """The plan of the table gives each player the points of the standings."""
    points = wins(event)
    groups = placing(RoundRobin().bracket(event, after=len(event.rounds), seed=0))
    found = [{points[str(player.id)] for player in group} for group in groups]
    assert [len(each) for each in found] == [1] * len(groups)
    assert found == sorted(found, key=max, reverse=True)
