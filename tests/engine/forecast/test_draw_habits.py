"""How rounds are drawn is learnt from rounds that were drawn, and forecasts draw like that."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.engine.forecast.draw_habits import AS_SET, WAYS, DrawHabits, board_chances, fit_habits
from miai.engine.forecast.forecasting import forecast
from miai.features.forecast.draw_as_set import draw_as_set
from miai.features.forecast.forecast_event import question_for

USUAL = DrawHabits(as_set=0.4, by_score=0.3, at_random=0.3, rounds=1.0)
AT_RANDOM = DrawHabits(as_set=0.0, by_score=0.0, at_random=1.0, rounds=1.0)


def drawn_as_set(rounds: int) -> Tournament:
    """Sixteen players of one grade; the first of a board wins every other game."""
    players = crosstable("A+B C+D E+F G+H I+J K+L M+N O+P").players
    event = crosstable("A+B", system="swiss", preset="gotha", criteria=("nbw", "sosw"))
    event = Tournament(players=players, settings=replace(event.settings, rounds=rounds))
    for number in range(1, rounds + 1):
        drawn = draw_as_set(event, number, 1)
        assert drawn is not None
        results = (Result.WHITE_WINS, Result.BLACK_WINS)
        boards = tuple(
            replace(board, result=results[(at + number) % 2]) for at, board in enumerate(drawn.boards)
        )
        event = replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))
    return event


def test_rounds_that_were_drawn_as_set_make_it_likely_that_the_next_is() -> None:
    chances = board_chances(drawn_as_set(4))
    assert [each.shape for each in chances] == [(8, len(WAYS))] * 4
    # Who meets in the first round is open among equals; later rounds follow from the table.
    found = [USUAL.learnt(chances[:after]).as_set for after in range(5)]
    assert found[4] > found[2] > USUAL.as_set
    assert found[4] > 0.6


def test_rounds_without_regard_to_scores_make_that_likely() -> None:
    """Winners meet losers in every round of eight players."""
    event = crosstable("A+B C+D E+F G+H | A+D C+B E+H G+F | A+F C+H E+B G+D", system="swiss", preset="gotha")
    found = USUAL.learnt(board_chances(event))
    assert found.at_random > 0.6
    assert found.as_set < 0.2
    assert found.shares.sum() == pytest.approx(1)


def test_an_event_that_cannot_be_simulated_tells_nothing() -> None:
    event = crosstable("A+B C+D", system="random")
    assert board_chances(event) == ()
    assert USUAL.learnt(()) == USUAL


def test_a_fit_finds_how_boards_were_drawn() -> None:
    """Of ten boards of every round six are sure as set, and four are not to be had like that."""
    boards = np.array([[1.0, 0.0, 0.05]] * 6 + [[0.0, 0.0, 0.05]] * 4)
    found = fit_habits([[boards] * 3] * 5)
    assert found.as_set == pytest.approx(0.6, abs=0.03)
    assert found.by_score == pytest.approx(0.0, abs=0.01)


def test_events_that_keep_to_their_ways_are_learnt_from_sooner_than_those_that_change_them() -> None:
    as_set, not_so = np.array([[1.0, 0.0, 0.05]] * 5), np.array([[0.0, 0.0, 0.05]] * 5)
    keeping = fit_habits([[as_set] * 4, [not_so] * 4] * 5)
    changing = fit_habits([[as_set, not_so] * 2, [not_so, as_set] * 2] * 5)
    assert keeping.rounds < 1
    assert changing.rounds > 4


def test_over_many_tournaments_the_shares_hold() -> None:
    count = Counter(USUAL.way(t) for t in range(1000))
    assert [count[way] / 1000 for way in WAYS] == pytest.approx(USUAL.shares.tolist(), abs=0.005)
    # And as well among the tournaments that share one of forty fits.
    count = Counter(USUAL.way(t) for t in range(7, 4000, 40))
    assert [count[way] / 100 for way in WAYS] == pytest.approx(USUAL.shares.tolist(), abs=0.03)


def test_two_leaders_who_are_not_paired_by_score_may_both_win_on() -> None:
    event = crosstable("A+C B+D", system="swiss", preset="gotha", criteria=("nbw",))
    event = replace(event, settings=replace(event.settings, rounds=2))
    question = question_for(simulations=300, threads=1)
    as_set = forecast(event, replace(question, habits=AS_SET), draw_as_set)
    at_random = forecast(event, replace(question, habits=AT_RANDOM), draw_as_set)
    assert as_set.unique_winner == 1.0
    # A meets B or D, alike: without B they may both win, or neither.
    assert 0.5 < at_random.unique_winner < 0.95
