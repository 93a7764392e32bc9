"""What holds for every rating."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.domain.people.grade import Grade
from miai.engine.rating import AgaRatings, Egf, EgfClassic
from miai.engine.rating.egf import bonus
from miai.engine.rating.egf_classic import Form, con
from miai.engine.rating.protocol import Entrant, RatedEvent, RatedGame, RatingSystem

ratings = st.floats(150, 2900)
systems: st.SearchStrategy[RatingSystem] = st.sampled_from([Egf(), EgfClassic(), AgaRatings()])


@st.composite
def events(draw: st.DrawFn) -> RatedEvent:
    count = draw(st.integers(2, 6))
    entrants = tuple(Entrant(grade=Grade.parse("1d"), rating=draw(ratings)) for _ in range(count))
    games = draw(
        st.lists(
            st.builds(
                RatedGame,
                white=st.integers(0, count - 1),
                black=st.integers(0, count - 1),
                white_score=st.sampled_from([0.0, 0.5, 1.0]),
                handicap=st.integers(0, 9),
            ).filter(lambda game: game.white != game.black),
            max_size=8,
        )
    )
    return RatedEvent(entrants=entrants, games=tuple(games))


@given(systems, ratings, ratings, st.integers(0, 9), st.booleans())
def test_a_win_never_lowers_and_a_loss_never_raises_but_for_the_bonus(
    system: RatingSystem,
    white: float,
    black: float,
    stones: int,
    white_wins: bool,  # noqa: FBT001
) -> None:
    entrants = (
        Entrant(grade=Grade.parse("1d"), rating=white),
        Entrant(grade=Grade.parse("1d"), rating=black),
    )
    game = RatedGame(white=0, black=1, white_score=1.0 if white_wins else 0.0, handicap=stones)
    changes = system.rate(RatedEvent(entrants=entrants, games=(game,)))
    winner, loser = (0, 1) if white_wins else (1, 0)
    slack = 1e-5 if system.key == "aga" else 1e-9
    assert changes[winner].change >= -slack
    # Every game of the new system adds a bonus against deflation, so even a loss may raise a low rating.
    allowed = bonus(entrants[loser].rating or 0.0) if system.key == "egf" else 0.0
    if isinstance(system, EgfClassic):
        # Epsilon pays a player whose chance was smaller than it.
        allowed = con(entrants[loser].rating or 0.0) * system.epsilon / 2
    assert changes[loser].change <= allowed + slack


@pytest.mark.requirement("C24")
@given(systems, events(), st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(system: RatingSystem, event: RatedEvent, chance: Random) -> None:
    games = list(event.games)
    chance.shuffle(games)
    first, second = system.rate(event), system.rate(replace(event, games=tuple(games)))
    for one, other in zip(first, second, strict=True):
        assert one.after == pytest.approx(other.after, abs=1e-4 if system.key == "aga" else 1e-7)


@pytest.mark.requirement("C1")
@given(ratings, ratings, st.integers(0, 9))
def test_expectancies_add_up_to_one(white: float, black: float, stones: int) -> None:
    game = RatedGame(white=0, black=1, white_score=1, handicap=stones)
    for system in (Egf(), EgfClassic(epsilon=0.0)):
        assert sum(system.expectancy(game, white, black)) == pytest.approx(1)


@given(ratings, ratings, st.sampled_from([Form.HIGHER, Form.BOTH]), st.floats(0, 0.05))
def test_with_epsilon_they_add_up_to_that_much_less(
    white: float, black: float, form: Form, epsilon: float
) -> None:
    game = RatedGame(white=0, black=1, white_score=1)
    system = EgfClassic(form=form, epsilon=epsilon)
    assert sum(system.expectancy(game, white, black)) == pytest.approx(1 - epsilon)


@given(ratings)
def test_equal_players_expect_half(rating: float) -> None:
    game = RatedGame(white=0, black=1, white_score=1)
    for system in (Egf(), EgfClassic(epsilon=0.0)):
        assert system.expectancy(game, rating, rating) == pytest.approx((0.5, 0.5))


@pytest.mark.requirement("C30")
@given(st.floats(100, 2650), st.floats(1, 400))
def test_the_sum_of_ratings_rises_when_the_lower_rated_wins(lower: float, gap: float) -> None:
    entrants = (
        Entrant(grade=Grade.parse("1d"), rating=lower),
        Entrant(grade=Grade.parse("1d"), rating=lower + gap),
    )
    event = RatedEvent(entrants=entrants, games=(RatedGame(white=0, black=1, white_score=1),))
    for system in (Egf(), EgfClassic()):
        assert sum(change.change for change in system.rate(event)) >= -1e-9
