"""Document 1, "Enhancing Go tournament pairings in Europe": what its text says, in its own figures."""

import random
from dataclasses import replace
from math import log

import numpy as np
import pytest

import miai
from kit.builders import crosstable, value, with_player, with_scoring
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.points import quarters
from miai.domain.rounds.game import Result
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.judging.relative_strength import relative_strength
from miai.engine.pairing.protocol import Draw
from miai.engine.rating import EgfClassic
from miai.engine.rating.egf_classic import expected_score, expected_total_change
from miai.engine.rating.protocol import Entrant, RatedEvent, RatedGame
from miai.engine.scoring import standings
from miai.features.draw.pair import round_of
from miai.features.settings.typed_rules import with_typed_rules
from miai_lab.figures.study import formula_figures
from miai_lab.reproduce import ReproductionStudy

TWENTY_KYU = Grade.parse("20k")
NINE_DAN = Grade.parse("9d")


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards}


def graded(event: Tournament, **grades: str) -> Tournament:
    for name, grade in grades.items():
        event = with_player(event, name, grade=Grade.parse(grade))
    return event


@pytest.mark.requirement("V2", "V67")
@pytest.mark.parametrize(("strong", "weak", "stones"), [("5k", "9k", 4), ("2d", "2k", 3)])
def test_the_difference_of_grades_is_the_number_of_stones(strong: str, weak: str, stones: int) -> None:
    terms = Handicapping(by_score=False, correction=0, none_from=NINE_DAN)
    event = graded(crosstable("A?B", start=None, handicapping=terms), A=weak, B=strong)
    (board,) = miai.pair(replace(event, rounds=()), round=1).boards
    assert (board.handicap, str(board.white.grade), str(board.black.grade)) == (stones, strong, weak)


# The parameter a is 135 at 1400, 95 at 2200 and 70 above 2700.
CHANCES = [(1400, 1600, 0.18520), (2200, 2400, 0.10859), (2750, 2850, 0.19332), (1200, 1400, 0.20112)]


@pytest.mark.requirement("V5")
@pytest.mark.parametrize(("lower", "higher", "chance"), CHANCES)
def test_the_lower_rated_wins_by_equation_2_1(lower: float, higher: float, chance: float) -> None:
    assert expected_score(lower, higher) == pytest.approx(chance, abs=5e-6)


@pytest.mark.requirement("V8")
@pytest.mark.parametrize(("rating", "con"), [(100, 116), (800, 80), (1500, 47), (2100, 24), (2700, 10)])
def test_a_win_over_an_equal_is_worth_half_of_con(rating: float, con: float) -> None:
    equals = (Entrant(grade=TWENTY_KYU, rating=rating), Entrant(grade=TWENTY_KYU, rating=rating))
    event = RatedEvent(entrants=equals, games=(RatedGame(white=0, black=1, white_score=1),))
    assert EgfClassic(epsilon=0.0).rate(event)[0].change == pytest.approx(con / 2)


@pytest.mark.requirement("V9")
def test_figure_2_1_shows_the_chances_of_1400_and_2200() -> None:
    (panel,) = next(p for p in formula_figures(ReproductionStudy()) if p.name.endswith("2.1")).panels
    curves = {
        series.label: dict(zip(map(int, series.x), map(float, series.y), strict=True))
        for series in panel.series
    }
    assert curves.keys() == {"GoR 1400", "GoR 2200"}
    assert curves["GoR 1400"][0] == curves["GoR 2200"][0] == 0.5
    assert curves["GoR 1400"][200] == pytest.approx(0.18520, abs=5e-6)
    assert curves["GoR 1400"][-200] == pytest.approx(1 - 0.20112, abs=5e-6)
    assert curves["GoR 2200"][200] == pytest.approx(0.10859, abs=5e-6)


