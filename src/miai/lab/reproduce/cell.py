"""One printed number beside ours, and how far apart the two may be."""

import math
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

# Three standard errors: one cell in 370 is further off by chance alone.
_ERRORS = 3.0
# So that a number half-way between two printed ones is near enough to both.
_ROUNDING = 1e-9


class PublishedClaim(Enum):
    """What the document says of its number."""

    EQUAL = "="
    AT_MOST = "at most"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A number as printed ("2.126", "14 %") and as we compute it.

    `error` is the standard error of both numbers combined, zero for a formula; `digit` is the last digit of
    a number whose print does not show it. `reason` says why a cell is known to be off, `method` how ours
    was made.
    """

    document: int
    table: str
    cell: str
    printed: str
    ours: float
    error: float = 0.0
    claim: PublishedClaim = PublishedClaim.EQUAL
    digit: float | None = None
    method: str = ""
    reason: str = ""

    @property
    def where(self) -> str:
        """The document and its table."""
        return f"document {self.document}, {self.table}"

    @property
    def published(self) -> float:
        """The printed number; per cent are parts of one."""
        return float(_number(self.printed))

    @property
    def tolerance(self) -> float:
        """Half the last printed digit, and three standard errors."""
        digit = last_digit(self.printed) if self.digit is None else self.digit
        return digit / 2 + _ERRORS * self.error

    @property
    def ok(self) -> bool:
        """Whether ours is what the document says, within the tolerance."""
        above = self.ours - self.published
        away = {
            PublishedClaim.EQUAL: abs(above),
            PublishedClaim.AT_MOST: above,
            PublishedClaim.AT_LEAST: -above,
        }[self.claim]
        return away <= self.tolerance + _ROUNDING


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A number of ours that no document prints, worth listing beside those that are."""

    document: int
    table: str
    cell: str
    ours: float
    error: float

    @property
    def where(self) -> str:
        """The document and the table it belongs to."""
        return f"document {self.document}, {self.table}"


def last_digit(printed: str) -> float:
    """What the last printed digit counts: of "2.126" a thousandth, of "14 %" a hundredth."""
    exponent = _number(printed).as_tuple().exponent
    return 10.0 ** int(exponent)


def combined(*errors: float) -> float:
    """The standard error of a difference."""
    return math.sqrt(sum(error * error for error in errors))


def _number(printed: str) -> Decimal:
    number = printed.removesuffix("%").strip()
    value = Decimal(number)
    return value.scaleb(-2) if printed.endswith("%") else value
