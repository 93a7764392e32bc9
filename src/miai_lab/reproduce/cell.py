"""One printed number beside ours, how far apart the two may be, and what it is worth that they agree."""

import math
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum

from miai.engine.pairing.protocol import Floats

# Two standard errors: one simulated cell in 22 is further off by chance alone.
_ERRORS = 2.0
# So that a number half-way between two printed ones is near enough to both.
_ROUNDING = 1e-9


class PublishedClaim(Enum):
    """What the document says of its number."""

    EQUAL = "="
    AT_MOST = "at most"
    AT_LEAST = "at least"


class CellClass(Enum):
    """What it is worth that a cell agrees.

    Computed: Miai's own functions give the number from what the document gives elsewhere. Definition: the
    document sets the number, and it stands in Miai as it is printed or is counted off the print. Reading
    chosen: the document leaves something open, and it was settled with the printed number in view. Repeated:
    another cell says the same. Says little: it is within a tolerance that is as large as the number.
    """

    COMPUTED = "computed"
    DEFINITION = "definition"
    READING = "reading chosen"
    REPEATED = "repeated"
    SAYS_LITTLE = "says little"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draws:
    """The outcomes of our experiments behind a number; cells of one `source` have theirs side by side.

    The variance of our number is that of the outcomes times `ours`; of the document's it is that times
    `theirs`, and the numbers of one `experiment` of the document vary together.
    """

    source: str
    experiment: str
    values: Floats
    theirs: float
    ours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A number as printed ("2.126", "14 %") and as we compute it; or words, which are the same or not.

    `error` is the standard error of both numbers combined, zero for a formula; `digit` is the last digit of
    a number whose print does not show it, which nobody can see of a bare "0". `reason` says why a cell is
    off, `method` how ours was made.
    """

    document: int
    table: str
    cell: str
    printed: str
    ours: float | str
    error: float = 0.0
    claim: PublishedClaim = PublishedClaim.EQUAL
    digit: float | None = None
    given: CellClass = CellClass.COMPUTED
    method: str = ""
    reason: str = ""
    draws: Draws | None = field(default=None, compare=False, repr=False)

    @property
    def where(self) -> str:
        """The document and its table."""
        return f"document {self.document}, {self.table}"

    @property
    def kind(self) -> CellClass:
        """The class, with a look at the tolerance; a cell that is off says something however wide it is."""
        if self.given is CellClass.SAYS_LITTLE and not self.ok:
            return CellClass.COMPUTED
        if self.given is not CellClass.COMPUTED or isinstance(self.ours, str) or not self.error:
            return self.given
        hides = self.claim is PublishedClaim.EQUAL and self.tolerance >= abs(self.published) > 0
        return CellClass.SAYS_LITTLE if hides and self.ok else self.given

    @property
    def published(self) -> float:
        """The printed number; per cent are parts of one."""
        return float(_number(self.printed))

    @property
    def rounding(self) -> float:
        """What the last printed digit counts; words have none."""
        if isinstance(self.ours, str):
            return 0.0
        return last_digit(self.printed) if self.digit is None else self.digit

    @property
    def tolerance(self) -> float:
        """Half the last printed digit, and two standard errors."""
        return self.rounding / 2 + _ERRORS * self.error

    @property
    def ok(self) -> bool:
        """Whether ours is what the document says, within the tolerance."""
        if isinstance(self.ours, str):
            return self.ours == self.printed
        above = self.ours - self.published
        away = {
            PublishedClaim.EQUAL: abs(above),
            PublishedClaim.AT_MOST: above,
            PublishedClaim.AT_LEAST: -above,
        }[self.claim]
        return away <= self.tolerance + _ROUNDING

    @property
    def errors_off(self) -> float:
        """How many standard errors ours lies beyond what rounding explains."""
        if isinstance(self.ours, str) or not self.error:
            return 0.0
        return max(0.0, abs(self.ours - self.published) - self.rounding / 2) / self.error


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
    number = _number(printed)
    exponent = int(number.as_tuple().exponent)
    if not number and exponent == 0:
        raise ValueError(f"a bare {printed!r} does not show how it was rounded")
    return float(10.0**exponent)


def combined(*errors: float) -> float:
    """The standard error of a difference."""
    return math.sqrt(sum(error * error for error in errors))


def chance_reason(cell: Cell) -> str:
    """How far off a simulated number is, and how often chance alone is."""
    share = math.erfc(cell.errors_off / math.sqrt(2))
    return (
        f"{cell.errors_off:.1f} standard errors off, as chance alone is in {100 * share:.2g} % of such cells"
    )


def explained(cells: "list[Cell]") -> "list[Cell]":
    """The same cells; simulated ones that are off without another reason say how far."""
    return [
        cell if cell.ok or cell.reason or not cell.error else replace(cell, reason=chance_reason(cell))
        for cell in cells
    ]


def as_class(cells: "list[Cell]", given: CellClass) -> "list[Cell]":
    """The same cells in another class."""
    return [replace(cell, given=given) for cell in cells]


def _number(printed: str) -> Decimal:
    number = printed.removesuffix("%").strip()
    value = Decimal(number)
    return value.scaleb(-2) if printed.endswith("%") else value