@pytest.mark.requirement("V10")
def test_the_expected_total_change_is_what_epsilon_adds() -> None:
    # 700 against 900: con 85 and 75, a 170, so chances 0.23569 and 1 - 0.23569 - 0.016.
    assert expected_total_change(700, 200) == pytest.approx(1.2185, abs=5e-5)


@pytest.mark.requirement("V28")
def test_accelrat_pairs_by_ratings_that_the_rounds_have_changed() -> None:
    event = crosstable("A-B C+D")
    for name in "ABCD":
        event = with_player(event, name, rating=2100.0)
    # All had the same rating before; now the two winners are closest, and so are the two losers.
    assert games(miai.pair(event, round=2, system="accelrat")) == {frozenset("BC"), frozenset("AD")}


@pytest.mark.requirement("V29")
@pytest.mark.parametrize("seed", range(5))
def test_an_odd_group_of_a_swiss_sends_one_player_down(seed: int) -> None:
    draw = miai.pair(crosstable("A+B C+D E+F"), round=2, system="swiss", seed=seed)
    assert sorted(len(game & set("ACE")) for game in games(draw)) == [0, 1, 2]


@pytest.mark.requirement("V33")
@pytest.mark.parametrize(
    ("grade", "start"),
    [("30k", 0), ("20k", 0), ("19k", 1), ("1k", 19), ("1d", 20), ("2d", 21), ("4d", 23), ("5d", 23)],
)
def test_starting_points_of_a_large_tournament(grade: str, start: int) -> None:
    # With a single 5 dan and seven 4 dans, 4 dan is the bar.
    scoring = Scoring(bar=Grade.parse("4d"), floor=TWENTY_KYU, zero=TWENTY_KYU)
    assert (
        value(graded(crosstable("A?B", start=None, scoring=scoring), A=grade), "A", "mms", after=0) == start
    )


@pytest.mark.requirement("V35")
def test_of_equal_scores_the_one_who_started_lower_comes_first_by_wins() -> None:
    event = with_player(crosstable("A-B C-D", start=10), "B", start=quarters(9))
    table = standings(event, criteria=["mms", "nbw"])
    tied = [str(row.player.id) for row in table.rows if row.values["mms"] == 10]
    assert tied == ["B", "A", "C"]
    assert [row.place for row in table.rows] == [1, 2, 3, 3]


@pytest.mark.requirement("V36", "V37", "V38")
def test_sums_over_opponents_counted_by_hand() -> None:
    event = crosstable("A+B C+D | A+C D+B")
    assert [value(event, name, "mms") for name in "ABCD"] == [2, 0, 1, 1]
    assert [value(event, name, "sosm") for name in "ABCD"] == [0 + 1, 2 + 1, 1 + 2, 1 + 0]
    assert [value(event, name, "sososm") for name in "ABCD"] == [3 + 3, 1 + 1, 1 + 1, 3 + 3]
    assert [value(event, name, "sodosm") for name in "ABCD"] == [0 + 1, 0, 1, 0]


def by_appendix_b(opponents: list[list[int]], results: list[list[str]], most: int) -> list[float]:
    """Lines 1 to 43, at most so often; a win between equals counts as one over a weaker player."""
    n = len(opponents[0])
    strengths = [0.0] * n
    for _ in range(most):
        old = list(strengths)
        for player in range(n):
            for row, words in zip(opponents, results, strict=True):
                difference = old[player] - old[row[player]]
                step = log(abs(difference) + 1, n / 5)
                if words[player] == "+":
                    strengths[player] += 1 - step if difference >= 0 else step
                elif words[player] == "-":
                    strengths[player] -= step if difference > 0 else 1 - step
                else:
                    strengths[player] += -step if difference > 0 else step
            strengths[player] = min(max(strengths[player], 0.0), n - 1.0)
        low, high = min(strengths), max(strengths)
        strengths = [(each - low) * (n - 1) / (high - low) for each in strengths]
        if sum((new - before) ** 2 for new, before in zip(strengths, old, strict=True)) <= 0.001 * n:
            break
    return strengths


