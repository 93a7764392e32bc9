"""The projector: pairings by name, then the clock, then the standings; it changes by itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.responses import Response

from miai.app.desk import Desk, State
from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.web.server.form_fields import AddressNumber
from miai.web.server.page import Page, everywhere
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _
from miai.web.words.formatting import joined

if TYPE_CHECKING:
    from miai.web.pages.shared.published import ProjectorState

page = Page("projector", suited=everywhere, need=Role.PUBLIC)

T = TypeVar("T")
# Long enough to find a name, and everybody has seen theirs after four pages, in three quarters of a minute.
SECONDS_A_PAGE = 11
PAGES_A_PASS = 4
# How much longer than usual a name may be and is still written out, with smaller letters.
LONG_NAME = 1.2
# More tables than these are counted, not listed.
MOST_TABLES = 40
MOST_BESIDE_CODE = 24
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

    if visit.tournament.is_congress:
        from miai.web.pages.congress.wall import show_wall

        return show_wall(visit, page)
    wall = projector_state(visit.tournament)
    if visit.tournament.stages:
        wall, shown = _shown_of_stages(visit, wall)
    else:
        shown = shown_on_wall(visit.desk, visit.state, wall)
    address = public_address(visit)
    if shown.get("pages") and address.reachable:
        shown["labels"] = [*shown["labels"], phone_label()]
    count = len(shown.get("labels", ()))
    return visit.render(
        "pages/projector.html",
        wall=wall,
        address=address,
        where=shown.pop("where", ""),
        at=min(max(page, 1), count or 1),
        # A code stands beside the clock unless many tables are listed there.
        corner=len(wall.out) <= MOST_BESIDE_CODE or len(wall.out) > MOST_TABLES,
        seconds=SECONDS_A_PAGE,
        until=wall.reading.target.isoformat() if wall.reading.target else "",
        **shown,
    )


def phone_label() -> str:
    """What the page with the address for phones is called."""
    return _("on your phone")


def _shown_of_stages(visit: Visit, wall: Any) -> tuple[Any, dict[str, Any]]:
    """What to show of an event with stages, and the clock that goes with it.

    All pairings of games that have not started, by name; then the clock of a stage that is being played; then
    the places over all stages; then what the stage that was played last shows.
    """
    from miai.web.pages.shared.pairings import by_name, name_order
    from miai.web.pages.shared.public_parts import current_parts, public_parts

    parts = current_parts(public_parts(visit.desk, visit.state))
    waiting = [part for part in parts if part.wall.out and not part.wall.started]
    if waiting:
        seats = sorted(
            (
                (seat, part.name or _("Main event"))
                for part in waiting
                for seat in by_name(part.event, part.rounds[-1])
            ),
            key=lambda each: name_order(each[0].player),
        )
        density = _density(len(seats))
        pages = _pages(seats, density)
        labels = [_letters([seat for seat, _where in each]) for each in pages]
        title = joined([_of_part(part.name, part.rounds[-1].number) for part in waiting])
        return waiting[0].wall, {
            "mode": "stages", "pages": pages, "labels": labels, "density": density, "who": _who(density),
            "title": title, "several": len(waiting) > 1,
        }  # fmt: skip
    playing = [part for part in parts if part.wall.out]
    if not playing and visit.tournament.tables_shown:
        return wall, _whole_standings(visit)
    if not parts:
        return wall, {"mode": "nothing"}
    part = (playing or parts)[0]
    return part.wall, {**shown_on_wall(visit.desk, part.state, part.wall), "where": part.name}


def _of_part(name: str, number: int) -> str:
    if not name:
        return _("Round %(number)s", number=number)
    return _("%(stage)s, round %(number)s", stage=name, number=number)


def _whole_standings(visit: Visit) -> dict[str, Any]:
    from miai.app.stages.whole import whole_standings

    whole = whole_standings(visit.tournament)
    density = _density(len(whole.rows))
    pages = _pages(whole.rows, density)
    return {
        "mode": "whole",
        "whole": whole,
        "pages": pages,
        "labels": [
            _("places %(first)s to %(last)s", first=each[0].place, last=each[-1].place) for each in pages
        ],
        "density": density,
        "who": _who(density),
    }


def shown_on_wall(desk: Desk, state: State, wall: "ProjectorState") -> dict[str, Any]:
    """What to show: nothing yet, names, the clock, that the round is over, or the standings."""
    from miai.app.event.set_clock import clock_of
    from miai.web.pages.shared.pairings import by_name
    from miai.web.pages.shared.thinking_time import short_overtime, thinking_time

    event = state.tournament
    if wall.drawn is None:
        return {"mode": "nothing"} if wall.table_after is None else _standings(desk, state, wall.table_after)
    if not wall.out and wall.table_after is not None and wall.table_after >= wall.drawn.number:
        return _standings(desk, state, wall.table_after)
    if wall.out and not wall.started and event.settings.by_teams:
        return _matches(event, wall.drawn)
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


def _matches(event: Tournament, drawn: Round) -> dict[str, Any]:
    """The matches of a team event, as many whole ones on a page as fit; a line has two names."""
    from miai.web.pages.shared.team_matches import resting_teams, shown_matches

    found = shown_matches(event, drawn)
    lines = event.settings.teams.size + 1
    density = next(
        (each for each in DENSITIES if len(found) <= PAGES_A_PASS * _matches_on(each, lines)), DENSITIES[-1]
    )
    size = _matches_on(density, lines)
    pages = [found[at : at + size] for at in range(0, len(found), size)]
    labels = [
        _("matches %(first)s to %(last)s", first=each[0].number, last=each[-1].number) for each in pages
    ]
    resting = resting_teams(event, drawn)
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


def _team_standings(desk: Desk, state: State, after: int) -> dict[str, Any]:
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.team_table import team_table

    table = team_table(desk, state, after=after)
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
        "seen": standings_view(desk, state.id, after=after),
        "density": density,
        "scores": table.columns[: 2 if density.columns == DENSITIES[0].columns else 1],
    }


def _standings(desk: Desk, state: State, after: int) -> dict[str, Any]:
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.wall_list import wall_list

    if state.tournament.settings.by_teams:
        return _team_standings(desk, state, after)
    table = wall_list(desk, state, after=after)
    density = _density(len(table.lines))
    pages = _pages(table.lines, density)
    labels = [
        _("places %(first)s to %(last)s", first=each[0].number, last=each[-1].number)
        for each in pages
        if each
    ]
    seen = standings_view(desk, state.id, after=after)
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
