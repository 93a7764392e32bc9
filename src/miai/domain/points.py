"""Exact points: stored as whole numbers of quarters, shown as plain numbers."""

from fractions import Fraction

from miai.errors import InputError, Problem
from miai.messages import Message


class Quarters(int):
    """Points, counted in quarters: a class of its own, so that 4 of them are not taken for 4 points."""

    __slots__ = ()


NOT_IN_QUARTERS = Message("only halves and quarters of a point")

NOTHING = Quarters(0)
HALF = Quarters(2)
POINT = Quarters(4)


def quarters(points: float) -> Quarters:
    """Turn points as people write them (2.5) into quarters (10)."""
    scaled = Fraction(points) * 4
    if scaled.denominator != 1:
        raise ValueError(f"{points} is not a whole number of quarter points")
    return Quarters(int(scaled))


def demand_quarters(owner: object, *names: str) -> None:
    """Refuse plain numbers but 0 in fields that hold quarters: whoever writes 1 means a point."""
    values = {name: getattr(owner, name) for name in names}
    faults = [
        Problem(
            what=Message(
                "%(number)s may be points or quarters: write quarters(%(number)s) for points",
                number=repr(value),
            ),
            where=f"{type(owner).__name__}.{name}",
        )
        for name, value in values.items()
        if value and isinstance(value, int | float) and not isinstance(value, Quarters)
    ]
    if faults:
        raise InputError(faults)


def plain(value: Quarters) -> float | int:
    """Turn quarters into a plain number, an integer where possible."""
    return value // 4 if value % 4 == 0 else value / 4


def whole_down(value: Quarters) -> Quarters:
    """Round down to whole points."""
    return Quarters(value // 4 * 4)