@pytest.mark.requirement("V57")
@pytest.mark.parametrize("seed", range(5))
def test_relative_strengths_follow_appendix_b_line_by_line(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rounding grows from step to step where strengths do not settle.
    most = 30
    monkeypatch.setattr("miai.engine.judging.relative_strength.MOST_ITERATIONS", most)
    dice = random.Random(seed)
    opponents, results = [], []
    for _ in range(4):
        order = dice.sample(range(24), 24)
        row, words = [0] * 24, [""] * 24
        for one, other in zip(order[::2], order[1::2], strict=True):
            row[one], row[other] = other, one
            words[one], words[other] = dice.choice([("+", "-"), ("-", "+"), ("+", "-"), ("=", "=")])
        opponents.append(row)
        results.append(words)
    points = [[{"+": 4, "=": 2, "-": 0}[word] for word in words] for words in results]
    found = relative_strength(np.array(opponents), np.array(points))
    assert found.strengths.tolist() == pytest.approx(by_appendix_b(opponents, results, most), abs=1e-6)


def played_out(size: int, rounds: int, seed: int) -> Tournament:
    """A Swiss in which every game has a winner."""
    dice = random.Random(seed)
    event = crosstable(" ".join(f"P{i}?P{i + 1}" for i in range(0, size, 2)))
    event = replace(event, rounds=(), settings=replace(event.settings, system="swiss", rounds=rounds))
    for number in range(1, rounds + 1):
        drawn = round_of(miai.pair(event, round=number, seed=seed))
        boards = tuple(
            replace(board, result=dice.choice([Result.WHITE_WINS, Result.BLACK_WINS]))
            for board in drawn.boards
        )
        event = replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))
    return event


@pytest.mark.requirement("V64")
@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (4, 2), (8, 3), (16, 4)])
def test_a_swiss_of_a_power_of_two_has_one_winner_after_so_many_rounds(size: int, rounds: int) -> None:
    for seed in range(5):
        wins = [row.values["nbw"] for row in standings(played_out(size, rounds, seed), criteria=["nbw"]).rows]
        assert wins.count(rounds) == 1


@pytest.mark.requirement("V65")
def test_wins_and_free_rounds_are_worth_a_point_draws_half_and_losses_nothing() -> None:
    event = crosstable("A+B C=D E+", start=20)
    assert [value(event, name, "mms") for name in "ABCDE"] == [21, 20, 20.5, 20.5, 21]


@pytest.mark.requirement("V66")
def test_the_mcmahon_score_adds_games_free_rounds_and_absences_to_the_start() -> None:
    event = crosstable("A+B C+ | A- B+C | A+ B=C", start=20)
    event = with_scoring(event, absent_points=quarters(0.5), round_down=False)
    assert value(event, "A", "mms") == 20 + 1 + 0.5 + 1
    assert value(event, "B", "mms") == 20 + 0 + 1 + 0.5
    assert value(event, "C", "mms") == 20 + 1 + 0 + 0.5


@pytest.mark.requirement("V69")
def test_a_pairing_has_everybody_at_a_board_free_or_absent() -> None:
    event = crosstable("A+B C+D E+F G+")
    event = with_player(event, "A", absent_rounds=frozenset({2}))
    event = with_player(event, "B", absent_rounds=frozenset({2}))
    draw = miai.pair(event, round=2)
    free: list[Player] = [draw.bye] if draw.bye else []
    seated = [player for board in draw.boards for player in (board.white, board.black)]
    assert sorted(str(player.id) for player in [*seated, *free]) == list("CDEFG")
    assert len(free) == 1


@pytest.mark.requirement("V70")
@pytest.mark.parametrize("lines", [19, 13, 9])
def test_games_are_played_on_boards_of_19_13_and_9_lines(lines: int) -> None:
    event = with_typed_rules(crosstable("A+B"), [f"board_size={lines}"])
    assert event.settings.board_size == lines
