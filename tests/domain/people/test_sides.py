"""Sides of Pair Go and rengo: name, mean strength, and what they share with others."""

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.people.sides import mean_grade, mean_rating, shared_text, side_name, side_of
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.errors import InputError


def person(surname: str, grade: str = "1d", **more: object) -> Member:
    return Member(surname=surname, grade=Grade.parse(grade), **more)  # type: ignore[arg-type]


def side(*members: Member, **rules: object) -> Player:
    nobody = Player(id=PlayerId("p1"), surname="", grade=Grade.parse("1d"))
    return side_of(nobody, members, SideRules(people=len(members), **rules))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("grades", "nearest", "stronger", "weaker"),
    [
        # A half goes to the weaker grade: 1k is -1 and 2k is -2.
        ("1k 2k", "2k", "1k", "2k"),
        ("2d 1d", "1d", "2d", "1d"),
        ("1d 2k", "1k", "1k", "1k"),
        ("3d 3k", "1k", "1d", "1k"),
        # A third is nearer to two of three.
        ("1k 1k 2k", "1k", "1k", "2k"),
        ("1k 2k 2k", "2k", "1k", "2k"),
        # 1p ranks as 7d, 9p as 9d; equal grades stay what they are.
        ("1p 3d", "5d", "5d", "5d"),
        ("9p 4d", "6d", "7d", "6d"),
        ("3p 3p", "3p", "3p", "3p"),
        ("30k 50k", "40k", "40k", "40k"),
    ],
)
def test_the_grade_of_a_side_is_the_mean_rounded_as_stated(
    grades: str, nearest: str, stronger: str, weaker: str
) -> None:
    known = [Grade.parse(each) for each in grades.split()]
    rounded = {rounding: str(mean_grade(known, rounding)) for rounding in MeanRounding}
    assert rounded == {
        MeanRounding.NEAREST: nearest,
        MeanRounding.STRONGER: stronger,
        MeanRounding.WEAKER: weaker,
    }


def test_the_rating_of_a_side_is_the_mean_with_that_of_the_grade_for_who_has_none() -> None:
    assert mean_rating([person("Fox", "1d", rating=2120.0), person("Green", "1k")]) == 2060
    assert mean_rating([person("Fox"), person("Green")]) is None


def test_a_side_is_called_by_all_its_people() -> None:
    fox, green = person("Fox", first_name="Ida"), person("Green", first_name="Tom")
    assert side(fox, green).name == "Fox Ida / Green Tom"
    assert side(fox, green).names[0] == "Fox / Green"
    long = person("Featherstonehaugh", first_name="Bartholomew Maximilian")
    assert side_name([long, fox]) == "Featherstonehaugh / Fox"


def test_a_side_has_the_country_and_club_that_all_share_and_no_number_of_anybody() -> None:
    fox = person("Fox", country="FR", club="Lyon", egf_pin="10000001")
    both = side(fox, person("Green", country="fr", club="Paris"))
    assert (both.country, both.club, both.egf_pin) == ("FR", "", "")
    assert both.members[0].egf_pin == "10000001"


def test_sides_share_what_any_of_their_people_do() -> None:
    one = side(person("Fox", country="FR"), person("Green", country="DE"))
    other = side(person("Hill", country="UK"), person("Iver", country="de"))
    assert shared_text(one, other, "country") == "DE"
    assert shared_text(one, other, "club") == ""


@pytest.mark.parametrize("people", [1, 3])
def test_a_side_has_as_many_people_as_the_event_asks_for(people: int) -> None:
    nobody = Player(id=PlayerId("p1"), surname="", grade=Grade.parse("1d"))
    with pytest.raises(InputError):
        side_of(nobody, [person("Fox"), person("Green")], SideRules(people=people))


def test_each_person_needs_a_surname() -> None:
    with pytest.raises(InputError, match="surname"):
        side(person("Fox"), person(" "))
