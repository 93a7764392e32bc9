"""The second, slow count of the standings agrees with the first, and finds what is planted."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import SOAK
from kit.builders import crosstable, with_player, with_scoring
from kit.strategies import tournaments
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.round import Bonus
from miai.domain.settings.scoring_rules import Rulebook, Unplayed
from miai.domain.tournament import Tournament
from miai.engine.judging import check_standings, recount
from miai.engine.scoring import Standings, standings
from miai.engine.verify.recount import COUNTS

KEYS = tuple(key for key, _ in COUNTS)
RULEBOOKS = pytest.mark.parametrize("rulebook", Rulebook)
POLICIES = st.sampled_from(Unplayed)


def under(tournament: Tournament, rulebook: Rulebook, policy: Unplayed) -> Tournament:
    scoring = replace(tournament.settings.scoring, rulebook=rulebook, unplayed=policy)
    return replace(tournament, settings=replace(tournament.settings, scoring=scoring))


def faults(tournament: Tournament, after: int) -> list[str]:
    table = standings(tournament, after=after, criteria="all")
    return [violation.text for violation in check_standings(tournament, table)]


@RULEBOOKS
@settings(max_examples=2000 if SOAK else 60)
@given(tournament=tournaments(), policy=POLICIES)
def test_the_second_count_equals_the_first(
    tournament: Tournament, rulebook: Rulebook, policy: Unplayed
) -> None:
    event = under(tournament, rulebook, policy)
    for after in range(len(event.rounds) + 1):
        if after <= max(event.rounds_played, event.settings.rounds):
            assert faults(event, after) == []


def values(event: Tournament, key: str, after: int, unplayed: str = "start") -> dict[str, Fraction]:
    return {str(player): value for player, value in recount(event, after, unplayed)[key].items()}


def test_an_absence_without_a_place_counts_for_opponents_only() -> None:
    event = with_scoring(
        crosstable("A+B C- | A=C B-"),
        absent_points=quarters(1),
        absent_wins=quarters(1),
        absence_for_place=False,
    )
    assert values(event, "mms", 2) == {"A": Fraction(3, 2), "B": 0, "C": Fraction(1, 2)}
    assert values(event, "sosm", 2)["A"] == 1 + Fraction(3, 2)


def test_free_points_are_rounded_down_together() -> None:
    event = with_scoring(crosstable("A+B C- | A+B C-"), absent_points=quarters(0.5))
    assert values(event, "mms", 1)["C"] == 0
    assert values(event, "mms", 2)["C"] == 1


def test_the_bar_and_the_side_of_it_set_the_start() -> None:
    event = with_scoring(crosstable("A+B", start=None))
    event = with_player(event, "A", bar_side=BarSide.ABOVE)
    event = with_player(event, "B", correction=quarters(-0.5))
    assert values(event, "mms", 0) == {"A": 33, "B": Fraction(59, 2)}


@pytest.mark.parametrize(("zero", "start"), [(-50, 34), (-31, 30), (-30, 29)])
def test_macmahon_counts_from_35_kyu_where_a_file_has_no_lower_bar(zero: int, start: int) -> None:
    event = with_scoring(
        crosstable("A+B", start=None),
        rulebook=Rulebook.MACMAHON,
        zero=Grade.of_number(zero),
        bar=Grade.parse("1k"),
    )
    assert values(event, "mms", 0)["A"] == start
    assert faults(event, 1) == []


def test_unplayed_rounds_count_the_start_or_nothing() -> None:
    event = crosstable("A+B C+ | A+C B+", start=5)
    assert values(event, "sosm", 2)["C"] == 5 + 7
    assert values(event, "sosm", 2, "zero")["C"] == 7


def test_opengotha_forgets_sos_without_the_lowest_after_round_two() -> None:
    event = crosstable("A+B C+D | A+C B+D")
    gotha = with_scoring(event, rulebook=Rulebook.GOTHA)
    assert values(event, "sosm-1", 2)["A"] == 1
    assert values(gotha, "sosm-1", 2)["A"] == 0


def table_of(event: Tournament) -> Standings:
    return standings(event, criteria="all")


@pytest.mark.parametrize("key", KEYS)
def test_a_planted_error_in_a_criterion_is_found(key: str) -> None:
    event = crosstable("A+B C=D E+ | A-C/2 B+E D-", criteria=("nbw",))
    table = table_of(event)
    wrong = replace(table.rows[1], values={**table.rows[1].values, key: table.rows[1].values[key] - 0.25})
    planted = replace(table, criteria=(), rows=tuple(replace(row, place=1) for row in table.rows))
    assert check_standings(event, planted) == []
    rows = (planted.rows[0], replace(wrong, place=1), *planted.rows[2:])
    assert [v.rule for v in check_standings(event, replace(planted, rows=rows))] == ["standings_value"]


def test_rows_out_of_order_a_wrong_place_and_a_missing_row_are_found() -> None:
    event = crosstable("A+B C+D | A+C B+D")
    table = table_of(event)
    swapped = (table.rows[1], table.rows[0], *table.rows[2:])
    assert "standings_order" in {v.rule for v in check_standings(event, replace(table, rows=swapped))}
    misplaced = (replace(table.rows[0], place=2), *table.rows[1:])
    found = check_standings(event, replace(table, rows=misplaced))
    assert [v.rule for v in found] == ["standings_place"]
    assert str(found[0]) == "standings_place: A has place 2 instead of 1"
    found = check_standings(event, replace(table, rows=table.rows[1:]))
    assert [v.rule for v in found] == ["standings_rows"]


def test_a_jigo_against_a_quarter_point_counts_an_eighth() -> None:
    event = crosstable("A=B", start=0.25)
    assert check_standings(event, standings(event, criteria="all")) == []


def test_a_lost_game_ends_the_qualification_whatever_the_bonus() -> None:
    event = with_scoring(crosstable("A+B | A-B", start=None), bar=Grade.parse("1d"))
    bonus = Bonus(player=PlayerId("A"), points=quarters(1))
    rounds = (event.rounds[0], replace(event.rounds[1], bonuses=(bonus,)))
    event = replace(event, rounds=rounds, settings=replace(event.settings, rounds=3))
    assert check_standings(event, standings(event, criteria="all")) == []
