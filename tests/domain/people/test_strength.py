"""The number that orders players by strength."""

import pytest

import miai
from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of


@pytest.mark.parametrize(
    ("rating", "aga_rating", "european", "american"),
    [
        (None, None, 2100.0, 2100.0),
        (2345.0, None, 2345.0, 2345.0),
        (None, 3.5, 2300.0, 2300.0),
        (2345.0, 3.5, 2345.0, 2300.0),
        (None, -1.5, 2000.0, 2000.0),
        (None, -1.0, 2050.0, 2050.0),
        (None, 1.0, 2050.0, 2050.0),
    ],
)
def test_the_best_that_is_known_counts(
    rating: float | None, aga_rating: float | None, european: float, american: float
) -> None:
    player = Player(
        id=PlayerId("p"), surname="P", grade=Grade.parse("1d"), rating=rating, aga_rating=aga_rating
    )
    assert (rating_of(player), rating_of(player, american=True)) == (european, american)


@pytest.mark.requirement("A1")
def test_the_aga_orders_players_by_aga_rating() -> None:
    event = crosstable("A?B C?D", start=0)
    for name, rating in (("A", 1.1), ("B", 1.9), ("C", 1.5), ("D", 1.7)):
        event = with_player(event, name, aga_rating=rating)
    draw = miai.pair(event, round=1, system="aga")
    # B, D, C, A by rating: split and shift pairs the first with the third and the second with the last.
    assert {frozenset((board.white.id, board.black.id)) for board in draw.boards} == {
        frozenset("BC"),
        frozenset("DA"),
    }
