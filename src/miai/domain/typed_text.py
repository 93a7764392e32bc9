"""Reads what people type: numbers, points and grades; an error names the field."""

from miai.domain.money import Cents, cents
from miai.domain.numbers import ANY_NUMBER, Between, shortened
from miai.domain.people.grade import Grade
from miai.domain.points import NOT_IN_QUARTERS, Quarters, quarters
from miai.errors import InputError, Problem
from miai.messages import Message, counted


def decimal(text: str, where: Message | str = "", within: Between = ANY_NUMBER) -> float:
    """A number with a point or a comma; halves may be written ½, parts 1/3."""
    _demand_something(text, where)
    plain = text.strip().replace(",", ".").replace("½", ".5").replace("−", "-")
    above, slash, below = plain.partition("/")
    if not slash:
        return within.decimal(plain, where)
    try:
        value = ANY_NUMBER.decimal(above) / ANY_NUMBER.decimal(below)
    except (InputError, ZeroDivisionError):
        what = Message("%(text)s is not a number", text=shortened(text))
        raise InputError([Problem(what=what, where=where)]) from None
    fault = within.fault(value)
    if fault:
        raise InputError([Problem(what=fault, where=where)])
    return value


def at_most(longest: int) -> Message:
    """What is said of a text that is longer."""
    return counted("at most %(num)s character", "at most %(num)s characters", longest)


def whole(text: str, where: Message | str = "", within: Between = ANY_NUMBER) -> int:
    """A whole number; digits may be grouped with spaces."""
    _demand_something(text, where)
    return within.whole("".join(text.split()).replace("−", "-"), where)


def points(text: str, where: Message | str = "", within: Between = ANY_NUMBER) -> Quarters:
    """Points in halves or quarters."""
    try:
        return quarters(decimal(text, where, within))
    except ValueError:
        raise InputError([Problem(what=NOT_IN_QUARTERS, where=where)]) from None


def money(text: str, where: Message | str = "", within: Between = ANY_NUMBER) -> Cents:
    """An amount of money with at most two digits after the point."""
    try:
        return cents(decimal(text, where, within))
    except ValueError:
        what = Message("only whole cents")
        raise InputError([Problem(what=what, where=where)]) from None


def grade(text: str, where: Message | str = "") -> Grade:
    """A grade as people write it."""
    try:
        return Grade.parse(text.strip())
    except InputError:
        what = Message("%(text)s is not a grade. Use 50k to 1k, 1d to 9d, or 1p to 9p", text=text)
        raise InputError([Problem(what=what, where=where)]) from None


def _demand_something(text: str, where: Message | str) -> None:
    if not text.strip():
        raise InputError([Problem(what=Message("a number is missing"), where=where)])
