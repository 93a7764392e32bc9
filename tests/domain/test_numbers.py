"""Numbers in foreign text: only plain digits, never too many, always within bounds."""

import pytest

from miai.domain.numbers import Between, shortened, whole_or_none
from miai.errors import InputError

SMALL = Between(-5, 99)


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), (" 12 ", 12), ("+3", 3), ("-5", -5), ("0" * 9000 + "7", 7), ("-0", 0)]
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert SMALL.whole(text) == number


@pytest.mark.parametrize("text", ["", "²", "٣", "１２", "1_000", "1.0", "--5", "0x1f", "five", "1e2", "1 2"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a whole number"):
        SMALL.whole(text)
    assert whole_or_none(text, SMALL) is None


@pytest.mark.parametrize("text", ["-6", "100", "9" * 19, "9" * 310, "9" * 4301, "-" + "9" * 100_000])
def test_a_number_beyond_the_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(InputError, match="is not between -5 and 99") as caught:
        SMALL.whole(text)
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(("text", "number"), [("6.5", 6.5), ("-.5", -0.5), ("7.", 7.0), ("1e1", 10.0)])
def test_a_decimal_number_is_read(text: str, number: float) -> None:
    assert SMALL.decimal(text) == number


@pytest.mark.parametrize("text", ["", "nan", "inf", "-infinity", "1_0.5", "٣.٥", "1e", ".", "1e9999", "6,5"])
def test_what_is_no_decimal_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a number"):
        SMALL.decimal(text)


@pytest.mark.parametrize("text", ["99.5", "1e400", "-1e300", "9" * 310, "9" * 4301])
def test_a_decimal_number_beyond_the_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(InputError, match="is not between -5 and 99"):
        SMALL.decimal(text)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 100, -6, 10**4000])
def test_no_number_beyond_the_bounds_is_without_fault(number: float) -> None:
    assert "is not between -5 and 99" in str(SMALL.fault(number))


def test_a_long_text_is_shortened() -> None:
    assert shortened("a" * 10_000_000) == "a" * 40 + "…"
