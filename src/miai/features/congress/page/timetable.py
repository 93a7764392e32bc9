"""Timetable: all rounds of all events by day and hour, with rooms, tables, clocks and clashes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from babel.dates import format_skeleton
from starlette.responses import Response

from miai.features.congress.page.state import demand_congress_page, whole_of
from miai.features.schedule.view.thinking_time import short_thinking_time
from miai.server.page import Page, in_congress
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import locale, mark, tell

if TYPE_CHECKING:
    from miai.features.congress.timetable import RoundState, TimetableRound

page = Page(
    "timetable",
    title=mark("Timetable"),
    icon="clock",
    letter="t",
    main=True,
    suited=in_congress,
    need=Role.DESK,
    viewers=True,
)

# Lines that fit on a sheet, and what the head of a day takes of them.
_LINES_A_PAGE, _LINES_A_HEAD = 34, 4


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


@page.get("/t/{id}/timetable")
def show(visit: Here, day: str = "") -> Response:
    """All rounds by day; one day if asked."""
    days = timetable_days(visit, with_clashes=True)
    chosen = [each for each in days if each.iso == day] if day else []
    return visit.render(
        "congress/timetable.html",
        days=days,
        chosen=day if chosen else "",
        shown=chosen or days,
        today=today(),
        has_events=bool(visit.tournament.congress.events),
    )


@page.get("/t/{id}/timetable/print")
def paper(visit: Here) -> Response:
    """The timetable for the wall."""
    pages = _pages(timetable_days(visit))
    return visit.render(
        "printing/congress_timetable.html",
        state=visit.state,
        print_now="now" in visit.request.query_params,
        pages=pages,
        paper_count=len(pages),
        back_to=visit.url("timetable"),
    )


def _pages(days: list[TimetableDay]) -> list[list[TimetableDay]]:
    """The days on sheets of paper; a day that is longer than a sheet goes on on the next."""
    pages: list[list[TimetableDay]] = []
    room = 0
    for day in days:
        for at in range(0, len(day.lines), _LINES_A_PAGE - _LINES_A_HEAD):
            part = replace(day, lines=day.lines[at : at + _LINES_A_PAGE - _LINES_A_HEAD])
            needed = len(part.lines) + _LINES_A_HEAD
            if not pages or needed > room:
                pages.append([])
                room = _LINES_A_PAGE
            pages[-1].append(part)
            room -= needed
    return pages


def timetable_days(
    visit: Visit, rounds: "Sequence[TimetableRound] | None" = None, *, with_clashes: bool = False
) -> list[TimetableDay]:
    """The rounds of a congress by day, in this machine's time; those without a time come last."""
    from miai.features.congress.clashes import clashes
    from miai.features.congress.timetable import table_clashes, timetable

    demand_congress_page(visit)
    shown = timetable(visit.desk, visit.id) if rounds is None else rounds
    people: Counter[tuple[str, int]] = Counter()
    tables: set[tuple[str, int]] = set()
    if with_clashes:
        for clash in clashes(visit.desk, visit.id):
            people.update(_key(each.round) for each in (clash.first, clash.second))
        for shared in table_clashes(visit.desk, visit.id):
            tables |= {_key(shared.first), _key(shared.second)}
    return [
        TimetableDay(
            iso=iso,
            day=day_name(iso),
            lines=tuple(
                _line(each, people=people[_key(each)], tables=_key(each) in tables) for each in group
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
    from miai.features.congress.icalendar import icalendar

    content = icalendar(whole_of(visit), rounds, say=tell)
    return Response(
        content,
        media_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.ics"'},
    )
