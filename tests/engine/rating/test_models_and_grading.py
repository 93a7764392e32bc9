"""Win models, entropy, grading information, ratings inside an event."""

from dataclasses import replace

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from kit.printed_tables import PLAYERS, printed_chance
from miai.domain.event_games import rounds_before
from miai.domain.people.grade import Grade
from miai.domain.settings.classic_rating import ClassicRating
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import solve
from miai.engine.rating import EgfClassic
from miai.engine.rating.event import rated_event
from miai.engine.rating.event_ratings import ratings_after
from miai.engine.rating.grading import czech_grade, grading_views
from miai.engine.rating.win_models import MODELS, KaniukErf, entropy, table
from miai.errors import InputError
from miai.features.ratings.rate import rate, rate_tournament


@pytest.mark.requirement("B5")
@pytest.mark.parametrize(
    ("own", "other", "chance"), [(1, 0, 0.6183), (0, -1, 0.5998), (5, 4, 0.7731), (-7, -8, 0.5420)]
)
def test_kaniuks_model_gives_the_values_of_appendix_b(own: float, other: float, chance: float) -> None:
    assert KaniukErf().chance(own, other) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize("key", MODELS)
def test_in_every_model_chances_add_up_and_the_stronger_is_ahead(key: str) -> None:
    strengths = np.linspace(-20, 8, 15)
    chances = table(MODELS[key], strengths.tolist())
    assert chances.shape == (15, 15)
    assert chances + chances.T == pytest.approx(np.ones((15, 15)))
    assert (np.diff(chances, axis=0) >= 0).all()
    assert np.diag(chances) == pytest.approx(np.full(15, 0.5))


def test_the_pairing_of_greatest_entropy_is_that_of_document_1() -> None:
    names = list(PLAYERS)
    bits = np.array([[0.0 if a == b else entropy(printed_chance(a, b)) for b in names] for a in names])
    found = solve(-np.rint(bits * 10**9).astype(np.int64))
    pairs = {frozenset((names[i], names[int(j)])) for i, j in enumerate(found.mate)}
    assert pairs == {frozenset("AF"), frozenset("BD"), frozenset("CE")}
    assert -found.total / 10**9 == pytest.approx(2.7625, abs=5e-5)


@pytest.mark.requirement("V14")
def test_an_even_game_tells_one_bit_and_a_sure_one_nothing() -> None:
    assert entropy(0.5) == 1
    assert entropy(1.0) == 0


@pytest.mark.requirement("V13")
@pytest.mark.parametrize(
    ("grade", "rating", "suggested"),
    [
        ("1k", 2100, "1d"), ("1k", 2099, "1k"), ("3k", 2105, "1d"), ("1d", 2001, "1d"), ("1d", 1999, "1k"),
        ("5k", 1455, "5k"), ("5k", 1440, "7k"), ("2p", 2000, "2p"),
    ],
)  # fmt: skip
def test_the_czech_rule_follows_the_rating(grade: str, rating: float, suggested: str) -> None:
    assert str(czech_grade(Grade.parse(grade), rating)) == suggested


def event() -> Tournament:
    tournament = crosstable("A+B C+D/3 | A+C B=D! | A+D B+C")
    for name, grade in zip("ABCD", ("6k", "5k", "3k", "8k"), strict=True):
        tournament = with_player(tournament, name, grade=Grade.parse(grade))
    return tournament


@pytest.mark.requirement("V12")
def test_grading_information_says_who_was_beaten_by_how_much() -> None:
    views = grading_views(rated_event(event()))
    unbeaten = views[0]
    assert [each.stones_above for each in unbeaten.evidence] == [1, 3, -2]
    assert (str(unbeaten.lower), unbeaten.upper, unbeaten.verdict) == ("3k", None, "too low")
    assert views[2].verdict == "too high"
    # C gave three stones to an 8 kyu and won: worth a win over a 5 kyu.
    assert str(views[2].lower) == "5k"


def test_games_by_default_and_undecided_games_are_not_rated() -> None:
    assert len(rated_event(event()).games) == 5
    assert len(rated_event(crosstable("A?B CxD")).games) == 0


def test_rating_a_tournament_gives_every_player_games_and_a_suggestion() -> None:
    rated = rate_tournament(event(), system="egf", class_key="A")
    best = next(each.change for each in rated.rated if each.player.name == "A")
    assert best.change == pytest.approx(best.after - best.before)
    assert best.change == pytest.approx(sum(game.change or 0.0 for game in best.games))
    assert [rated.entrants[game.opponent].name for game in best.games] == ["B", "C", "D"]
    after = [each.change.after for each in rated.rated]
    assert after == sorted(after, reverse=True)


