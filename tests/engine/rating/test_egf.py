"""EGF ratings, old and new."""

import json
from dataclasses import replace

import pytest

from kit.printed_tables import MISPRINTED, PLAYERS, TABLE_2_2, TABLE_2_3, printed_chance
from kit.shared_data import DATA
from miai.domain.people.grade import Grade
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.egf_class import class_by_time, class_message
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.rating import Egf, EgfClassic
from miai.engine.rating.egf_classic import CON, Form, con, expected_score, expected_total_change, spread
from miai.engine.rating.elo import Handicaps
from miai.engine.rating.protocol import Change, Entrant, RatedEvent, RatedGame, RatingSystem
from miai.engine.rating.win_models import entropy_term

VECTORS = DATA / "ratings" / "vectors.json"
GIVEN = json.loads(VECTORS.read_text()) if VECTORS.exists() else {"egf_2021": [], "egf_pre2021_eps0": []}
needs_vectors = pytest.mark.skipif(not VECTORS.exists(), reason="no rating vectors beside the project")
SHODAN = Grade.parse("1d")
DOCUMENT_3 = EgfClassic(epsilon=0.0)


def one_game(
    system: RatingSystem,
    own: float,
    other: float,
    score: float,
    *,
    stones: int = 0,
    white: bool = True,
    weight: float = 1.0,
) -> Change:
    """The change of a player in a single game."""
    entrants = (Entrant(grade=SHODAN, rating=own), Entrant(grade=SHODAN, rating=other))
    game = RatedGame(
        white=0 if white else 1,
        black=1 if white else 0,
        white_score=score if white else 1 - score,
        handicap=stones,
    )
    return system.rate(RatedEvent(entrants=entrants, games=(game,), weight=weight))[0]


@needs_vectors
@pytest.mark.parametrize("vector", GIVEN["egf_2021"])
def test_every_given_change_since_2021(vector: dict[str, float | str]) -> None:
    change = one_game(
        Egf(),
        float(vector["r"]),
        float(vector["opp"]),
        float(vector["res"]),
        stones=int(vector["hcp"]),
        white=vector.get("color", "w") == "w",
        weight=float(vector["weight"]),
    )
    assert change.change == pytest.approx(float(vector["change"]), abs=6e-4)
    if "se" in vector:
        assert change.games[0].expected == pytest.approx(float(vector["se"]), abs=6e-4)


@pytest.mark.parametrize(
    ("own", "other", "score", "after"),
    [
        (950, 1200, 1, 988.7896), (1200, 950, 0, 1173.1682),
        (1000, 1300, 1, 1039.4341), (1300, 1000, 0, 1273.5665),
        (240, 240, 1, 284.4576), (240, 240, 0, 205.8424),
        (2100, 2100, 1, 2109.306), (2100, 2100, 0, 2091.725),
    ],
)  # fmt: skip
def test_the_examples_since_2021(own: float, other: float, score: float, after: float) -> None:
    assert one_game(Egf(), own, other, score).after == pytest.approx(after, abs=6e-4)


def test_expectancies_with_and_without_a_stone() -> None:
    assert one_game(Egf(), 1000, 1300, 1).games[0].expected == pytest.approx(0.2732225596, abs=1e-9)
    with_stone = one_game(Egf(), 1000, 1300, 1, stones=1, white=False)
    assert with_stone.games[0].expected == pytest.approx(0.3048132438, abs=1e-9)


TABLE_I = {
    100: 37.8, 200: 37.5, 300: 37.1, 400: 36.8, 500: 36.5, 600: 36.1, 700: 35.7, 800: 35.3, 900: 34.9,
    1000: 34.4, 1100: 33.9, 1200: 33.4, 1300: 32.9, 1400: 32.3, 1500: 31.7, 1600: 31.0, 1700: 30.3,
    1800: 29.5, 1900: 28.7, 2000: 27.8, 2100: 26.9, 2200: 25.9, 2300: 24.8, 2400: 23.6, 2500: 22.3,
    2600: 20.9, 2700: 19.3,
}  # fmt: skip


