"""AGA ratings."""

import json
from dataclasses import replace
from datetime import date

import pytest

from kit.shared_data import DATA
from miai.domain.people.grade import Grade
from miai.engine.rating import AgaRatings
from miai.engine.rating.aga import (
    aged_sigma,
    chance,
    closed,
    handicap_equivalent,
    is_rateable,
    new_sigma,
    opened,
    prior,
    rating_of_origin,
)
from miai.engine.rating.protocol import Entrant, RatedEvent, RatedGame

VECTORS = DATA / "ratings" / "vectors.json"
GIVEN = json.loads(VECTORS.read_text()) if VECTORS.exists() else {}
needs_vectors = pytest.mark.skipif(not GIVEN, reason="no rating vectors beside the project")
GRADE = Grade.parse("3d")


def known(rating: float, sigma: float = 0.8, grade: Grade = GRADE) -> Entrant:
    return Entrant(grade=grade, aga_rating=rating, sigma=sigma)


@needs_vectors
def test_handicaps_and_spreads_are_the_given_ones() -> None:
    for vector in GIVEN["aga_handicapeqv_sigma_px"]:
        assert handicap_equivalent(vector["h"], vector["komi"]) == pytest.approx(
            (vector["eqv"], vector["sigma_px"]), abs=1e-6
        )


@needs_vectors
def test_a_new_players_sigma_is_the_given_one() -> None:
    for seed, sigma in GIVEN["aga_init_sigma_by_seed"]:
        assert new_sigma(closed(seed)) == pytest.approx(sigma, abs=2e-6)


@pytest.mark.parametrize(
    ("stones", "komi", "worth", "spread"),
    [(0, 7.5, 0.012250, 1.056846), (2, -2, 2.151400, 1.143754), (9, -9, 9.681300, 1.467792)],
)
def test_the_printed_handicap_values(stones: int, komi: float, worth: float, spread: float) -> None:
    assert handicap_equivalent(stones, komi) == pytest.approx((worth, spread), abs=1e-6)


def test_two_equal_players_and_white_wins() -> None:
    event = RatedEvent(
        entrants=(known(3.5), known(3.5)), games=(RatedGame(white=0, black=1, white_score=1, komi=7.5),)
    )
    white, black = AgaRatings().rate(event)
    assert white.after == pytest.approx(3.79436, abs=1e-5)
    assert black.after == pytest.approx(3.20564, abs=1e-5)
    assert white.sigma is not None
    assert white.sigma < 0.8


def test_ratings_skip_the_gap_between_minus_one_and_one() -> None:
    assert [closed(value) for value in (1.0, 3.5, -1.0, -4.2)] == pytest.approx([0.0, 2.5, 0.0, -3.2])
    assert [opened(value) for value in (0.0, 2.5, -3.2)] == pytest.approx([1.0, 3.5, -4.2])


def test_a_player_may_cross_the_gap() -> None:
    games = tuple(RatedGame(white=0, black=1, white_score=1, komi=7.5) for _ in range(5))
    winner, loser = AgaRatings().rate(RatedEvent(entrants=(known(-1.2), known(1.2)), games=games))
    assert winner.after >= 1
    assert loser.after <= -1


def test_a_jigo_between_equals_moves_nobody_far() -> None:
    event = RatedEvent(
        entrants=(known(3.5), known(3.5)), games=(RatedGame(white=0, black=1, white_score=0.5, komi=7.5),)
    )
    assert all(abs(change.change) < 0.01 for change in AgaRatings().rate(event))


def test_sigma_grows_with_time_and_shrinks_with_games() -> None:
    entrant = Entrant(grade=GRADE, aga_rating=3.5, sigma=0.5, rating_date=date(2025, 1, 1))
    assert prior(entrant, date(2026, 1, 1))[1] == pytest.approx(aged_sigma(0.5, 365))
    assert prior(entrant, None)[1] == 0.5
    few, many = (
        AgaRatings()
        .rate(
            RatedEvent(
                entrants=(known(3.5), known(3.5)),
                games=tuple(
                    RatedGame(white=k % 2, black=1 - k % 2, white_score=1, komi=7.5) for k in range(count)
                ),
            )
        )[0]
        .sigma
        for count in (2, 20)
    )
    assert few is not None
    assert many is not None
    assert many < few < 0.8


