"""The timetable as a calendar file, read by the rules of RFC 5545 and by an independent program."""

from datetime import UTC, datetime

from icalendar import Calendar

from kit.congress_hall import BY, FIRST_DAY, Hall, congress
from miai.domain.table_numbers import TableRange, Tables
from miai.features.congress.icalendar import icalendar
from miai.features.congress.set_up import set_tables
from miai.features.congress.timetable import timetable

MADE = datetime(2026, 7, 1, 8, tzinfo=UTC)
LONG = "Größtes Turnier; mit Komma, \\ und Zeilen\nund 碁 " * 3


def _hall() -> tuple[Hall, str]:
    """An event with a name that needs escaping, whose third round has no time."""
    hall = congress()
    event = hall.open(LONG, rounds=3, room="Saal 1")
    hall.time(event, r1=0, r2=5)
    set_tables(*hall.at, event, Tables(ranges=(TableRange(1, 40),)), by=BY)
    return hall, event


def _written(hall: Hall) -> bytes:
    return icalendar(hall.whole, timetable(*hall.at), made_at=MADE)


def test_lines_end_and_fold_as_section_3_1_says() -> None:
    data = _written(_hall()[0])
    assert data.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    lines = data.split(b"\r\n")
    assert max(len(line) for line in lines) == 75
    for line in lines:
        line.decode()  # no character is split


def test_another_program_reads_every_round_that_has_a_time() -> None:
    calendar = Calendar.from_ical(_written(_hall()[0]))
    rounds = calendar.walk("VEVENT")
    assert [each.decoded("DTSTART") for each in rounds] == [FIRST_DAY, FIRST_DAY.replace(hour=15)]
    first = rounds[0]
    assert str(first["SUMMARY"]) == f"{LONG.strip()}, round 1"
    assert str(first["LOCATION"]) == "Saal 1, Arden"
    assert str(first["DESCRIPTION"]) == "Tables 1–40"
    assert first.decoded("DTEND") == FIRST_DAY.replace(hour=12, minute=45)
    assert first.decoded("DTSTAMP") == MADE
    assert not calendar.errors


def test_a_round_that_is_moved_keeps_its_uid() -> None:
    hall, event = _hall()

    def uids() -> list[str]:
        return sorted(str(each["UID"]) for each in Calendar.from_ical(_written(hall)).walk("VEVENT"))

    before = uids()
    hall.time(event, r1=1)
    assert uids() == before
    assert len(set(before)) == 2
