"""Facts of players before a round, read from the log a second time."""

from dataclasses import replace

import pytest

from kit.builders import crosstable, with_scoring
from miai.domain.people.player import PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.round import Bonus
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import Facts, facts_before


def _before(tournament: Tournament, number: int) -> dict[str, Facts]:
    return {each.player.surname: each for each in facts_before(tournament, number, seed=1)}


def test_scores_count_games_byes_and_absences() -> None:
    event = with_scoring(
        crosstable("A+B C=D E+ F- | A-C B?D E~ F+ |"), absent_points=quarters(0.5), absent_wins=quarters(0.5)
    )
    scores = {name: each.score / 4 for name, each in _before(event, 3).items()}
    # A game without a result counts as a jigo; absences of half a point are rounded down together.
    assert scores == {"A": 1, "B": 0.5, "C": 1.5, "D": 1, "E": 1, "F": 1}


def test_points_of_byes_and_absences_are_whole_only_together() -> None:
    scoring = {"bye_points": quarters(0.5), "absent_points": quarters(0.5)}
    event = crosstable("A+B C+ | A+B C- |")
    whole = _before(with_scoring(event, **scoring), 3)
    halves = _before(with_scoring(event, **scoring, round_down=False), 3)
    after_one = _before(with_scoring(crosstable("A+B C+ |"), **scoring), 2)
    assert (after_one["C"].score, whole["C"].score, halves["C"].score) == (0, 4, 4)


def test_a_bonus_counts_for_points_and_wins_and_is_never_rounded() -> None:
    event = crosstable("A+B |")
    bonus = Bonus(player=PlayerId("B"), points=quarters(0.5))
    rich = replace(event, rounds=(replace(event.rounds[0], bonuses=(bonus,)), *event.rounds[1:]))
    loser = _before(rich, 2)["B"]
    assert (loser.score, loser.wins) == (2, 2)


@pytest.mark.parametrize("system", ["swiss", "mcmahon"])
def test_the_score_of_a_swiss_is_the_number_of_wins(system: str) -> None:
    event = crosstable("A+B |", start=3, system=system)
    winner = _before(event, 2)["A"]
    assert (winner.score, winner.wins) == ((4, 4) if system == "swiss" else (16, 4))


def test_colours_count_in_even_games_and_floats_by_the_scores_before() -> None:
    event = crosstable("A+B C+D | A+C B+D/3 | A+D B+C |")
    found = _before(event, 4)
    assert [found[name].colours for name in "ABCD"] == [[1, 1, 1], [-1, 1], [1, -1, -1], [-1, -1]]
    assert {name: (each.ups, each.downs) for name, each in found.items()} == {
        "A": (0, 1),
        "B": (0, 0),
        "C": (0, 0),
        "D": (1, 0),
    }
    assert found["D"].met == {"A", "B", "C"}


def test_the_bye_is_counted_and_a_rest_by_choice_is_not() -> None:
    found = _before(crosstable("A+B C+ D~ |"), 2)
    assert {name: each.byes for name, each in found.items()} == {"A": 0, "B": 0, "C": 1, "D": 0}


def test_only_players_of_the_round_are_in_its_field() -> None:
    event = crosstable("A+B C- | A+C B~")
    assert set(_before(event, 1)) == {"A", "B"}
    assert set(_before(event, 2)) == {"A", "C"}
