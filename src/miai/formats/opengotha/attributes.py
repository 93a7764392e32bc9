"""Reads attributes of OpenGotha's XML; a problem names the attribute as the file does."""

from collections.abc import Callable
from typing import TypeVar

from miai.domain.numbers import ANY_NUMBER, Between, shortened
from miai.errors import Problem
from miai.formats import reading
from miai.formats.reading import Faults, whole_in
from miai.formats.xml_tree import Element
from miai.messages import Message

T = TypeVar("T")


def decimal_in(within: Between = ANY_NUMBER) -> Callable[[str], float]:
    """The parser of decimal numbers, also with a comma, as some computers write them."""
    parse = reading.decimal_in(within)
    return lambda text: parse(text.replace(",", "."))


def decimal_text(number: float) -> str:
    """A decimal number without an exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


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
            what=Message("%(attribute)s '%(text)s' cannot be read", attribute=name, text=shortened(text)),
            where=element.where,
        ),
    )


def read_whole(
    element: Element, name: str, within: Between, default: T, faults: Faults, *, missing: str = ""
) -> int | T:
    """A whole number within bounds, else the default and a problem that names the attribute."""
    text = element.get(name) or missing
    number = read_attribute(element, name, whole_in(), None, faults, missing=missing)
    if number is None:
        return default
    if number not in within:
        out_of_range(element, name, shortened(text), within, faults)
        return default
    return number


def out_of_range(element: Element, name: str, text: str, within: Between, faults: Faults) -> None:
    """Add the problem that a number is too small or too large."""
    what = Message(
        "%(attribute)s '%(number)s' is not between %(low)s and %(high)s",
        attribute=name,
        number=text,
        low=within.low,
        high=within.high,
    )
    faults.problem(what, element.where)
