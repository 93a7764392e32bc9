"""The common grade of several people."""

from collections.abc import Sequence

from miai.domain.grade import WEAKEST_EGF, Grade
from miai.domain.settings import MeanRounding


def mean_grade(grades: Sequence[Grade], rounding: MeanRounding = MeanRounding.NEAREST) -> Grade:
    """The mean of grades as a grade; professional grades count as the dan grade of their strength.

    To the nearest grade, a half is rounded to the weaker one. Of nobody it is the weakest grade.
    """
    if not grades:
        return Grade.of_number(WEAKEST_EGF)
    total, people = sum(grade.number for grade in grades), len(grades)
    match rounding:
        case MeanRounding.WEAKER:
            return Grade.of_number(total // people)
        case MeanRounding.STRONGER:
            return Grade.of_number(-(-total // people))
        case MeanRounding.NEAREST:
            return Grade.of_number(-((people - 2 * total) // (2 * people)))
