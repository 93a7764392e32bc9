"""The congress of a visit with all its events, and if the public sees its people."""

from typing import TYPE_CHECKING

from miai.features.congress.congress_state import whole_congress
from miai.server.request_context import Visit

if TYPE_CHECKING:
    from miai.features.congress.congress_state import WholeCongress


def whole_of(visit: Visit) -> "WholeCongress":
    """The congress as it is now, also after something was saved; any other tournament has no such page."""
    demand_congress_page(visit)
    return whole_congress(visit.desk, visit.id)


def shows_people(visit: Visit) -> bool:
    """The public sees who takes part as soon as one event has published something."""
    return any(part.tournament.shown or part.tournament.tables_shown for part in whole_of(visit).parts)


def demand_congress_page(visit: Visit) -> None:
    """Let the state be read, which refuses what the page does not suit."""
    _ = visit.state