@pytest.mark.requirement("C15")
def test_the_class_weighs_the_changes() -> None:
    whole, half = (rate(event(), class_key=key)[0].change for key in ("A", "C"))
    assert half == pytest.approx(whole / 2)


@pytest.mark.requirement("C16")
def test_an_event_that_is_too_fast_is_not_rated_unless_a_class_is_given() -> None:
    fast = event()
    clock = Clock(basic_minutes=15, overtime=Overtime.SUDDEN_DEATH)
    fast = replace(fast, settings=replace(fast.settings, clock=clock))
    for system in ("egf", "egf-classic"):
        unrated = rate_tournament(fast, system=system)
        assert (unrated.class_key, unrated.weight) == (None, 0)
        assert str(unrated.why_not_rated).startswith("faster than EGF class C: not rated by the EGF")
        assert all(each.change.change == 0 for each in unrated.rated)
        assert any(each.grading.verdict for each in unrated.rated)
        given = rate_tournament(fast, system=system, class_key="C")
        assert (given.class_key, given.why_not_rated) == ("C", None)
        assert any(each.change.change for each in given.rated)
    american = rate_tournament(fast, system="aga")
    assert american.why_not_rated is None
    assert any(each.change.change for each in american.rated)


def test_unknown_systems_and_classes_are_named() -> None:
    with pytest.raises(InputError, match="'elo' is not a rating system: egf, egf-classic or aga"):
        rate(event(), system="elo")
    with pytest.raises(InputError, match="'Z' is not a tournament class"):
        rate(event(), class_key="Z")


@pytest.mark.requirement("V60")
def test_ratings_inside_an_event_follow_the_rounds() -> None:
    before, then, last = (ratings_after(event(), rounds_before(event(), number)) for number in (1, 2, 4))
    assert before == tuple(float(player.grade.rating) for player in event().players)
    assert before[0] < then[0] < last[0]


def two_players(low: float, high: float, **constants: float) -> Tournament:
    """L, rated low, beats H on three stones; the event has its own constants of the old rating."""
    tournament = crosstable("H-L/3", classic_rating=ClassicRating(**constants))
    tournament = with_player(tournament, "L", rating=low)
    return with_player(tournament, "H", rating=high)


@pytest.mark.requirement("V6", "V7")
def test_the_old_rating_takes_epsilon_and_the_points_a_stone_of_the_event() -> None:
    # Document 1, 2.2.1: 100 points for each stone make 1800 equal to 2100, so S_A is 1/2 and S_B 1/2 - 0.016;
    # con is 35 at 1800 and 24 at 2100.
    document_1 = two_players(1800, 2100, epsilon=0.016, points_per_stone=100.0, stones_off=0.0)
    high, low = rate(document_1, system="egf-classic", class_key="A")
    assert (low.games[0].expected, high.games[0].expected) == pytest.approx((0.5, 0.484))
    assert (low.change, high.change) == pytest.approx((35 * 0.5, -24 * 0.484))


@pytest.mark.requirement("C10", "C11")
def test_the_old_rating_of_document_3_takes_half_a_stone_off() -> None:
    # 100·(3 - 0.5) make 1850 equal to 2100; 1860 with three stones is then expected to win.
    document_3 = EgfClassic(epsilon=0.0)
    high, low = rate(two_players(1850, 2100), system="egf-classic", class_key="A", classic=document_3)
    assert low.games[0].expected == high.games[0].expected == 0.5
    high, low = rate(two_players(1860, 2100), system="egf-classic", class_key="A", classic=document_3)
    assert low.games[0].expected > 0.5 > high.games[0].expected


def test_without_constants_of_its_own_an_event_is_rated_as_the_egf_did_until_2021() -> None:
    # Half of 0.016 is taken from each player; con is 33 at 1850 and 24 at 2100.
    high, low = rate(two_players(1850, 2100), system="egf-classic", class_key="A")
    assert (low.games[0].expected, high.games[0].expected) == pytest.approx((0.492, 0.492))
    assert (low.change, high.change) == pytest.approx((33 * 0.508, -24 * 0.492))


def test_constants_of_the_old_rating_are_refused_by_other_systems() -> None:
    with pytest.raises(InputError, match="belong to the system 'egf-classic'"):
        rate(event(), system="egf", classic=EgfClassic())
    own = rate_tournament(event(), system="egf-classic", class_key="A", classic=EgfClassic(epsilon=0.01))
    assert own.classic == EgfClassic(epsilon=0.01)
    assert rate_tournament(event(), class_key="A").classic is None
