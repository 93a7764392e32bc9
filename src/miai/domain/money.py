"""Amounts of money: stored as whole cents, shown with two digits."""

from typing import Annotated, NewType

from miai.domain.numbers import Between

Cents = NewType("Cents", int)

NO_MONEY = Cents(0)
_CENTS = 100
# The bounds are those of what people type: units, not cents.
Amount = Annotated[Cents, Between(0, 10_000_000)]


def cents(units: float) -> Cents:
    """Turn an amount as people write it (12.5) into cents (1250)."""
    scaled = round(units * _CENTS)
    if abs(scaled - units * _CENTS) > 1e-6 * max(1, abs(scaled)):
        raise ValueError(f"{units} is not a whole number of cents")
    return Cents(scaled)


def units(amount: Cents) -> float | int:
    """Turn cents into a plain number, an integer where possible."""
    return amount // _CENTS if amount % _CENTS == 0 else amount / _CENTS


def money_text(amount: int) -> str:
    """An amount as tables and files show it: "12.50"."""
    whole, rest = divmod(abs(amount), _CENTS)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:02}"
