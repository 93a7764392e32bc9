"""The projector: pairings by name, then the clock, then the standings; it changes by itself."""

from starlette.responses import Response

from miai.features.congress.view.wall import show_wall
from miai.features.projector.view.density import SECONDS_A_PAGE, phone_label
from miai.features.projector.view.screens import screen_of
from miai.server.addresses import public_address
from miai.server.form_fields import AddressNumber
from miai.server.page import Page, everywhere
from miai.server.request_context import Here
from miai.server.roles import Role

page = Page("projector", suited=everywhere, need=Role.PUBLIC, phones=True)

# More tables than these are counted, not listed.
MOST_TABLES = 40
MOST_BESIDE_CODE = 24


@page.get("/p/{id}/wall")
def show(visit: Here, page: AddressNumber = 1) -> Response:
    """What the projector shows now; `page` is for browsers without scripts, which reload to turn it."""
    if visit.tournament.is_congress:
        return show_wall(visit, page)
    screen, address = screen_of(visit.desk, visit.state), public_address(visit)
    labels = screen.labels
    if screen.pages and address.reachable:
        labels = (*labels, phone_label())
    wall = screen.wall
    return visit.render(
        "projector/projector.html",
        screen=screen,
        wall=wall,
        labels=labels,
        address=address,
        at=min(max(page, 1), len(labels) or 1),
        # A code stands beside the clock unless many tables are listed there.
        corner=len(wall.out) <= MOST_BESIDE_CODE or len(wall.out) > MOST_TABLES,
        most=MOST_TABLES,
        seconds=SECONDS_A_PAGE,
        until=wall.reading.target.isoformat() if wall.reading.target else "",
    )
