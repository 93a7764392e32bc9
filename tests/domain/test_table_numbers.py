"""Which tables an event may use, as a director types it."""

from itertools import islice

import pytest

from miai.domain.table_numbers import TableRange, Tables
from miai.errors import InputError


def tables(ranges: str, left_out: str = "") -> Tables:
    def read(text: str) -> tuple[TableRange, ...]:
        return tuple(TableRange.parse(part) for part in text.split(",") if part)

    return Tables(ranges=read(ranges), left_out=read(left_out))


@pytest.mark.parametrize(
    ("ranges", "left_out", "first"),
    [
        ("", "", [1, 2, 3, 4, 5]),
        ("21-", "", [21, 22, 23, 24, 25]),
        ("1-2, 7-8, 11-", "", [1, 2, 7, 8, 11]),
        ("11-, 1-10", "", [11, 12, 13, 14, 15]),
        ("", "2, 4-5", [1, 3, 6, 7, 8]),
        ("1-3", "", [1, 2, 3]),
        ("1-3, 2-5", "", [1, 2, 3, 4, 5]),
        ("9 – 10", "", [9, 10]),
        ("", "3-", [1, 2]),
    ],
)
def test_tables_are_used_in_order_without_those_left_out(
    ranges: str, left_out: str, first: list[int]
) -> None:
    assert list(islice(tables(ranges, left_out).numbers(), 5)) == first


@pytest.mark.parametrize("text", ["", "0", "5-3", "a", "1-2-3", "-4", "1.5", "0-7"])
def test_what_is_not_a_range_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a range of tables"):
        TableRange.parse(text)


@pytest.mark.parametrize("text", ["7", "1-120", "141-"])
def test_a_range_is_written_as_it_is_typed(text: str) -> None:
    assert str(TableRange.parse(text)) == text