def test_without_an_aga_rating_the_grade_or_an_egf_rating_stands_in() -> None:
    assert prior(Entrant(grade=GRADE), None)[0] == 2.5
    assert prior(Entrant(grade=GRADE, rating=2100.0), None)[0] == 0.5


def test_a_declared_rise_with_a_win_moves_the_seed_or_replaces_it() -> None:
    game = (RatedGame(white=0, black=1, white_score=1, komi=7.5),)

    def before_and_after(rating: float) -> tuple[float, float, bool]:
        change = AgaRatings().rate(RatedEvent(entrants=(known(rating), known(3.5)), games=game))[0]
        return change.before, change.after, change.reset

    assert before_and_after(3.4)[2] is False
    assert before_and_after(2.0)[2] is True
    jump = before_and_after(-2.0)
    assert jump[2] is True
    assert jump[1] > 3
    lost = AgaRatings().rate(
        RatedEvent(
            entrants=(known(-2.0), known(3.5)), games=(RatedGame(white=1, black=0, white_score=1, komi=7.5),)
        )
    )
    assert lost[0].reset is False


def test_a_promotion_is_added_to_the_sigma_as_it_stands_however_old_it_is() -> None:
    # Declared 4k (closed -3.5) at -5.6 (closed -4.6): a rise of 1.1. One loss and one win.
    old = Entrant(grade=Grade.parse("4k"), aga_rating=-5.6, sigma=0.5, rating_date=date(2010, 1, 1))
    fresh = replace(old, rating_date=date(2026, 1, 1))
    games = (RatedGame(white=0, black=1, white_score=1, komi=7), RatedGame(white=1, black=0, white_score=1))
    first, second = (
        AgaRatings().rate(RatedEvent(entrants=(one, known(-4.5)), games=games, day=date(2026, 1, 1)))[0]
        for one in (old, fresh)
    )
    assert first == second


def test_a_promotion_is_added_on_the_scale_with_the_gap() -> None:
    # 1k at -1.2 declares 2d: 2 grades and 0.7 more make a rise of 1.7; -1.2 + 0.57 = -0.63 closes to 0.37.
    raised = known(-1.2, grade=Grade.parse("2d"))
    game = (RatedGame(white=0, black=1, white_score=1, komi=7),)
    far = replace(known(-40.0, sigma=0.001), grade=Grade.parse("40k"))
    change = AgaRatings().rate(RatedEvent(entrants=(raised, far), games=game))[0]
    assert closed(change.after) == pytest.approx(0.370905, abs=1e-5)


@pytest.mark.parametrize(("rating", "sigma"), [(0.0, 0.5), (3.5, 0.0)])
def test_a_rating_or_a_sigma_of_0_is_that_of_a_new_player(rating: float, sigma: float) -> None:
    unknown = Entrant(grade=Grade.parse("5k"), aga_rating=rating, sigma=sigma)
    assert prior(unknown, None) == (-4.5, new_sigma(-4.5))


def test_a_grade_below_30k_is_no_promotion_of_a_player_rated_below_30k() -> None:
    beginner = known(-34.6, sigma=2.0, grade=Grade.parse("34k"))
    game = (RatedGame(white=0, black=1, white_score=1, komi=7),)
    change = AgaRatings().rate(RatedEvent(entrants=(beginner, known(-34.0, sigma=2.0)), games=game))[0]
    assert not change.reset
    assert -34.6 < change.after < -32
    assert new_sigma(closed(-55.5)) == 6.0


def test_games_on_terms_that_the_aga_does_not_rate_are_left_out() -> None:
    assert is_rateable(RatedGame(white=0, black=1, white_score=1, handicap=9, komi=0.5))
    far = RatedGame(white=0, black=1, white_score=1, handicap=12)
    assert not is_rateable(far)
    change = AgaRatings().rate(RatedEvent(entrants=(known(3.5), known(3.5)), games=(far,)))[0]
    assert change.after == change.before
    assert change.games == ()


def test_the_origin_that_opengotha_notes_is_understood() -> None:
    assert rating_of_origin("AGA : -4.5") == -4.5
    assert rating_of_origin("AGA") is None
    assert rating_of_origin("EGF : 2012") is None


def test_chances_add_up() -> None:
    assert chance(3.0, 3.0, komi=7.5) == pytest.approx(0.4954, abs=1e-4)
