"""Time zones are read as people write them."""

import pytest

from miai.domain.time_zones import minutes_east, time_zone
from miai.errors import InputError

WINTER, SUMMER = "2026-01-10", "2026-07-10"


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("UTC", 0),
        ("gmt", 0),
        ("+2", 120),
        ("9", 540),
        ("UTC+5:30", 330),
        ("UTC-3:30", -210),
        ("GMT −5", -300),
        ("-0930", -570),
        ("UTC+14", 840),
        ("Asia/Tokyo", 540),
        ("america/new york", -300),
    ],
)
def test_zones_are_names_of_cities_or_hours_from_greenwich(text: str, minutes: int) -> None:
    assert minutes_east(text, WINTER) == minutes
    assert time_zone(f" {text} ") == text


def test_summer_time_counts_on_the_day_of_the_event() -> None:
    assert (minutes_east("Europe/Paris", WINTER), minutes_east("Europe/Paris", SUMMER)) == (60, 120)
    assert minutes_east("Europe/Paris", "some day in spring") == 60


@pytest.mark.parametrize("text", ["Paris", "UTC+15", "-13", "5:75", "local", "../../etc/passwd"])
def test_what_names_no_zone_is_refused_where_it_is_typed_and_otherwise_unknown(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a time zone\. Use Europe/Paris, Asia/Tokyo or UTC"):
        time_zone(text, "Time zone")
    assert minutes_east(text) is None


def test_no_zone_is_no_mistake() -> None:
    assert time_zone("") == ""
    assert minutes_east("") is None
