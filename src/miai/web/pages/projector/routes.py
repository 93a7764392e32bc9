"""The projector: pairings by name, then the clock, then the standings; it changes by itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from starlette.responses import Response

from miai.domain.player import Player
from miai.domain.round import Round
from miai.web.server.form_fields import AddressNumber
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _

page = Page("projector", need=Role.PUBLIC)

T = TypeVar("T")
# Long enough to find a name, and everybody has seen theirs after four pages, in three quarters of a minute.
SECONDS_A_PAGE = 11
PAGES_A_PASS = 4
# How much longer than usual a name may be and is still written out, with smaller letters.
LONG_NAME = 1.2
# More tables than these are counted, not listed.
MOST_TABLES = 40
# A board has two names, so matches stand in two columns whatever the size of the letters.
MATCH_COLUMNS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    """How many lines fit on a page, and how long a name may be to be set large.

    The letters of the densest are 1/43 of the screen's height, 25 pixels of 1080, those of a long name 21:
    smaller ones cannot be read from the back of a hall. The longest names get initials instead.
    """

    columns: int
    rows: int
    most_letters: int

    @property
    def lines(self) -> int:
        """How many lines fit on a page."""
        return self.columns * self.rows


# The largest letters first.
DENSITIES = (
    Density(columns=2, rows=12, most_letters=27),
    Density(columns=3, rows=16, most_letters=19),
    Density(columns=3, rows=20, most_letters=23),
    Density(columns=4, rows=25, most_letters=19),
)


@page.get("/p/{id}/wall")
def show(visit: Here, page: AddressNumber = 1) -> Response:
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
    if wall.out and not wall.started and event.settings.by_teams:
        return _matches(visit, wall.drawn)
    if wall.out and not wall.started:
        seats = by_name(event, wall.drawn)
        density = _density(len(seats))
        pages = _pages(seats, density)
        labels = [_letters(each) for each in pages]
        return {"mode": "names", "pages": pages, "labels": labels, "density": density, "who": _who(density)}
    return {
        "mode": "clock" if wall.out else "over",
        "thinking": thinking_time(event.settings.clock),
        "overtime": short_overtime(event.settings.clock),
        "next_at": clock_of(event, wall.drawn.number + 1).starts_at,
        "most": MOST_TABLES,
    }


def _matches(visit: Visit, drawn: Round) -> dict[str, Any]:
    """The matches of a team event, as many whole ones on a page as fit; a line has two names."""
    from miai.web.pages.shared.team_matches import resting_teams, shown_matches

    found = shown_matches(visit.tournament, drawn)
    lines = visit.tournament.settings.teams.size + 1
    density = next(
        (each for each in DENSITIES if len(found) <= PAGES_A_PASS * _matches_on(each, lines)), DENSITIES[-1]
    )
    size = _matches_on(density, lines)
    pages = [found[at : at + size] for at in range(0, len(found), size)]
    labels = [
        _("matches %(first)s to %(last)s", first=each[0].number, last=each[-1].number) for each in pages
    ]
    resting = resting_teams(visit.tournament, drawn)
    return {
        "mode": "matches",
        "pages": pages,
        "labels": labels,
        "density": density,
        "who": _who(replace(density, most_letters=density.rows * 3 // 4 + 1)),
        "resting": resting,
    }


def _matches_on(density: Density, lines: int) -> int:
    """How many matches of so many lines fit on a page; they stand in two columns."""
    return MATCH_COLUMNS * max(1, density.rows // lines)


def _team_standings(visit: Visit, after: int) -> dict[str, Any]:
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.team_table import team_table

    table = team_table(visit.desk, visit.state, after=after)
    if table is None:
        return {"mode": "nothing"}
    density = _density(len(table.lines))
    pages = _pages(table.lines, density)
    return {
        "mode": "teams",
        "table": table,
        "pages": pages,
        "labels": [
            _("places %(first)s to %(last)s", first=each[0].number, last=each[-1].number) for each in pages
        ],
        "seen": standings_view(visit.desk, visit.id, after=after),
        "density": density,
        "scores": table.columns[: 2 if density.columns == DENSITIES[0].columns else 1],
    }


def _standings(visit: Visit, after: int) -> dict[str, Any]:
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.wall_list import wall_list

    if visit.tournament.settings.by_teams:
        return _team_standings(visit, after)
    table = wall_list(visit.desk, visit.state, after=after)
    density = _density(len(table.lines))
    pages = _pages(table.lines, density)
    labels = [
        _("places %(first)s to %(last)s", first=each[0].number, last=each[-1].number)
        for each in pages
        if each
    ]
    seen = standings_view(visit.desk, visit.id, after=after)
    return {
        "mode": "standings",
        "table": table,
        "pages": pages,
        "labels": labels,
        "seen": seen,
        "density": density,
        "who": _who(density),
        # Two scores fit only beside names in two columns.
        "scores": table.columns[: 2 if density.columns == DENSITIES[0].columns else 1],
    }


def _density(count: int) -> Density:
    """The largest letters with which everybody is shown in one pass."""
    return next((each for each in DENSITIES if count <= PAGES_A_PASS * each.lines), DENSITIES[-1])


def _pages(lines: Sequence[T], density: Density) -> list[Sequence[T]]:
    """The lines page by page, about as many on each."""
    count = -(-len(lines) // density.lines)
    size = -(-len(lines) // count) if count else 1
    return [lines[at : at + size] for at in range(0, len(lines), size)]


def _who(density: Density) -> Callable[[Player], tuple[str, str]]:
    """How a player's name is written, and the class of its size."""
    from miai.web.pages.shared.short_names import fitting_name

    def size(text: str) -> str:
        if len(text) <= density.most_letters:
            return ""
        return "long" if len(text) <= LONG_NAME * density.most_letters else "longest"

    def who(player: Player) -> tuple[str, str]:
        text = fitting_name(player, int(LONG_NAME * density.most_letters))
        return text, size(text)

    return who


def _letters(seats: Sequence[Any]) -> str:
    """The first letters of a page of names: "A to K"."""
    first, last = seats[0].player.surname[:1].upper(), seats[-1].player.surname[:1].upper()
    return _("%(first)s to %(last)s", first=first, last=last)
