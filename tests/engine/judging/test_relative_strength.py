"""Relative strengths and the total error of document 1."""

from math import sqrt

import numpy as np
import pytest

from kit.builders import crosstable
from miai.engine.judging import measure_event
from miai.engine.judging.record import record_of
from miai.engine.judging.relative_strength import RelativeStrength, relative_strength
from miai.errors import InputError

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def neighbours(n: int) -> str:
    """Everybody loses to the player before and beats the one after, in two rounds."""
    first = " ".join(f"{NAMES[i]}+{NAMES[i + 1]}" for i in range(0, n, 2))
    second = " ".join(f"{NAMES[i]}+{NAMES[i + 1]}" for i in range(1, n - 1, 2))
    return f"{first} | {second} {NAMES[0]}+ {NAMES[n - 1]}~"


def strengths_of(text: str) -> RelativeStrength:
    record = record_of(crosstable(text))
    return relative_strength(record.opponents, record.points)


def test_fewer_than_six_players_are_refused_and_the_other_measures_remain() -> None:
    with pytest.raises(InputError, match="need 6 players or more: here are 4"):
        strengths_of("A+B C+D")
    quality = measure_event(crosstable("A+B C+D"))
    assert quality.strength is None
    assert "total_error" not in quality.values
    assert quality.values["even"] == 1
    assert [str(each) for each in quality.problems] == [
        "relative strengths need 6 players or more: here are 4"
    ]


@pytest.mark.requirement("V57")
def test_strengths_run_from_nothing_to_one_less_than_the_players() -> None:
    found = strengths_of(neighbours(26))
    assert (found.strengths.min(), found.strengths.max()) == (0, 25)
    assert found.strengths[0] > found.strengths[25]


def test_nothing_but_jigo_leaves_everybody_equal() -> None:
    found = strengths_of("A=B C=D E=F | A=C B=E D=F")
    assert (found.converged, found.total_error) == (True, 0)


@pytest.mark.requirement("V56")
def test_the_total_error_is_the_printed_formula() -> None:
    found = strengths_of(neighbours(26))
    games = [(i, i + 1) for i in range(25)]
    squares = sum(2 * (found.strengths[a] - found.strengths[b]) ** 2 for a, b in games)
    assert found.total_error == pytest.approx(sqrt(squares) / (2 * 2 * 26))


def test_games_by_default_tell_nothing_of_strength() -> None:
    defaulted = strengths_of("A+B! C=D E=F | A=C B=D E=F")
    assert np.all(defaulted.strengths == 0)


def test_strengths_that_circle_for_ever_are_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("miai.engine.judging.relative_strength.MOST_ITERATIONS", 3)
    quality = measure_event(crosstable(neighbours(26)))
    assert quality.strength is not None
    assert not quality.strength.converged
    assert [str(each) for each in quality.problems] == ["relative strengths did not converge in 3 iterations"]
    assert "total_error" not in quality.values
