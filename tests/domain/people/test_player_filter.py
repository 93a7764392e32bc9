"""Limits on players, as prizes and standings use them."""

from typing import Any

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Sex
from miai.domain.people.player_filter import EVERYBODY, Among
from miai.domain.settings.prizes import Prize
from miai.errors import InputError

ADA = Player(
    id=PlayerId("1"),
    surname="Ada",
    grade=Grade.parse("3k"),
    rating=1700,
    country="FR",
    club="Lund",
    sex=Sex.FEMALE,
    birth_year=2010,
    newcomer=True,
)
UNKNOWN = Player(id=PlayerId("2"), surname="Nobody", grade=Grade.parse("3k"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "country=fr",
        "club=Lund",
        "sex=female",
        "born=2010-",
        "born=-2010",
        "born=2010",
        "grade=5k-1d",
        "grade=1d-5k",
        "grade=-3k",
        "rating=1500-1700",
        "category=2",
        "newcomer",
        "country=FR, sex=female, born=2008-, grade=5k-1d, rating=1500-1800, club=Lund, category=2, newcomer",
    ],
)
def test_a_player_is_within_the_limits_that_a_text_names(text: str) -> None:
    assert Among.parse(text).holds(ADA, 1)


@pytest.mark.parametrize(
    "text",
    [
        "country=DE",
        "sex=male",
        "born=2011-",
        "grade=2k-",
        "rating=-1600",
        "category=1",
        "country=FR, club=Ulm",
    ],
)
def test_a_player_beyond_one_limit_is_not_meant(text: str) -> None:
    assert not Among.parse(text).holds(ADA, 1)


@pytest.mark.parametrize("text", ["born=1900-", "rating=-3000", "sex=male", "newcomer", "country=FR"])
def test_who_says_nothing_is_not_within_a_limit(text: str) -> None:
    assert not Among.parse(text).holds(UNKNOWN, 0)
    assert EVERYBODY.holds(UNKNOWN, 0)


@pytest.mark.parametrize(
    "limits",
    [
        {"club": 'Go, Hamburg "Nord"', "newcomer": True},
        {"rating_from": -900.0, "rating_to": -100.5},
        {"born_until": 1965, "category": 0, "sex": Sex.MALE},
        {"weakest": Grade.parse("5k"), "strongest": Grade.parse("5k")},
    ],
)
def test_the_text_of_limits_reads_back_as_the_same(limits: dict[str, Any]) -> None:
    assert Among.parse(str(Among(**limits))) == Among(**limits)


def test_everything_that_cannot_be_read_is_named_at_once() -> None:
    with pytest.raises(InputError) as error:
        Among.parse("counrty=FR, born=young, category=0, sex=x")
    said = str(error.value)
    assert len(error.value.problems) == 4
    assert "counrty" in said
    assert "young" in said


def test_a_prize_is_meant_for_those_within_its_limits() -> None:
    prize = Prize(title="Best girl", sex=Sex.FEMALE, born_since=2008, rating_to=1800.0, newcomer=True)
    assert prize.among == Among(sex=Sex.FEMALE, born_since=2008, rating_to=1800.0, newcomer=True)
