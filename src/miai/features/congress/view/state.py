"""The congress of a visit with all its events."""

from typing import TYPE_CHECKING

from miai.server.request_context import Visit

if TYPE_CHECKING:
    from miai.features.congress.congress_state import WholeCongress


def whole_of(visit: Visit) -> "WholeCongress":
    """The congress as it is now, also after something was saved; any other tournament has no such page."""
    from miai.features.congress.congress_state import whole_congress

    demand_congress_page(visit)
    return whole_congress(visit.desk, visit.id)


def demand_congress_page(visit: Visit) -> None:
    """Let the state be read, which refuses what the page does not suit."""
    _ = visit.state
