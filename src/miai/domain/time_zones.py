"""Time zones as people write them: "Europe/Paris", "UTC+5:30", "-5"."""

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from miai.domain.bounds import Moment
from miai.domain.numbers import shortened
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

_OFFSET = re.compile(r"(?:UTC|GMT)?\s*(?:([+\-−]?)(\d{1,2})(?::?([0-5]\d))?)?", re.IGNORECASE)
_WEST, _EAST = timedelta(hours=-12), timedelta(hours=14)
# For events that do not say when they begin.
_SOME_DAY = date(2026, 1, 1)


@cache
def known_zone(text: str) -> tzinfo | None:
    """The time zone that a text names; None for no text, or one that names none."""
    wanted = text.strip()
    if not wanted:
        return None
    named = _names().get(wanted.replace(" ", "_").casefold())
    return ZoneInfo(named) if named else _by_offset(wanted)


def zone_of(tournament: Tournament) -> tzinfo | None:
    """Where the times of an event are local; None for the zone of this machine."""
    return known_zone(tournament.settings.time_zone)


def at_clock(local: datetime, zone: tzinfo | None) -> datetime:
    """The moment at which the clocks of a zone, or of this machine, show a time."""
    return local.replace(tzinfo=zone).astimezone(zone)


def read_moment(text: str, zone: tzinfo | None, where: Message | str = "") -> datetime:
    """A moment as somebody types it, such as "2026-12-01 18:00".

    Without an offset of its own it is by the clocks of a zone, or of this machine.
    """
    typed = text.strip().replace("Z", "+00:00")
    fault = Moment().fault(typed)
    if fault or not typed:
        what = fault or Message("a day and a time are missing")
        raise InputError([Problem(what=what, where=where)])
    moment = datetime.fromisoformat(typed)
    return moment if moment.tzinfo else at_clock(moment, zone)


def local_text(moment: datetime | None, zone: tzinfo | None) -> str:
    """A moment by the clocks of a zone, as a browser wants it in a field: "2026-12-01T18:00"."""
    return moment.astimezone(zone).strftime("%Y-%m-%dT%H:%M") if moment else ""


def zone_fault(text: str) -> Message | None:
    """What is wrong with a text that names no time zone; no text is none."""
    if not text.strip() or known_zone(text):
        return None
    return Message(
        "'%(text)s' is not a time zone. Use Europe/Paris, Asia/Tokyo or UTC+5:30", text=shortened(text)
    )


def time_zone(text: str, where: Message | str = "") -> str:
    """A time zone as somebody types it, or no text."""
    fault = zone_fault(text)
    if fault:
        raise InputError([Problem(what=fault, where=where)])
    return text.strip()


def minutes_east(text: str, on: str = "") -> int | None:
    """How far the clocks of a zone are ahead of Greenwich, in minutes; None where the zone is not known.

    Summer time begins on different days, so it counts on the day `on`, as an event writes its first day.
    """
    zone = known_zone(text)
    if zone is None:
        return None
    offset = datetime.combine(_day(on), time(12), zone).utcoffset() or timedelta()
    return round(offset / timedelta(minutes=1))


@cache
def _names() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def _by_offset(text: str) -> tzinfo | None:
    found = _OFFSET.fullmatch(text)
    if not found:
        return None
    sign, hours, minutes = found.groups()
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    if sign in ("-", "−"):
        offset = -offset
    return timezone(offset) if _WEST <= offset <= _EAST else None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return _SOME_DAY
