"""The timetable of a congress as an iCalendar file (RFC 5545), which phones and computers read."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

from miai.features.congress.congress_state import WholeCongress
from miai.features.congress.timetable import TimetableRound
from miai.messages import Message
from miai.store.times import current_time
from miai.version import __version__

# A line has at most so many octets without its end (section 3.1).
_LONGEST = 75


def icalendar(
    whole: WholeCongress,
    rounds: Iterable[TimetableRound],
    *,
    made_at: datetime | None = None,
    say: Callable[[Message], str] = str,
) -> bytes:
    """One entry for every round that has a time; times are in UTC, so that every calendar converts them.

    A round keeps its UID when it is moved, so that a calendar that reads the file again moves its entry.
    """
    stamp = _moment(made_at or datetime.fromisoformat(current_time()))
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Miai//Miai {__version__}//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(whole.tournament.name)}",
    ]
    for each in rounds:
        lines += _event(whole, each, stamp, say)
    lines.append("END:VCALENDAR")
    return "".join(_folded(line) + "\r\n" for line in lines).encode()


def _event(
    whole: WholeCongress, each: TimetableRound, stamp: str, say: Callable[[Message], str]
) -> Iterator[str]:
    if each.starts is None or each.ends is None:
        return
    event = each.part
    identity = whole.events[event.event].history.identity or event.event
    stage = event.id.removeprefix(event.event)
    place = ", ".join(part for part in (event.room, whole.tournament.place) if part)
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(f'{identity}{stage}-round-{each.number}@miai')}"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART:{_moment(each.starts)}"
    yield f"DTEND:{_moment(max(each.ends, each.starts))}"
    title = Message("%(event)s, round %(round)s", event=event.name, round=each.number)
    yield f"SUMMARY:{_text(say(title))}"
    if place:
        yield f"LOCATION:{_text(place)}"
    if each.tables:
        where = Message("Tables %(tables)s", tables=each.tables_text)
        yield f"DESCRIPTION:{_text(say(where))}"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """A text as section 3.3.11 escapes it; other control characters may not occur."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = escaped.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(sign for sign in lines if sign == "\t" or (sign >= " " and sign != "\x7f"))


def _folded(line: str) -> str:
    """The line in pieces of at most 75 octets, each but the first after a blank; no character is split."""
    pieces: list[str] = []
    piece, size = "", 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > _LONGEST:
            pieces.append(piece)
            # The blank at the beginning counts.
            piece, size = "", 1
        piece += sign
        size += octets
    return "\r\n ".join((*pieces, piece))
