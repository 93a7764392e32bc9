"""The worked examples that the source documents print."""

import pytest

from kit.builders import crosstable, value, with_player, with_scoring
from miai.domain.points import quarters
from miai.domain.tournament import Tournament

# Barry, Carmilla, Sally and Marvin need opponents of their own in the rounds without Bob.
FORCED = "Bob+Barry Sally+Marvin | Bob+ | Bob+Carmilla | Bob-Sally | Bob+Marvin"
VOLUNTARY = FORCED.replace("| Bob+ |", "| Bob~ |")


def bob(text: str) -> Tournament:
    return with_player(crosstable(text, start=-7), "Bob", start=quarters(-8))


@pytest.mark.requirement("A51", "A58")
def test_a_forced_bye_counts_as_a_win_for_bob() -> None:
    assert value(bob(FORCED), "Bob", "mms") == -4


@pytest.mark.requirement("A51", "A58")
def test_a_voluntary_bye_leaves_bobs_score_as_it_is() -> None:
    assert value(bob(VOLUNTARY), "Bob", "mms") == -5


@pytest.mark.requirement("A52", "A53", "A56", "A58")
def test_bobs_forced_bye_is_a_victory_over_a_phantom_at_minus_five_and_a_half() -> None:
    event = bob(FORCED)
    opponents = sum(_effective(event, name) for name in ("Barry", "Carmilla", "Sally", "Marvin"))
    beaten = sum(_effective(event, name) for name in ("Barry", "Carmilla", "Marvin"))
    assert value(event, "Bob", "soms") == opponents - 5.5
    assert value(event, "Bob", "sodoms") == beaten - 5.5


@pytest.mark.requirement("A56", "A58")
def test_bobs_voluntary_bye_is_a_loss_to_the_same_phantom() -> None:
    event = bob(VOLUNTARY)
    opponents = sum(_effective(event, name) for name in ("Barry", "Carmilla", "Sally", "Marvin"))
    beaten = sum(_effective(event, name) for name in ("Barry", "Carmilla", "Marvin"))
    assert value(event, "Bob", "soms") == opponents - 5.5
    assert value(event, "Bob", "sodoms") == beaten


@pytest.mark.requirement("A57", "A58")
def test_bobs_voluntary_bye_gives_sally_half_a_point_and_his_forced_one_does_not() -> None:
    forced, voluntary = bob(FORCED), bob(VOLUNTARY)
    assert value(forced, "Sally", "soms") - _without_bob(forced) == -4
    assert value(voluntary, "Sally", "soms") - _without_bob(voluntary) == -4.5


@pytest.mark.requirement("A69")
def test_the_half_point_never_counts_for_bob_himself() -> None:
    assert value(bob(VOLUNTARY), "Bob", "mms", unplayed="aga") == -5


@pytest.mark.requirement("A57")
def test_a_double_forfeit_gives_opponents_half_a_point() -> None:
    event = crosstable("A+B C+D | AxC! B+D | A+D B+C")
    assert value(event, "B", "soms") == (2 + 0.5) + 0 + (1 + 0.5)


@pytest.mark.requirement("V39")
def test_cuss_is_12_for_early_wins_and_6_for_late_ones() -> None:
    early = crosstable("A+B | A+B | A+B | A-B | A-B")
    late = crosstable("A-B | A-B | A+B | A+B | A+B")
    assert value(early, "A", "cussm") == value(early, "A", "cussw") == 12
    assert value(late, "A", "cussm") == value(late, "A", "cussw") == 6


@pytest.mark.requirement("V36")
def test_a_free_round_adds_the_players_own_score_to_sos() -> None:
    event = crosstable("A+B C+ | A+C B+", start=3)
    assert value(event, "C", "sosm", unplayed="own") == 4 + 5
    assert value(event, "C", "sosw", unplayed="own") == 1 + 2


def test_epm_gives_half_a_point_for_absence_rounded_down_for_opponents_but_not_for_the_own_place() -> None:
    absent = "A+B C+D | A+C B- D- | A+D B- C+ | A+C B- D-"
    event = with_scoring(
        crosstable(absent), absent_points=quarters(0.5), round_down=True, absence_for_place=False
    )
    assert value(event, "B", "mms") == 0
    assert value(event, "A", "sosm") == 1 + 2 + 1 + 2  # three missed rounds count one point, two count one


def _effective(event: Tournament, name: str) -> float:
    missed = {"Barry": 4, "Carmilla": 4, "Sally": 3, "Marvin": 3}[name]
    return value(event, name, "mms") + 0.5 * missed


def _without_bob(event: Tournament) -> float:
    """Sally's other opponent, and the phantoms of the rounds she did not play."""
    phantom = -7 + 5 / 2
    return _effective(event, "Marvin") + 3 * phantom
