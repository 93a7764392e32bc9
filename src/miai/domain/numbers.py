"""Reads numbers from text that people, files and addresses give, always within bounds.

Only the digits 0 to 9 count as digits: `str.isdigit` and `int` accept those of other scripts, "²" and
thousands of digits as well. Other modules read no number from foreign text by themselves.
"""

import re
from dataclasses import dataclass

from miai.errors import InputError, Problem
from miai.messages import Message

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
# All bounds lie far below numbers of so many digits, which Python takes long to convert or refuses.
_MOST_DIGITS = 40
# Longer text is cut, and larger numbers are shown as text: the formats of languages cannot write them.
_SHOWN = 40
_LARGEST_SHOWN = 10**15


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers from `low` to `high`, both included."""

    low: float
    high: float

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high

    def whole(self, text: str, where: Message | str = "") -> int:
        """The whole number that a text stands for; an `InputError` says why it stands for none."""
        plain = text.strip()
        if not _WHOLE.fullmatch(plain):
            raise _refused(Message("%(text)s is not a whole number", text=shortened(text)), where)
        # Leading zeros say nothing, however many there are.
        digits = plain.lstrip("+-").lstrip("0") or "0"
        if len(digits) > _MOST_DIGITS:
            raise _refused(self._outside(shortened(plain)), where)
        number = int(digits) * (-1 if plain.startswith("-") else 1)
        if number not in self:
            raise _refused(self._outside(_shown(number)), where)
        return number

    def decimal(self, text: str, where: Message | str = "") -> float:
        """The decimal number that a text stands for; an `InputError` says why it stands for none."""
        plain = text.strip()
        if not _DECIMAL.fullmatch(plain):
            raise _refused(Message("%(text)s is not a number", text=shortened(text)), where)
        number = float(plain)
        if number not in self:
            raise _refused(self._outside(_shown(number)), where)
        return number

    def fault(self, number: float) -> Message | None:
        """What is wrong with a number that is not within the bounds; infinity and "nan" never are."""
        return None if number in self else self._outside(_shown(number))

    def _outside(self, number: float | str) -> Message:
        return Message(
            "%(number)s is not between %(low)s and %(high)s", number=number, low=self.low, high=self.high
        )


# For numbers whose own bounds are checked later.
ANY_NUMBER = Between(-(10**_MOST_DIGITS), 10**_MOST_DIGITS)


def whole_or_none(text: str, within: Between = ANY_NUMBER) -> int | None:
    """The whole number that a text stands for; None where it is none or beyond the bounds."""
    try:
        return within.whole(text)
    except InputError:
        return None


def shortened(text: str) -> str:
    """As much of a foreign text as fits into a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _refused(what: Message, where: Message | str) -> InputError:
    return InputError([Problem(what=what, where=where)])


def _shown(number: float) -> float | str:
    """A number as a sentence names it; infinity and "nan" as text, too."""
    return number if abs(number) <= _LARGEST_SHOWN else shortened(str(number))
