"""Grades from 50 kyu to 9 dan and 1 to 9 professional dan."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from miai.errors import InputError
from miai.messages import Message

WEAKEST = -50
"""The AGA rates beginners far below 30k."""
WEAKEST_EGF = -30
"""Where the EGF's scale ends."""
STRONGEST = 8
_TEXT = re.compile(r"(\d{1,3})\s*(kyu|dan|pro|k|d|p)", re.IGNORECASE | re.ASCII)


class Kind(Enum):
    """The three kinds of grades."""

    KYU = "k"
    DAN = "d"
    PRO = "p"


@total_ordering
@dataclass(frozen=True, slots=True)
class Grade:
    """A grade such as 12k, 3d or 5p; ordered by strength, dan below professional at equal rating."""

    kind: Kind
    step: int

    def __post_init__(self) -> None:
        if not 1 <= self.step <= (-WEAKEST if self.kind is Kind.KYU else 9):
            raise _no_grade(f"{self.step}{self.kind.value}")

    @classmethod
    def parse(cls, text: str) -> "Grade":
        """Read "3d", "3 dan", "12K" or "5p"."""
        # A program may give anything.
        text = str(text)
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise _no_grade(text.strip())
        try:
            return cls(Kind(match[2][0].lower()), int(match[1]))
        except InputError:
            raise _no_grade(text.strip()) from None

    @classmethod
    def of_number(cls, number: int) -> "Grade":
        """The amateur grade of a zero-shodan number (1d is 0, 1k is -1), kept within 50k to 9d."""
        number = min(STRONGEST, max(WEAKEST, number))
        return cls(Kind.DAN, number + 1) if number >= 0 else cls(Kind.KYU, -number)

    @classmethod
    def of_rating(cls, rating: float) -> "Grade":
        """The grade of an EGF rating, kept within 30k to 9d."""
        return cls.of_number(max(WEAKEST_EGF, int((rating - 2050) // 100)))

    @property
    def number(self) -> int:
        """Zero-shodan number: 1k is -1, 1d is 0; 1 to 3p count as 7d, 4 to 6p as 8d, 7 to 9p as 9d."""
        match self.kind:
            case Kind.KYU:
                return -self.step
            case Kind.DAN:
                return self.step - 1
            case Kind.PRO:
                return 6 + (self.step - 1) // 3

    @property
    def rating(self) -> int:
        """The EGF rating that belongs to the grade: 2100 for 1d, 100 a grade; 2700 for 1p, 30 a grade."""
        if self.kind is Kind.PRO:
            return 2670 + 30 * self.step
        return 2100 + 100 * self.number

    def __lt__(self, other: "Grade") -> bool:
        return (self.rating, self.kind is Kind.PRO) < (other.rating, other.kind is Kind.PRO)

    def __str__(self) -> str:
        return f"{self.step}{self.kind.value}"


def _no_grade(text: str) -> InputError:
    return InputError(Message("'%(text)s' is not a grade", text=text))
