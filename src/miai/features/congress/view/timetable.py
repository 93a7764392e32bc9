"""Days and rounds of a congress as pages show them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from babel.dates import format_skeleton
from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.features.congress.clashes import clashes
from miai.features.congress.icalendar import icalendar
from miai.features.congress.timetable import table_clashes, timetable
from miai.features.congress.view.state import demand_congress_page, whole_of
from miai.features.schedule.view.thinking_time import short_thinking_time
from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.server.words import locale, tell

if TYPE_CHECKING:
    from miai.features.congress.timetable import RoundState, TimetableRound


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableLine:
    """A round with its times as texts; `people` is how many have a clash in it."""

    round: "TimetableRound"
    starts_at: str
    ends_at: str
    thinking: str
    state: str
    tone: str
    people: int = 0
    tables: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableDay:
    """The rounds of one day; without a day the times are not known yet."""

    iso: str
    day: str
    lines: tuple[TimetableLine, ...]


def timetable_days(
    visit: Visit, rounds: "Sequence[TimetableRound] | None" = None, *, with_clashes: bool = False
) -> list[TimetableDay]:
    """The rounds of a congress by day, in this machine's time; those without a time come last."""
    demand_congress_page(visit)
    shown = timetable(visit.desk, visit.id) if rounds is None else rounds
    # A person who clashes with two rounds of others is still one person.
    people: defaultdict[tuple[str, int], set[PlayerId]] = defaultdict(set)
    tables: set[tuple[str, int]] = set()
    if with_clashes:
        for clash in clashes(visit.desk, visit.id):
            for each in (clash.first, clash.second):
                people[_key(each.round)].add(clash.person.id)
        for shared in table_clashes(visit.desk, visit.id):
            tables |= {_key(shared.first), _key(shared.second)}
    return [
        TimetableDay(
            iso=iso,
            day=day_name(iso),
            lines=tuple(
                _line(each, people=len(people[_key(each)]), tables=_key(each) in tables) for each in group
            ),
        )
        for iso, group in groupby(shown, key=lambda each: each.day)
    ]


def today() -> str:
    """Today's date on this machine, as ISO 8601."""
    return datetime.now().astimezone().date().isoformat()


def day_name(iso: str) -> str:
    """A day as people say it: "Saturday, 25 July"; empty without one."""
    return format_skeleton("MMMMEEEEd", datetime.fromisoformat(iso), locale=locale()) if iso else ""


def state_word(state: "RoundState") -> tuple[str, str]:
    """How far a round has come, and the tone of its badge."""
    words = {
        "not drawn": (_("not drawn"), ""),
        "drawn": (_("draft"), "kaya"),
        "published": (_("published"), "info"),
        "running": (_("being played"), "kaya"),
        "over": (_("over"), "good"),
    }
    return words[state.value]


def _line(each: "TimetableRound", *, people: int, tables: bool) -> TimetableLine:
    state, tone = state_word(each.state)
    return TimetableLine(
        round=each,
        starts_at=each.starts.isoformat() if each.starts else "",
        ends_at=each.ends.isoformat() if each.ends else "",
        thinking=short_thinking_time(each.clock, minutes=each.minutes),
        state=state,
        tone=tone,
        people=people,
        tables=tables,
    )


def _key(each: "TimetableRound") -> tuple[str, int]:
    return each.part.id, each.number


def calendar_file(visit: Visit, rounds: "Sequence[TimetableRound]", name: str) -> Response:
    """Rounds as a file for the calendar of a phone or computer."""
    content = icalendar(whole_of(visit), rounds, say=tell)
    return Response(
        content,
        media_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.ics"'},
    )
