"""Systems that pair by ratings."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

import miai
from kit.builders import crosstable, with_player
from kit.printed_tables import PLAYERS
from miai.domain.people.player import PlayerId
from miai.domain.settings.classic_rating import ClassicRating
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.systems.accelrat import AccelRat
from miai.engine.pairing.systems.entropy import bits, most_bits
from miai.engine.pairing.view import build_view
from miai.engine.rating import AgaRatings
from miai.errors import NoPairingError
from miai.features.ratings.rate import rate


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def rated(text: str, ratings: dict[str, float]) -> Tournament:
    event = crosstable(text)
    for name, rating in ratings.items():
        event = with_player(event, name, rating=rating)
    return event


def with_classic(event: Tournament, *, epsilon: float) -> Tournament:
    """The event with an epsilon of its own in the EGF's old rating."""
    return replace(event, settings=replace(event.settings, classic_rating=ClassicRating(epsilon=epsilon)))


def american(text: str, ratings: dict[str, float]) -> Tournament:
    """An event of players with AGA ratings, whose clubs matter."""
    event = crosstable(text)
    for name, rating in ratings.items():
        event = with_player(event, name, aga_rating=rating, sigma=0.5)
    rules = replace(event.settings.pairing, exempt_at_bar=False, exempt_from=None)
    return replace(event, settings=replace(event.settings, pairing=rules))


@pytest.mark.requirement("V26")
def test_accelrat_pairs_neighbours_from_the_top() -> None:
    event = replace(rated("A?B C?D", {"A": 2500, "B": 2450, "C": 2200, "D": 2210}), rounds=())
    assert games(miai.pair(event, round=1, system="accelrat")) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.requirement("V26", "V28")
def test_accelrat_sorts_by_the_ratings_after_the_last_round_and_pairs_the_closest_who_have_not_met() -> None:
    start = {"A": 4.9, "B": 4.8, "C": 4.7, "D": 3.0, "E": 2.9, "F": -1.5, "G": -1.6, "H": -4.0}
    event = american("A-H B+G C+F D-E", start)
    after = {
        str(player.id): change.after
        for player, change in zip(event.players, rate(event, system="aga"), strict=True)
    }
    met = {frozenset("AH"), frozenset("BG"), frozenset("CF"), frozenset("DE")}
    assert after != start
    left, expected = sorted(after, key=lambda name: -after[name]), set()
    while left:
        first = left.pop(0)
        # From the top, whoever comes next in the ratings is the closest.
        other = next(name for name in left if frozenset((first, name)) not in met)
        left.remove(other)
        expected.add(frozenset((first, other)))
    draw = miai.pair(event, round=2, system="accelrat")
    assert games(draw) == expected
    for board in draw.boards:
        shown = " and ".join(f"{round(after[str(p.id)], 2):g}" for p in (board.white, board.black))
        swapped = " and ".join(reversed(shown.split(" and ")))
        assert any(f"ratings {text}, " in str(board.reasons[0].text) for text in (shown, swapped))


@pytest.mark.requirement("V27")
def test_the_rating_difference_has_the_largest_effect_on_undesirability() -> None:
    # Two grades outweigh half the globe and a common club.
    event = replace(american("A?B C?D", {"A": 5.0, "B": 5.0, "C": 2.9, "D": 2.9}), rounds=())
    for name, zone in (("A", "UTC+12"), ("B", "UTC+0"), ("C", "+12"), ("D", "+12")):
        event = with_player(event, name, time_zone=zone, club="Ithaca" if name in "AB" else "")
    draw = miai.pair(event, round=1, system="accelrat")
    assert games(draw) == {frozenset("AB"), frozenset("CD")}
    (board,) = (b for b in draw.boards if "A" in (b.white.id, b.black.id))
    assert str(board.reasons[0].text) == (
        "ratings 5 and 5, 0 apart; time zones 12 hours apart; both play for Ithaca"
    )


@pytest.mark.requirement("V27")
def test_the_gap_between_1_and_minus_1_is_no_difference_of_ratings() -> None:
    # A is 1.9 above its clubmate B and 2.1 above C, as no rating lies between 1 and -1.
    event = replace(american("A?B C?D", {"A": 3.0, "B": 1.1, "C": -1.1, "D": -1.2}), rounds=())
    for name in "AB":
        event = with_player(event, name, club="Ithaca")
    assert games(miai.pair(event, round=1, system="accelrat")) == {frozenset("AC"), frozenset("BD")}


def test_accelrat_is_not_stuck_by_its_own_greed() -> None:
    # A's nearest is B; but C and D have met.
    event = rated("C+D A+", {"A": 2400, "C": 2380, "D": 2370})
    late = replace(event.players[0], id=PlayerId("B"), surname="B", rating=2395.0)
    event = replace(event, players=(*event.players, late))
    found = games(miai.pair(event, round=2, system="accelrat"))
    assert frozenset("CD") not in found
    assert len(found) == 2


@pytest.mark.requirement("V27")
def test_accelrat_counts_clubs_and_hours() -> None:
    event = replace(rated("A?B C?D", {"A": 2400, "B": 2395, "C": 2390, "D": 2385}), rounds=())
    clubs = with_player(with_player(event, "A", club="Ithaca"), "B", club="Ithaca")
    rules = replace(clubs.settings.pairing, exempt_at_bar=False, exempt_from=None)
    clubs = replace(clubs, settings=replace(clubs.settings, pairing=rules))
    assert frozenset("AB") not in games(miai.pair(clubs, round=1, system="accelrat"))
    away = with_player(with_player(event, "A", time_zone="UTC+9"), "B", time_zone="-5:00")
    assert frozenset("AB") not in games(miai.pair(away, round=1, system="accelrat"))
    view = build_view(away, 1, seed=0, live=AgaRatings())
    undesirable = AccelRat(hour=1.0).undesirability.exact(view)
    place = {str(p.id): i for i, p in enumerate(view.players)}
    assert undesirable[place["A"], place["B"]] == pytest.approx(0.05 + 10, abs=1e-6)


