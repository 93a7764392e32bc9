"""The projector: pairings by name, then the clock, then the standings; it changes by itself."""

from collections.abc import Sequence
from typing import Any, TypeVar

from starlette.responses import Response

from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _

page = Page("projector", need=Role.PUBLIC)

T = TypeVar("T")
# Large enough to read from the back of the hall, and long enough to find a name.
NAMES_A_PAGE = 24
SECONDS_A_PAGE = 12
# More tables than these are counted, not listed.
MOST_TABLES = 40


@page.get("/p/{id}/wall")
def show(visit: Here, page: int = 1) -> Response:
    """What the projector shows now; `page` is for browsers without scripts, which reload to turn it."""
    from miai.web.pages.shared.published import projector_state
    from miai.web.server.addresses import public_address

    wall = projector_state(visit.tournament)
    shown = _shown(visit, wall)
    pages: Sequence[Any] = shown.get("pages", ())
    return visit.render(
        "pages/projector.html",
        wall=wall,
        address=public_address(visit),
        at=min(max(page, 1), len(pages) or 1),
        seconds=SECONDS_A_PAGE,
        until=wall.reading.target.isoformat() if wall.reading.target else "",
        **shown,
    )


def _shown(visit: Visit, wall: Any) -> dict[str, Any]:
    """What to show: nothing yet, names, the clock, that the round is over, or the standings."""
    from miai.app.event.set_clock import clock_of
    from miai.web.pages.shared.pairings import by_name
    from miai.web.pages.shared.thinking_time import short_overtime, thinking_time

    event = visit.tournament
    if wall.drawn is None:
        return {"mode": "nothing"} if wall.table_after is None else _standings(visit, wall.table_after)
    if not wall.out and wall.table_after is not None and wall.table_after >= wall.drawn.number:
        return _standings(visit, wall.table_after)
    if wall.out and not wall.started:
        pages = _pages(by_name(event, wall.drawn))
        return {"mode": "names", "pages": pages, "labels": [_letters(each) for each in pages]}
    return {
        "mode": "clock" if wall.out else "over",
        "thinking": thinking_time(event.settings.clock),
        "overtime": short_overtime(event.settings.clock),
        "next_at": clock_of(event, wall.drawn.number + 1).starts_at,
        "most": MOST_TABLES,
    }


def _standings(visit: Visit, after: int) -> dict[str, Any]:
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.wall_list import wall_list

    table = wall_list(visit.desk, visit.state, after=after)
    pages = _pages(table.lines)
    labels = [
        _("places %(first)s to %(last)s", first=each[0].number, last=each[-1].number)
        for each in pages
        if each
    ]
    seen = standings_view(visit.desk, visit.id, after=after)
    return {"mode": "standings", "table": table, "pages": pages, "labels": labels, "seen": seen}


def _pages(lines: Sequence[T]) -> list[Sequence[T]]:
    return [lines[at : at + NAMES_A_PAGE] for at in range(0, len(lines), NAMES_A_PAGE)]


def _letters(seats: Sequence[Any]) -> str:
    """The first letters of a page of names: "A to K"."""
    first, last = seats[0].player.surname[:1].upper(), seats[-1].player.surname[:1].upper()
    return _("%(first)s to %(last)s", first=first, last=last)