@pytest.mark.requirement("V5", "V8", "C7", "C8", "C9")
@pytest.mark.parametrize(("rating", "percent"), TABLE_I.items())
def test_table_i_of_document_3(rating: int, percent: float) -> None:
    assert 100 * expected_score(rating, rating + 100) == pytest.approx(percent, abs=0.05)
    assert con(rating) == CON[rating // 100 - 1]
    assert spread(rating) == 200 - (rating - 100) / 20


@pytest.mark.requirement("C5", "C12", "C13", "C14", "C17")
def test_the_examples_of_document_3() -> None:
    classic = DOCUMENT_3
    assert one_game(classic, 2400, 2400, 1).after == 2407.5
    assert one_game(classic, 2400, 2400, 0).after == 2392.5
    assert round(one_game(classic, 320, 400, 1).after) == 383
    assert round(one_game(classic, 400, 320, 0).after) == 340
    assert round(one_game(classic, 1850, 2400, 1, stones=5, white=False).after) == 1875
    assert round(one_game(classic, 2400, 1850, 0, stones=5).after) == 2389


@needs_vectors
def test_every_given_change_before_2021() -> None:
    for vector in GIVEN["egf_pre2021_eps0"]:
        if "se" in vector:
            for low, high, expected in vector["se"]:
                assert expected_score(low, high) == pytest.approx(expected, abs=5e-4)
            continue
        stones = 5 if "hcp_adj" in vector else 0
        white = vector["r"] >= vector["opp"]
        after = one_game(
            DOCUMENT_3, vector["r"], vector["opp"], vector["res"], stones=stones, white=white
        ).after
        assert after == pytest.approx(vector["new"], abs=0.5)


@pytest.mark.requirement("V14")
@pytest.mark.parametrize("own", PLAYERS)
def test_tables_2_2_and_2_3_of_document_1(own: str) -> None:
    for other, chance, term in zip(PLAYERS, TABLE_2_2[own].split(), TABLE_2_3[own].split(), strict=True):
        if other != own and (own, other) not in MISPRINTED:
            ours = printed_chance(own, other)
            assert ours == pytest.approx(float(chance), abs=6e-6)
            # Printed from the printed chances.
            assert entropy_term(float(chance)) == pytest.approx(float(term), abs=6e-6)
    assert printed_chance("F", "B") == pytest.approx(0.18546, abs=6e-6)


def test_epsilon_is_taken_from_the_higher_rated_or_from_both() -> None:
    game = RatedGame(white=0, black=1, white_score=1)
    plain = DOCUMENT_3.expectancy(game, 2100, 2000)
    higher = EgfClassic(epsilon=0.016, form=Form.HIGHER).expectancy(game, 2100, 2000)
    both = EgfClassic().expectancy(game, 2100, 2000)
    assert higher == pytest.approx((plain[0] - 0.016, plain[1]))
    assert both == pytest.approx((plain[0] - 0.008, plain[1] - 0.008))
    assert sum(plain) == pytest.approx(1)
    assert sum(higher) == sum(both) == pytest.approx(1 - 0.016)


@pytest.mark.requirement("V10")
def test_figure_2_2_has_its_tops_where_the_formula_puts_them() -> None:
    def top(rating: float) -> int:
        return max(range(-600, 601, 5), key=lambda gap: expected_total_change(rating, gap))

    assert abs(top(700) + 245) <= 15
    assert abs(top(2200) + 140) <= 15


@pytest.mark.requirement("V4", "C19", "C21")
def test_a_fall_of_more_than_100_is_cut_and_the_floor_holds() -> None:
    entrants = (Entrant(grade=SHODAN, rating=500.0), *(Entrant(grade=SHODAN, rating=400.0) for _ in range(9)))
    games = tuple(RatedGame(white=0, black=i, white_score=0) for i in range(1, 10))
    event = RatedEvent(entrants=entrants, games=games)
    assert EgfClassic().rate(event)[0].change == -100
    assert EgfClassic(fall_limit=None).rate(event)[0].change < -300
    assert EgfClassic(fall_limit=None).rate(event)[0].after >= 100
    low = replace(event, entrants=(Entrant(grade=SHODAN, rating=-895.0), *entrants[1:]))
    assert Egf().rate(low)[0].after >= -900


@pytest.mark.requirement("V60", "C18", "C20")
@pytest.mark.parametrize(
    ("declared", "highest", "rating", "before"),
    [
        ("3d", "1d", 2100.0, 2300.0),
        ("2d", "1d", 2100.0, 2100.0),
        ("3d", None, 2100.0, 2100.0),
        ("2p", "1p", 2705.0, 2730.0),
        ("3d", "1d", 2400.0, 2400.0),
        ("3d", "1d", None, 2300.0),
    ],
)
def test_a_declared_promotion_resets_the_rating(
    declared: str, highest: str | None, rating: float | None, before: float
) -> None:
    entrant = Entrant(
        grade=Grade.parse(declared), highest_grade=Grade.parse(highest) if highest else None, rating=rating
    )
    change = Egf().rate(RatedEvent(entrants=(entrant,), games=()))[0]
    assert change.before == change.after == before
    assert change.reset is (rating is not None and before > rating)


@pytest.mark.requirement("C10")
def test_document_1_counts_the_whole_stone_and_komi_can_count() -> None:
    stone = RatedGame(white=0, black=1, white_score=1, handicap=3, komi=0.5)
    assert Handicaps().advantage(stone) == 250
    assert Handicaps(stones_off=0.0).advantage(stone) == 300
    assert Handicaps(count_komi=True).advantage(stone) == 250
    assert Handicaps(count_komi=True).advantage(RatedGame(white=0, black=1, white_score=1, komi=0.5)) == 50


def test_performance_is_where_the_score_would_be_expected() -> None:
    entrants = tuple(Entrant(grade=SHODAN, rating=rating) for rating in (2000.0, 2100.0, 2200.0))
    games = (RatedGame(white=0, black=1, white_score=1), RatedGame(white=2, black=0, white_score=1))
    first, second, third = Egf().performances(RatedEvent(entrants=entrants, games=games))
    assert first is not None
    assert 2100 < first < 2200
    assert (second, third) == (None, None)


def timed(clock: Clock, *, internet: bool = False) -> Tournament:
    return Tournament(settings=Settings(clock=clock, internet=internet))


@pytest.mark.requirement("C15", "C16")
@pytest.mark.parametrize(
    ("clock", "key"),
    [
        (Clock(basic_minutes=60, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=20), "A"),
        (Clock(basic_minutes=60, overtime=Overtime.SUDDEN_DEATH), "B"),
        (Clock(basic_minutes=45, overtime=Overtime.FISCHER, fischer_seconds=15), "A"),
        (Clock(basic_minutes=45, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=30), "B"),
        (Clock(basic_minutes=30, overtime=Overtime.FISCHER, fischer_seconds=10), "B"),
        (Clock(basic_minutes=25, overtime=Overtime.CANADIAN, canadian_seconds=300, canadian_moves=60), "C"),
        # Faster than class C is not class D but not rated. Document 3, III: "Fast games (less than 30
        # minutes) are not considered".
        (Clock(basic_minutes=29, overtime=Overtime.SUDDEN_DEATH), None),
        (Clock(basic_minutes=24, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=60), None),
        (Clock(basic_minutes=20, overtime=Overtime.FISCHER, fischer_seconds=4), None),
        (Clock(basic_minutes=15, overtime=Overtime.SUDDEN_DEATH), None),
    ],
)
def test_the_class_follows_the_thinking_time(clock: Clock, key: str | None) -> None:
    assert class_by_time(timed(clock)) == key
    # On the internet it is class D with the time of class B, and nothing below that.
    assert class_by_time(timed(clock, internet=True)) == ("D" if key in ("A", "B") else None)


@pytest.mark.requirement("C16")
def test_the_class_is_said_with_the_times_behind_it() -> None:
    fast = Clock(basic_minutes=15, overtime=Overtime.FISCHER, fischer_seconds=5)
    assert str(class_message(timed(Clock()))) == (
        "EGF class A, weight 1: 60 minutes of main time, 82.5 with overtime"
    )
    assert str(class_message(timed(fast))) == (
        "faster than EGF class C: not rated by the EGF (15 minutes of main time, 25 with overtime; "
        "it takes 20 and 30)"
    )
    assert str(class_message(timed(Clock(), internet=True))).startswith("EGF class D, weight 0.25: ")
    assert str(class_message(timed(fast, internet=True))) == (
        "on the internet and faster than EGF class B: not rated by the EGF (15 minutes of main time, 25 with "
        "overtime; it takes 30 and 50)"
    )
    declared = replace(timed(fast), extras=(("h9:CL", "B"),))
    assert str(class_message(declared)) == "declared as EGF class B, weight 0.75"
    not_rated = replace(timed(Clock()), extras=(("h9:CL", "X"),))
    assert str(class_message(not_rated)) == "declared as EGF class X: not rated by the EGF"
