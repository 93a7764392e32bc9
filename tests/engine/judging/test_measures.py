"""Each measure on tournaments small enough to count by hand."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau

from kit.builders import crosstable, with_player, with_scoring
from miai.domain.people.grade import Grade
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.judging import measure_event
from miai.engine.judging.event import count_record
from miai.engine.judging.measures import measures
from miai.engine.judging.record import record_of
from miai.engine.kernel.qualities import COUNTS
from miai.errors import InputError

# The four at the bar meet each other in rounds 1 to 3 and the others after that.
FOUR_AND_FOUR = (
    "A+B C+D E+F G+H | A+C B+D E+G F+H | A+D B+C E+H F+G |A+E B+F C+G D+H | A+F B+G C+H D+E | A+G B+H C+E D+F"
)


def of(event: Tournament, key: str) -> float | None:
    return measure_event(event).values.get(key)


def graded(text: str, grades: str, *, bar: str = "9d", **settings: Any) -> Tournament:
    """Players A, B, … of these grades, who start by grade below the bar."""
    event = with_scoring(crosstable(text, start=None, **settings), bar=Grade.parse(bar))
    for name, grade in zip("ABCDEFGH", grades.split(), strict=False):
        event = with_player(event, name, grade=Grade.parse(grade))
    return event


def rated(text: str, method: SeedMethod) -> Tournament:
    """Players A, B, … in order of their ratings, seeded in one way."""
    event = crosstable(text, pairing=PairingRules(first_seeding=SeedingChoice(method=method)))
    for number, player in enumerate(sorted(player.id for player in event.players)):
        event = with_player(event, player, rating=2500.0 - number)
    return event


@pytest.mark.requirement("K6")
def test_seats_without_a_game_are_missing_from_the_whole() -> None:
    event = crosstable("A+B C+D | A+C")
    assert of(event, "flawed") == 1 - 0.5 * 2 / 4
    assert of(event, "perfect") == 0


def test_a_bye_and_an_absence_are_no_flaw() -> None:
    event = crosstable("A+B C+ D- | A+D C+B")
    assert of(event, "flawed") == of(event, "perfect") == 1


@pytest.mark.requirement("B23", "K1", "K7", "K14", "K15")
def test_games_are_even_or_uneven_or_have_a_handicap() -> None:
    event = crosstable("A+B C+D E+F | A+D B+C/2 E+F")
    assert of(event, "even") == 3 / 6
    assert of(event, "uneven") == 2 / 6
    assert of(event, "handicap") == 1 / 6


@pytest.mark.requirement("B25")
def test_games_over_more_than_one_point_are_what_document_5_calls_handicap_games() -> None:
    assert of(graded("A+B C+D", "4d 2d 1d 1k"), "far_apart") == 1 / 2


def test_the_widest_game_is_the_one_with_the_most_points_between_the_players() -> None:
    # They start at 3, 1, 0 and -1: games over two points and one; then A has 4 and D -1, B and C have 1.
    assert of(graded("A+B C+D", "4d 2d 1d 1k"), "widest_game") == 2
    assert of(graded("A+B C+D | A+D B+C", "4d 2d 1d 1k"), "widest_game") == 5


@pytest.mark.requirement("K8", "K9")
@pytest.mark.parametrize(
    ("text", "method", "exact", "split"),
    [
        ("A+C B+D", SeedMethod.SLIP, 1, 1),
        ("A+D B+C", SeedMethod.SLIP, 0, 1),
        ("A+B C+D", SeedMethod.SLIP, 0, 0),
        ("A+D B+C", SeedMethod.FOLD, 1, 1),
        ("A+B C+D", SeedMethod.ADJACENT, 1, 1),
        ("A+C B+D", SeedMethod.SPLIT_AND_RANDOM, 1, 1),
        ("A+D B+C E+H F+G", SeedMethod.DOUBLE_FOLD, 1, 1),
        ("A+C B+D E+G F+H", SeedMethod.DOUBLE_FOLD, 0, 1),
        ("A+B C+D E+H F+G", SeedMethod.DOUBLE_FOLD, 1 / 2, 1 / 2),
        ("A+E B+F C+G D+H", SeedMethod.DOUBLE_FOLD, 0, 0),
    ],
)
def test_seeding_is_kept_exactly_or_only_in_its_parts(
    text: str, method: SeedMethod, exact: float, split: float
) -> None:
    event = rated(text, method)
    assert (of(event, "seed"), of(event, "seed_split")) == (exact, split)


def test_each_round_is_measured_by_its_own_seeding() -> None:
    rules = PairingRules(
        first_seeding=SeedingChoice(method=SeedMethod.SLIP),
        later_seeding=SeedingChoice(method=SeedMethod.FOLD, by="rating"),
        first_seeding_rounds=1,
    )
    event = crosstable("A=C B=D | A=D B=C", pairing=rules, criteria=("mms",))
    for name, rating in zip("ABCD", (4.0, 3.0, 2.0, 1.0), strict=True):
        event = with_player(event, name, rating=rating)
    assert of(event, "seed") == 1


def test_a_system_without_seeding_is_not_measured_by_it() -> None:
    assert of(crosstable("A+B C+D", system="random"), "seed") is None


@pytest.mark.requirement("B26", "B27", "K10")
def test_colours_swapped_kept_and_out_of_balance() -> None:
    event = crosstable("A+B C+D | A+D B+C")
    assert of(event, "colour") == 1 / 4
    assert of(event, "colour_alternation") == 2 / 4
    assert of(event, "colour_balance") == (2 + 2) / 8


def test_a_handicap_game_has_no_colour() -> None:
    event = crosstable("A+B C+D | C+A/2 D+B | B+A D+C")
    assert of(event, "colour_alternation") == 2 / 6  # D and B keep theirs, A and C pass over round 2
    assert of(event, "colour") == 1 / 6


def test_a_file_without_colours_says_nothing_of_them() -> None:
    event = crosstable("A+B/2 | B+A/2")
    assert not {"colour", "colour_balance", "colour_alternation"} & measure_event(event).values.keys()


@pytest.mark.requirement("K11", "K16")
def test_four_at_the_bar_can_have_half_of_six_rounds_among_themselves() -> None:
    event = graded(FOUR_AND_FOUR, "5d 5d 5d 5d 1d 1d 1d 1d", bar="5d")
    assert of(event, "peer") == 12 / 24
    assert of(event, "opponent_grade_above") == of(event, "opponent_grade_bar") == -4 / 2
    assert of(event, "opponent_grade_below") == 4 / 2
    assert of(event, "grade_gap") == 4 / 2


def test_the_bar_is_the_highest_start_where_nobody_reaches_it() -> None:
    event = graded("A+B C+D | A+C B+D", "5d 5d 1d 1k", bar="9d")
    assert of(event, "peer") == 2 / 4
    assert of(graded("A+B C+D | A+C B+D", "5d 5d 1d 1k", system="swiss"), "peer") is None


@pytest.mark.requirement("K12")
def test_only_clubmates_below_the_bar_are_not_strangers() -> None:
    event = graded("A+B C+D E+F G+H", "5d 5d 1d 1d 1k 1k 2k 2k", bar="5d")
    for name, (country, club) in {
        "A": ("FI", "Oulu"), "B": ("FI", "Oulu"),
        "C": ("FI", "Oulu"), "D": ("FI", "oulu"),
        "E": ("FI", "Oulu"), "F": ("FI", "Turku"),
        "G": ("FI", "Go"), "H": ("GB", "Go"),
    }.items():  # fmt: skip
        event = with_player(event, name, country=country, club=club)
    assert of(event, "area") == 2 / 3


def test_players_of_unknown_clubs_are_strangers() -> None:
    assert of(graded("A+B C+D", "5d 4d 1d 1k", bar="5d"), "area") == 1


@pytest.mark.requirement("K13")
def test_a_shared_highest_score_is_no_unique_winner() -> None:
    assert of(crosstable("A+B C+D | A+C B+D"), "unique_winner") == 1
    assert of(crosstable("A+B C+D | A=C B+D"), "unique_winner") == 0


@pytest.mark.requirement("K17")
def test_players_well_below_the_bar_win_as_they_do() -> None:
    event = graded("A+B C+D | A+C B-D", "2d 1d 1k 3k", bar="2d")
    # C and D start 2 and 4 points below the bar, more than half of two rounds.
    assert of(event, "average_wins") == (1 + 1) / 4


@pytest.mark.requirement("B24")
def test_games_up_and_down_are_set_against_each_other() -> None:
    # A goes down and up, B up and down, C down twice, D up twice.
    assert of(graded("A+B C+D | A+C B+D", "1d 1k 3d 2k"), "up_down_balance") == 4 / 8


@pytest.mark.requirement("B28")
def test_rank_deviation_is_that_of_document_5() -> None:
    event = graded("A+B C+D", "2d 1d 1k 2k", bar="2d")
    # Score ranks 1, 1/2, 1/2, 0 and grade ranks 1, 2/3, 1/3, 0.
    assert of(event, "rank_deviation") == pytest.approx((2 / 36 / 4) ** 0.5)


@pytest.mark.requirement("K18")
def test_ranking_is_kendalls_tau_b() -> None:
    event = graded("A+B C+D E=F | A+C B+D E-F", "3d 1d 1d 2k 5k 1k", bar="1d")
    record = record_of(event)
    expected = kendalltau(record.final, record.grades, variant="b").statistic
    assert of(event, "ranking") == pytest.approx(expected)


def test_players_of_one_grade_have_no_ranking() -> None:
    assert not {"ranking", "rank_deviation"} & measure_event(crosstable("A+B C+D")).values.keys()


def test_grade_groups_tell_wins_opponents_and_peers() -> None:
    strong, middle, weak = measure_event(graded("A+B C+D | A+C B+D", "2d 1d 1d 1k")).groups
    assert (strong.players, strong.games, strong.wins, strong.opponent_grade) == (1, 2, 2, 0)
    assert (middle.players, middle.wins, middle.opponent_grade) == (2, 1, (1 - 1 + 1 - 1) / 4)
    assert (strong.peers, middle.peers, weak.peers) == (0, 4 / 6, 1)


def test_those_who_never_came_are_not_counted() -> None:
    event = crosstable("A+B C- | A-B C-")
    assert len(record_of(event).players) == 2


def test_a_tournament_without_a_round_cannot_be_measured() -> None:
    with pytest.raises(InputError, match="no round"):
        measure_event(Tournament())


@pytest.mark.requirement("K28")
def test_counts_of_tournaments_are_added_before_they_are_divided() -> None:
    first, second = crosstable("A+B C+D | A+D B+C"), crosstable("A+B C+D E+F | A+C E+B D+F | A+E B+D C+F")
    together = np.zeros(COUNTS)
    for event in (first, second):
        count_record(record_of(event), together)
    ours = measures(together)["even"]
    one, two = of(first, "even"), of(second, "even")
    assert one is not None
    assert two is not None
    assert ours == pytest.approx((4 * one + 9 * two) / 13)  # weighted by games: document 4, (8)
