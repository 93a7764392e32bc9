"""Systems that pair by ratings."""

from dataclasses import replace

import numpy as np
import pytest

import miai
from builders import crosstable, with_player
from miai.domain.player import PlayerId
from miai.domain.tournament import Tournament
from miai.errors import NoPairingError
from miai.pairing.protocol import Constraints, Draw
from miai.pairing.systems.accelrat import AccelRat
from miai.pairing.systems.entropy import bits
from miai.pairing.view import build_view
from miai.rating.egf_classic import expected_score
from miai.rating.win_models import entropy
from printed_tables import PLAYERS


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def rated(text: str, ratings: dict[str, float]) -> Tournament:
    event = crosstable(text)
    for name, rating in ratings.items():
        event = with_player(event, name, rating=rating)
    return event


@pytest.mark.requirement("V26")
def test_accelrat_pairs_neighbours_from_the_top() -> None:
    event = replace(rated("A?B C?D", {"A": 2500, "B": 2450, "C": 2200, "D": 2210}), rounds=())
    assert games(miai.pair(event, round=1, system="accelrat")) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.requirement("V26")
def test_accelrat_follows_the_ratings_of_the_event_and_never_repeats_a_game() -> None:
    event = rated("A-D B+C", {"A": 2300, "B": 2290, "C": 2000, "D": 1990})
    draw = miai.pair(event, round=2, system="accelrat")
    assert games(draw) & {frozenset("AD"), frozenset("BC")} == set()
    assert all("apart" in str(reason.text) for board in draw.boards for reason in board.reasons)


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
    view = build_view(away, 1, seed=0, live=AccelRat.abilities.ratings_inside)
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


@pytest.mark.requirement("V15")
def test_the_best_pairing_of_table_2_3_is_found() -> None:
    event = replace(rated("A?B C?D E?F", {name: float(r) for name, r in PLAYERS.items()}), rounds=())
    draw = miai.pair(event, round=1, system="entropy")
    assert games(draw) == {frozenset("AF"), frozenset("BD"), frozenset("CE")}
    assert draw.total / 1e6 == pytest.approx(2.7625, abs=5e-3)
    assert draw.optimal


def test_the_bits_of_all_games_are_those_of_the_win_model() -> None:
    ratings = np.array([100.0, 900.0, 1500.0, 2100.0, 2750.0, 3000.0])
    table = bits(ratings)
    for i, own in enumerate(ratings):
        for j, other in enumerate(ratings):
            low, high = sorted((own, other))
            assert table[i, j] == pytest.approx(entropy(expected_score(low, high)))


@pytest.mark.requirement("V16")
def test_ratings_move_between_rounds() -> None:
    event = rated("A-B C+D", {"A": 2100, "B": 2100, "C": 2100, "D": 2100})
    draw = miai.pair(event, round=2, system="entropy")
    texts = [str(reason.text) for board in draw.boards for reason in board.reasons]
    assert all("bits" in text for text in texts)
    assert not any("ratings 2100 and 2100" in text for text in texts)


@pytest.mark.parametrize("system", ["accelrat", "entropy"])
def test_where_everybody_has_met_the_error_names_them(system: str) -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)
    with pytest.raises(NoPairingError, match="A, B, C and D cannot be paired"):
        miai.pair(event, round=4, system=system)
