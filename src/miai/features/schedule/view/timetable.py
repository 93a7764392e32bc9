"""The timetable that players read: the rounds of each day with their times."""

from dataclasses import dataclass
from datetime import tzinfo
from itertools import groupby

from babel.dates import format_skeleton

from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.features.schedule.plan_schedule import ScheduledRound, schedule
from miai.features.schedule.view.thinking_time import short_thinking_time
from miai.server.words import locale


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableLine:
    """A round with its start, when it should be over, the thinking time, and the deadline of its games."""

    number: int
    starts_at: str
    ends_at: str
    thinking: str
    deadline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableDay:
    """The rounds of a day; without a day the times are not known yet."""

    day: str
    lines: tuple[TimetableLine, ...]


def timetable(event: Tournament) -> tuple[TimetableDay, ...]:
    """All rounds by day, by the clocks of the event; rounds without a time come last.

    None where no round has a start or a deadline.
    """
    rounds = schedule(event)
    timed = sorted((each for each in rounds if each.starts), key=lambda each: (each.starts, each.number))
    if not timed and not any(each.deadline for each in rounds):
        return ()
    days = [
        TimetableDay(day=day, lines=tuple(_line(event, each) for each in group))
        for day, group in groupby(timed, key=lambda each: _day(each, zone_of(event)))
    ]
    others = tuple(_line(event, each) for each in rounds if not each.starts)
    return (*days, TimetableDay(day="", lines=others)) if others else tuple(days)


def _line(event: Tournament, each: ScheduledRound) -> TimetableLine:
    return TimetableLine(
        number=each.number,
        starts_at=each.starts.isoformat() if each.starts else "",
        ends_at=each.expected_end.isoformat() if each.expected_end else "",
        thinking=short_thinking_time(event.settings.clock, minutes=each.minutes),
        deadline=each.deadline.isoformat() if each.deadline else "",
    )


def _day(each: ScheduledRound, zone: tzinfo | None) -> str:
    if not each.starts:
        return ""
    return format_skeleton("MMMMEEEEd", each.starts.astimezone(zone), locale=locale())
