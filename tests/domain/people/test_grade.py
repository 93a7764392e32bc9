from typing import Any

import pytest

from kit.shared_cases import shared_cases
from miai.domain.people.grade import Grade
from miai.errors import InputError


@pytest.mark.requirement("V1")
@pytest.mark.parametrize(
    ("text", "shown", "number"),
    [
        ("3d", "3d", 2),
        ("3 dan", "3d", 2),
        ("12K", "12k", -12),
        ("1k", "1k", -1),
        ("5p", "5p", 7),
        (" 30k ", "30k", -30),
    ],
)
def test_a_grade_is_read_in_any_spelling(text: str, shown: str, number: int) -> None:
    grade = Grade.parse(text)
    assert (str(grade), grade.number) == (shown, number)


@pytest.mark.requirement("V1")
@pytest.mark.parametrize("text", ["", "4q", "51k", "10d", "0k", "d", "-3k", "3d4", "10p", "٣d"])
def test_anything_else_is_not_a_grade(text: str) -> None:
    with pytest.raises(InputError, match="is not a grade"):
        Grade.parse(text)


@pytest.mark.parametrize("value", [3, 3.5, None, True, ["3d"], {}])
def test_what_is_no_text_is_no_grade_either(value: Any) -> None:
    with pytest.raises(InputError) as refused:
        Grade.parse(value)
    assert str(refused.value) == f"'{value}' is not a grade"


@pytest.mark.requirement("V4", "C3", "C33")
@pytest.mark.parametrize(
    ("grade", "rating"),
    [("20k", 100), ("1k", 2000), ("1d", 2100), ("7d", 2700), ("1p", 2700), ("9p", 2940), ("30k", -900)],
)
def test_the_egf_rating_of_a_grade(grade: str, rating: int) -> None:
    assert Grade.parse(grade).rating == rating


@pytest.mark.requirement("C4")
@pytest.mark.parametrize(
    ("rating", "grade"),
    [(2050, "1d"), (2049, "1k"), (2149.9, "1d"), (100, "20k"), (-5000, "30k"), (4000, "9d"), (1950, "1k")],
)
def test_the_grade_of_an_egf_rating(rating: float, grade: str) -> None:
    assert str(Grade.of_rating(rating)) == grade


@pytest.mark.requirement("V1")
def test_grades_are_ordered_by_strength_with_dan_below_professional_at_equal_rating() -> None:
    texts = ["30k", "2k", "1k", "1d", "7d", "1p", "2p", "4p", "8d", "5p", "9d", "9p"]
    grades = [Grade.parse(text) for text in texts]
    assert sorted(grades, key=lambda grade: grade) == grades
    assert max(grades[::-1]) == grades[-1]


def test_a_first_professional_dan_ranks_as_seven_dan() -> None:
    assert Grade.parse("1p").number == Grade.parse("7d").number


@pytest.mark.parametrize(("text", "number"), shared_cases("grade_numbers"))
def test_grades_have_the_numbers_that_the_scripts_give_them(text: str, number: int | None) -> None:
    if number is None:
        with pytest.raises(InputError):
            Grade.parse(text)
    else:
        assert Grade.parse(text).number == number
        assert Grade.of_number(number) == Grade.parse(text)
