"""Reads attributes of OpenGotha's XML; a problem names the attribute as the file does."""

from collections.abc import Callable
from typing import TypeVar

from miai.errors import Problem
from miai.formats.reading import Faults
from miai.formats.xml_tree import Element
from miai.messages import Message

T = TypeVar("T")
# A larger number of rounds or tables is a mistake, or an attack.
LARGEST_NUMBER = 999


def read_attribute(
    element: Element, name: str, parse: Callable[[str], T], default: T, faults: Faults, *, missing: str = ""
) -> T:
    """Parse an attribute; `missing` is the text to parse where it is absent or empty."""
    text = element.get(name) or missing
    return faults.attempt(
        parse,
        text,
        default,
        lambda: Problem(
            what=Message("%(attribute)s '%(text)s' cannot be read", attribute=name, text=text),
            where=element.where,
        ),
    )


def positive(element: Element, name: str, faults: Faults) -> int | None:
    """An attribute that must be a whole number from 1 on."""
    number = read_attribute(element, name, int, None, faults)
    if number is not None and not 1 <= number <= LARGEST_NUMBER:
        out_of_range(element, name, number, faults, low=1, high=LARGEST_NUMBER)
        return None
    return number


def out_of_range(element: Element, name: str, number: int, faults: Faults, *, low: int, high: int) -> None:
    """Add the problem that a number is too small or too large."""
    what = Message(
        "%(attribute)s '%(number)s' is not between %(low)s and %(high)s",
        attribute=name,
        number=str(number),
        low=low,
        high=high,
    )
    faults.problem(what, element.where)