def test_accelrat_gives_the_bye_to_the_last_and_obeys_the_director() -> None:
    event = replace(rated("A?B C?D E?A", {"A": 2400, "B": 2390, "C": 2380, "D": 2370, "E": 1000}), rounds=())
    draw = miai.pair(event, round=1, system="accelrat")
    assert draw.bye is not None
    assert draw.bye.id == "E"
    forced = Constraints(forced=((PlayerId("A"), PlayerId("E")),), bye=PlayerId("B"))
    assert games(miai.pair(event, round=1, system="accelrat", constraints=forced)) == {
        frozenset("AE"),
        frozenset("CD"),
    }


def chances(low: float, high: float, epsilon: float) -> tuple[float, float]:
    """Document 1, 2.4.5: the chances of the weaker and of the stronger player, a(R) as in 2.2.1."""
    a = min(200.0, max(70.0, 200 - (low - 100) / 20))
    weaker = 1 / (math.exp((high - low) / a) + 1)
    return weaker, 1 - weaker - epsilon


def entropy_of(low: float, high: float, epsilon: float) -> float:
    """Equation 2.3 with base 2."""
    return -sum(p * math.log2(p) for p in chances(low, high, epsilon))


def all_pairings(players: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    if not players:
        yield ()
        return
    first, *rest = players
    for k, other in enumerate(rest):
        for pairs in all_pairings((*rest[:k], *rest[k + 1 :])):
            yield ((first, other), *pairs)


@pytest.mark.requirement("V14", "V15")
def test_the_best_pairing_of_table_2_3_is_found() -> None:
    event = replace(rated("A?B C?D E?F", {name: float(r) for name, r in PLAYERS.items()}), rounds=())
    draw = miai.pair(event, round=1, system="entropy")
    assert games(draw) == {frozenset("AF"), frozenset("BD"), frozenset("CE")}
    assert draw.total / 1e6 == pytest.approx(2.7625, abs=5e-3)
    assert draw.optimal


@pytest.mark.requirement("V15")
@pytest.mark.parametrize("epsilon", [0.0, 0.016, 0.2])
def test_the_pairing_of_greatest_entropy_is_found_with_the_epsilon_of_the_event(epsilon: float) -> None:
    ratings = {
        "A": 2650.0,
        "B": 2400.0,
        "C": 2330.0,
        "D": 1990.0,
        "E": 1950.0,
        "F": 1200.0,
        "G": 640.0,
        "H": 610.0,
    }
    event = replace(rated("A?B C?D E?F G?H", ratings), rounds=())
    event = with_classic(event, epsilon=epsilon)
    draw = miai.pair(event, round=1, system="entropy")

    def total(pairs: Iterable[Iterable[str]]) -> float:
        rated_pairs = [[ratings[name] for name in pair] for pair in pairs]
        return sum(entropy_of(min(pair), max(pair), epsilon) for pair in rated_pairs)

    most = max(total(pairs) for pairs in all_pairings(tuple(ratings)))
    assert total(games(draw)) == pytest.approx(most, abs=1e-9)
    assert draw.total / 1e6 == pytest.approx(most, abs=1e-5)
    assert all(reason.cost >= 0 for board in draw.boards for reason in board.reasons)


@pytest.mark.requirement("V14")
@pytest.mark.parametrize("epsilon", [0.0, 0.016])
def test_the_bits_of_all_games_are_those_of_equation_2_3(epsilon: float) -> None:
    ratings = np.array([100.0, 900.0, 1500.0, 2100.0, 2750.0, 3000.0])
    table = bits(ratings, epsilon)
    for i, own in enumerate(ratings):
        for j, other in enumerate(ratings):
            low, high = sorted((own, other))
            assert table[i, j] == pytest.approx(entropy_of(low, high, epsilon))
    assert table.max() <= most_bits(epsilon)


@pytest.mark.requirement("V16")
@pytest.mark.parametrize("epsilon", [0.0, 0.016])
def test_ratings_move_between_rounds_by_the_expectancy_that_prices_games(epsilon: float) -> None:
    # Equation 2.2: con is 24 at 2100 and 27 at 2000.
    event = with_classic(rated("A-B C+D", {"A": 2100, "B": 2000, "C": 2100, "D": 2000}), epsilon=epsilon)
    weaker, stronger = chances(2000, 2100, epsilon)
    after = {
        "A": 2100 + 24 * (0 - stronger), "B": 2000 + 27 * (1 - weaker),
        "C": 2100 + 24 * (1 - stronger), "D": 2000 + 27 * (0 - weaker),
    }  # fmt: skip
    draw = miai.pair(event, round=2, system="entropy")
    for board in draw.boards:
        low, high = sorted((after[board.white.id], after[board.black.id]))
        assert str(board.reasons[0].text) == (
            f"ratings {high:.0f} and {low:.0f}: {round(entropy_of(low, high, epsilon), 3):g} bits, "
            f"{100 * chances(low, high, epsilon)[0]:.0f} % for the lower"
        )


@pytest.mark.parametrize("system", ["accelrat", "entropy"])
def test_where_everybody_has_met_the_error_names_them(system: str) -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)
    with pytest.raises(NoPairingError, match="A, B, C and D cannot be paired"):
        miai.pair(event, round=4, system=system)
