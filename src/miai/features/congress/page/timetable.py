"""Timetable: all rounds of all events by day and hour, with rooms, tables, clocks and clashes."""

from dataclasses import replace

from starlette.responses import Response

from miai.features.congress.rail import timetable as page
from miai.features.congress.view.timetable import TimetableDay, timetable_days, today
from miai.server.request_context import Here

# Lines that fit on a sheet, and what the head of a day takes of them.
_LINES_A_PAGE, _LINES_A_HEAD = 34, 4


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
