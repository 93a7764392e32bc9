"""Short names: a surname, or as much more as tells two players apart."""

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament


def _names(*people: tuple[str, str, str, str]) -> list[str]:
    players = tuple(
        Player(id=PlayerId(str(i)), surname=surname, first_name=first, grade=Grade.parse(grade), club=club)
        for i, (surname, first, grade, club) in enumerate(people)
    )
    return list(Tournament(players=players).short_names.values())


@pytest.mark.parametrize(
    ("other", "names"),
    [
        (("Jones", "Ann", "1d", ""), ["Smith", "Jones"]),
        (("SMITH", "Bo", "1d", ""), ["Smith Ann", "SMITH Bo"]),
        (("Smith", "Ann", "2k", ""), ["Smith Ann 1d", "Smith Ann 2k"]),
        (("Smith", "Ann", "1d", "Leeds"), ["Smith Ann 1d York", "Smith Ann 1d Leeds"]),
    ],
)
def test_as_much_is_said_as_nobody_else_is_called(other: tuple[str, str, str, str], names: list[str]) -> None:
    assert _names(("Smith", "Ann", "1d", "York"), other) == names


def test_nobody_has_no_name() -> None:
    assert _names() == []
