"""Document 3, "Rating the proficiency of Baduk/Go players": what its text says, in its own figures."""

from datetime import date
from itertools import product

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.engine.rating import EgfClassic
from miai.engine.rating.egf_classic import con, spread
from miai.engine.rating.protocol import Change, Entrant, RatedEvent, RatedGame
from miai.features.ratings.rate import rate_tournament
from miai_lab.calibration import LambdaPoint, fit_hyperbola
from miai_lab.figures.study import formula_figures
from miai_lab.reproduce import ReproductionStudy

SHODAN = Grade.parse("1d")


def rated(ratings: list[float], *games: RatedGame) -> tuple[Change, ...]:
    entrants = tuple(Entrant(grade=SHODAN, rating=rating) for rating in ratings)
    return EgfClassic(epsilon=0.0).rate(RatedEvent(entrants=entrants, games=games))


def figure_1() -> dict[int, float]:
    """Chances by the difference of ratings."""
    (panel,) = next(p for p in formula_figures(ReproductionStudy()) if p.name.startswith("document-3")).panels
    (curve,) = panel.series
    return dict(zip(map(int, curve.x), map(float, curve.y), strict=True))


@pytest.mark.requirement("C1")
def test_chances_add_up_and_odds_multiply() -> None:
    chances = figure_1()
    odds = {apart: chances[apart] / chances[-apart] for apart in chances}
    assert all(chances[apart] + chances[-apart] == pytest.approx(1) for apart in chances)
    assert odds[300] == pytest.approx(odds[100] * odds[200])


@pytest.mark.requirement("C2")
def test_a_grade_stronger_is_beaten_in_27_of_100_games_and_four_grades_hardly_ever() -> None:
    assert round(figure_1()[-100], 2) == 0.27
    assert figure_1()[-400] < 0.02


@pytest.mark.requirement("C6")
def test_a_jigo_counts_half() -> None:
    equals = rated([2400, 2400], RatedGame(white=0, black=1, white_score=0.5))
    assert [change.change for change in equals] == [0, 0]
    # With a = 90 the lower rated is expected to score 0.24766; C is 15 and 18.
    higher, lower = rated([2400, 2300], RatedGame(white=0, black=1, white_score=0.5))
    assert higher.change == pytest.approx(15 * (0.5 - 0.75234), abs=1e-3)
    assert lower.change == pytest.approx(18 * (0.5 - 0.24766), abs=1e-3)


@pytest.mark.requirement("C7", "C8")
def test_c_is_linear_between_rows_and_both_parameters_are_level_above_2700() -> None:
    assert (con(320), con(1850)) == (104, 33)
    assert (con(2800), con(3030)) == (10, 10)
    assert (spread(320), spread(2800), spread(3030)) == (189, 70, 70)


@pytest.mark.requirement("C10", "C11")
def test_a_weaker_player_with_many_stones_is_expected_to_win() -> None:
    # 200 points are worth less than three stones, 250, and more than two, 150.
    for stones, favourite in ((2, False), (3, True)):
        _, black = rated([2200, 2000], RatedGame(white=0, black=1, white_score=0, handicap=stones))
        assert (black.games[0].expected > 0.5) is favourite


@pytest.mark.requirement("C19")
def test_the_lowest_rating_is_100() -> None:
    assert rated([110, 110], RatedGame(white=0, black=1, white_score=0))[0].after == 100


@pytest.mark.requirement("C23")
def test_a_player_who_comes_back_after_years_has_the_old_rating() -> None:
    event = with_player(crosstable("A+B"), "A", rating=2260.0, rating_date=date(1999, 5, 1))
    (returned, _) = (each.change for each in rate_tournament(event, system="egf-classic").rated)
    assert returned.before == 2260


@pytest.mark.requirement("C24")
def test_every_game_of_an_event_counts_from_the_ratings_before_it() -> None:
    twice = (RatedGame(white=0, black=1, white_score=1), RatedGame(white=0, black=2, white_score=1))
    assert [change.after for change in rated([2400, 2400, 2400], *twice)] == [2415, 2392.5, 2392.5]


@pytest.mark.requirement("C27")
def test_the_hyperbola_ignores_ratings_below_500() -> None:
    def point(grade: int, gap: int, value: float) -> LambdaPoint:
        return LambdaPoint(grade=grade, gap=gap, games=100, won=30, value=value)

    good = [point(g, gap, 0.2 / (41 - (21 + g))) for g, gap in product(range(-15, 6), range(1, 5))]
    beginners = [point(grade, 1, 0.05) for grade in (-20, -19, -18, -17)]
    assert fit_hyperbola([*good, *beginners]) == pytest.approx((0.2, 41.0), rel=1e-3)


@pytest.mark.requirement("C28")
@pytest.mark.parametrize("rating", range(100, 2701, 100))
def test_table_i_is_a_hyperbola(rating: int) -> None:
    assert 1 / spread(rating) == pytest.approx(0.2 / (41 - rating / 100))


@pytest.mark.requirement("C17", "C32")
@pytest.mark.parametrize(("white", "stones"), [(2100, 1), (2400, 2), (1600, 4), (1900, 6), (1500, 9)])
def test_white_is_expected_to_win_about_60_of_100_games_with_full_handicap(white: float, stones: int) -> None:
    game = RatedGame(white=0, black=1, white_score=1, handicap=stones)
    assert rated([white, white - 100 * stones], game)[0].games[0].expected == pytest.approx(0.6, abs=0.05)
