"""Numbers and optional values as JSON has them."""

from typing import Any

JsonObject = dict[str, Any]

_DIGITS = 6


def rounded(value: float | None, digits: int = _DIGITS) -> float | None:
    """A number without the noise of its last digits; null where there is none."""
    return None if value is None else round(value, digits)


def text_or_null(value: object) -> str | None:
    """A value in words; null where there is none."""
    return None if value is None else str(value)
