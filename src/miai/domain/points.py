"""Exact points: stored as whole numbers of quarters, shown as plain numbers."""

from fractions import Fraction
from typing import NewType

from miai.messages import Message

Quarters = NewType("Quarters", int)

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


def plain(value: Quarters) -> float | int:
    """Turn quarters into a plain number, an integer where possible."""
    return value // 4 if value % 4 == 0 else value / 4


def whole_down(value: Quarters) -> Quarters:
    """Round down to whole points."""
    return Quarters(value // 4 * 4)
