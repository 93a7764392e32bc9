"""Dates, times and numbers as the reader writes them."""

from collections.abc import Callable
from contextvars import ContextVar
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from babel.dates import format_date, format_skeleton, format_time
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from babel.units import format_unit

from miai.domain.people.names import plain_name
from miai.domain.rounds.round_in_progress import DelayedGame, DelayKind
from miai.domain.settings.system_names import SYSTEMS
from miai.domain.tournament import Tournament
from miai.server.words.translation import gettext as _
from miai.server.words.translation import locale

if TYPE_CHECKING:
    from miai.features.schedule.set_clock import ClockReading

_zone: ContextVar[tzinfo | None] = ContextVar("zone", default=None)
_FRACTIONS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def points(value: float | None) -> str:
    """A score: 28.5 is "28½"."""
    if value is None:
        return ""
    whole, rest = divmod(abs(value), 1)
    if rest not in _FRACTIONS:
        return format_decimal(value, "#,##0.##", locale=locale())
    sign = "−" if value < 0 else ""
    return f"{sign}{int(whole) if whole or not rest else ''}{_FRACTIONS[rest]}"


def money(amount: int, currency: str = "") -> str:
    """An amount in cents: 1250 is "12.50 EUR", or "12,50 EUR" in French."""
    written = format_decimal(amount / 100, "#,##0.00", locale=locale()).replace("-", "−")
    return f"{written} {currency}" if currency else written


def number(value: float) -> str:
    """A number with the reader's signs: 38 214 in French."""
    return format_decimal(value, locale=locale())


def figure(text: str) -> str:
    """A number as files have it with the reader's signs, its digits as they are: −12,50 in French."""
    return text.replace(".", get_decimal_symbol(locale())).replace("-", "−")


def percent(value: float) -> str:
    """A share as whole percent."""
    return f"{round(100 * value)} %"


def show_times_in(zone: tzinfo | None) -> None:
    """Write times by the clocks of a zone for the rest of this request; None for those of this machine."""
    _zone.set(zone)


def zone_name() -> str:
    """The zone that times are written in, if it was named: "Europe/Paris", "UTC+05:30"."""
    return str(_zone.get() or "")


def parsed(text: str, zone: tzinfo | None = None) -> datetime | None:
    """A moment from its ISO text by the clocks of a zone, usually the reader's; None for an odd text."""
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
        return moment.astimezone(zone or _zone.get())
    except (ValueError, OverflowError):
        return None


def moment_text(text: str) -> str:
    """A moment in ISO 8601 with the offset of the zone that it is written in."""
    moment = parsed(text)
    return moment.isoformat(timespec="minutes") if moment else ""


def clock_time(text: str, zone: tzinfo | None = None) -> str:
    """The time of day of a moment: 16:24."""
    moment = parsed(text, zone)
    return format_time(moment, "HH:mm", locale=locale()) if moment else ""


def clock_text(reading: "ClockReading") -> str:
    """What the clock of a round shows; a start that is days away is given in days and hours."""
    days, rest = divmod(reading.seconds, 24 * 3600)
    if not days:
        return reading.text
    parts = [("day", days), ("hour", rest // 3600)]
    written = [
        format_unit(count, f"duration-{unit}", length="long", locale=locale())
        for unit, count in parts
        if count
    ]
    sign = "+" if reading.phase.value == "overtime" else ""
    return sign + ", ".join(written)


def day_and_time(text: str, zone: tzinfo | None = None) -> str:
    """A moment with its day, unless that is today: Sat 16:24."""
    moment = parsed(text, zone)
    if moment is None:
        return ""
    if _is_today(moment):
        return clock_time(text, zone)
    return f"{format_skeleton('MMMEd', moment, locale=locale())} {clock_time(text, zone)}"


def delay_words(delayed: DelayedGame | None, zone: tzinfo | None = None) -> str:
    """That a game is put off, and until when; empty for one that is not."""
    if delayed is None:
        return ""
    until = day_and_time(delayed.until, zone)
    if delayed.kind is DelayKind.ADJOURNED:
        return _("adjourned until %(time)s", time=until) if until else _("adjourned")
    return _("postponed until %(time)s", time=until) if until else _("postponed")


def _is_today(moment: datetime) -> bool:
    return moment.date() == datetime.now(moment.tzinfo).date()


def date_and_time(text: str) -> str:
    """A moment of any year: 14 November 2026 16:24."""
    moment = parsed(text)
    return f"{format_date(moment, 'long', locale=locale())} {clock_time(text)}" if moment else ""


def plan_time(text: str) -> str:
    """A moment of the same event: its time, with the day of the week unless that is today."""
    moment = parsed(text)
    if moment is None or _is_today(moment):
        return clock_time(text)
    return f"{format_date(moment, 'EEE', locale=locale())} {clock_time(text)}"


def day(text: str) -> str:
    """A day: 14 November 2026."""
    found = _date(text)
    return format_date(found, "long", locale=locale()) if found else text


def dates(event: Tournament) -> str:
    """When a tournament takes place: 14–15 November; with the year unless it is this one."""
    return day_span(event.begin, event.end)


def day_span(begin: str, end: str) -> str:
    """From a day to a day, said once where they share month or year."""
    first, last = _date(begin), _date(end)
    if first is None:
        return begin
    this_year = first.year == date.today().year
    if last is None or last <= first:
        return format_skeleton("MMMMd", first, locale=locale()) if this_year else day(begin)
    differs = "y" if first.year != last.year else "M" if first.month != last.month else "d"
    skeleton = "MMMd" if this_year and differs != "y" else "yMMMd"
    halves = locale().interval_formats[skeleton][differs]
    # Babel knows how to write a span only with short months; there is room for the long ones.
    written = zip((first, last), halves, strict=True)
    return "".join(format_date(when, half.replace("MMM", "MMMM"), locale=locale()) for when, half in written)


def joined(parts: list[str]) -> str:
    """A list in a sentence: tables 2, 5 and 17."""
    return format_list(parts, locale=locale())


def sentence(text: str) -> str:
    """A text as a sentence, with a capital and a full stop."""
    text = capitalised(text.strip())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def capitalised(text: str) -> str:
    """A text with a capital at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def system_name(key: str) -> str:
    """A pairing system as people call it."""
    known = SYSTEMS.get(key)
    return _(known.name.template) if known else key


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


FILTERS: dict[str, Callable[..., Any]] = {
    "points": points,
    "money": money,
    "number": number,
    "figure": figure,
    "percent": percent,
    "clock_time": clock_time,
    "date_and_time": date_and_time,
    "clock_text": clock_text,
    "day_and_time": day_and_time,
    "delay_words": delay_words,
    "moment_text": moment_text,
    "plan_time": plan_time,
    "day": day,
    "dates": dates,
    "joined": joined,
    "capitalised": capitalised,
    "system_name": system_name,
    "plain": plain_name,
}
