"""Rating changes: what the games so far do to every player's rating."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.engine.rating import SYSTEMS
from miai.features.ratings.rail import page
from miai.features.ratings.rate import own_rating_system, rate_tournament
from miai.features.ratings.rating_file import rating_file
from miai.server.downloads import table_download
from miai.server.request_context import Here, Visit
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from miai.features.ratings.table import RatedTournament


def _systems() -> tuple[str, ...]:
    """What can be chosen: the federations of today, and what plug-ins add."""
    return ("egf", "aga", *SYSTEMS.added)


@page.get("/t/{id}/ratings")
def show(visit: Here, by: str = "") -> Response:
    """Old rating, change and new rating of every player, by the rules of the event's own federation."""
    rated = _rated(visit, by)
    return visit.render(
        "ratings/ratings.html",
        rated=rated,
        table=rating_file(rated, tell),
        systems=[(key.upper(), None, visit.here(by=key), key == rated.system) for key in _systems()],
        games=any(each.change.games for each in rated.rated),
        played=visit.tournament.rounds_played,
        assumed=_legend(rated),
    )


@page.get("/t/{id}/ratings/file")
def download(visit: Here, by: str = "") -> Response:
    """The same table for a spreadsheet."""
    rated = _rated(visit, by)
    return table_download(rating_file(rated, tell), f"{visit.id}-ratings-{rated.system}", to="csv")


def _legend(rated: "RatedTournament") -> str:
    """What the star beside an old rating means; nothing where no rating has one."""
    count = sum(each.assumed_from is not None for each in rated.rated)
    if not count:
        return ""
    if rated.system == "aga":
        return ngettext(
            "* %(num)s player has no AGA rating: the EGF rating or the grade stands in.",
            "* %(num)s players have no AGA rating: the EGF rating or the grade stands in.",
            count,
        )
    return ngettext(
        "* %(num)s player has no rating: it is assumed from the grade.",
        "* %(num)s players have no rating: it is assumed from the grade.",
        count,
    )


def _rated(visit: Visit, by: str) -> "RatedTournament":
    system = by if by in _systems() else own_rating_system(visit.tournament.settings)
    return visit.desk.recall(
        visit.state, ("ratings", system), lambda: rate_tournament(visit.tournament, system=system)
    )
