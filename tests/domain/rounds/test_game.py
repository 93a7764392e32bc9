from typing import Any

import pytest

from miai.domain.points import plain, quarters
from miai.domain.rounds.game import Colour, Result
from miai.errors import InputError


@pytest.mark.requirement("V65", "A49", "A50")
@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        (Result.WHITE_WINS, 1, 0),
        (Result.BLACK_WINS, 0, 1),
        (Result.JIGO, 0.5, 0.5),
        (Result.BOTH_LOSE, 0, 0),
        (Result.BOTH_WIN, 1, 1),
        (Result.UNKNOWN, 0, 0),
        (Result.WHITE_WINS_BY_DEFAULT, 1, 0),
        (Result.JIGO_BY_DEFAULT, 0.5, 0.5),
    ],
)
def test_what_a_result_is_worth(result: Result, white: float, black: float) -> None:
    assert plain(result.points(Colour.WHITE)) == white
    assert plain(result.points(Colour.BLACK)) == black


def test_every_known_result_exists_by_default_too() -> None:
    for result in Result:
        if result.known:
            assert result.defaulted.by_default
            assert result.defaulted.played is result.played
    assert Result.UNKNOWN.defaulted is Result.UNKNOWN


@pytest.mark.parametrize("value", ["", "White wins", "1-0", 1, None, True, ["white"]])
def test_what_is_no_result_is_refused_in_a_sentence(value: Any) -> None:
    with pytest.raises(InputError) as refused:
        Result.parse(value)
    assert str(refused.value) == f"“{value}” is not a result"


def test_points_are_exact_quarters() -> None:
    assert quarters(36.5) == 146
    assert plain(quarters(36.5)) == 36.5
    assert isinstance(plain(quarters(36.0)), int)
    with pytest.raises(ValueError, match="quarter points"):
        quarters(0.1)
