"""Points inside are quarters, and nobody mistakes one for the other."""

from collections.abc import Callable
from typing import Any

import pytest

import miai
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamId, TeamRules
from miai.domain.points import quarters
from miai.domain.rounds.round import Bonus
from miai.domain.settings.scoring_rules import Scoring, StartBand
from miai.errors import InputError

ANNA = PlayerId("anna")
# Everything that holds points, made with a value for one of its fields.
HOLDERS: list[tuple[str, Callable[[Any], Any]]] = [
    ("Scoring.bye_points", lambda value: Scoring(bye_points=value)),
    ("Scoring.bye_wins", lambda value: Scoring(bye_wins=value)),
    ("Scoring.absent_points", lambda value: Scoring(absent_points=value)),
    ("Scoring.absent_wins", lambda value: Scoring(absent_wins=value)),
    ("StartBand.score", lambda value: StartBand(weakest=Grade.parse("1d"), score=value)),
    ("Bonus.points", lambda value: Bonus(player=ANNA, points=value)),
    ("Player.start", lambda value: Player(id=ANNA, surname="A", grade=Grade.parse("1d"), start=value)),
    (
        "Player.correction",
        lambda value: Player(id=ANNA, surname="A", grade=Grade.parse("1d"), correction=value),
    ),
    ("Team.start", lambda value: Team(id=TeamId("t"), name="T", number=1, start=value)),
    ("Team.correction", lambda value: Team(id=TeamId("t"), name="T", number=1, correction=value)),
    ("TeamRules.bye_points", lambda value: TeamRules(bye_points=value)),
    ("TeamRules.bye_boards", lambda value: TeamRules(bye_boards=value)),
]


@pytest.mark.parametrize("number", [1, 2, 0.5, -1])
@pytest.mark.parametrize(("place", "make"), HOLDERS)
def test_a_plain_number_is_refused_where_quarters_are_kept(
    place: str, make: Callable[[Any], Any], number: float
) -> None:
    with pytest.raises(InputError) as refused:
        make(number)
    assert str(refused.value) == (
        f"{place}: {number} may be points or quarters: write quarters({number}) for points"
    )


@pytest.mark.parametrize(("place", "make"), HOLDERS)
def test_points_are_written_with_quarters_and_nothing_is_nothing(
    place: str, make: Callable[[Any], Any]
) -> None:
    name = place.split(".")[1]
    assert getattr(make(quarters(0.5)), name) == 2
    assert getattr(make(0), name) == 0


def test_what_is_already_in_quarters_is_not_taken_for_points() -> None:
    event = miai.tournament("Cup", bye_points=quarters(0.5), rules={"scoring.absent_points": quarters(1)})
    assert (event.settings.scoring.bye_points, event.settings.scoring.absent_points) == (2, 4)
    assert miai.player("Anna", "Example", grade="3d", start=quarters(2.5)).start == quarters(2.5)
