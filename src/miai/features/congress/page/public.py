"""What everybody sees of a congress: its events, the timetable, and all games of a person."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.features.congress.timetable import timetable
from miai.features.congress.view.state import shows_people
from miai.features.congress.view.timetable import calendar_file
from miai.features.congress.views import person_view
from miai.server.page import Page, in_congress
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.words import gettext as _

page = Page("congress-public", suited=in_congress, need=Role.PUBLIC, phones=True)


@page.get("/p/{id}/timetable.ics")
def calendar(visit: Here) -> Response:
    """The timetable for the calendar of a phone."""
    name = visit.state.id
    return calendar_file(visit, timetable(visit.desk, visit.id), name)


@page.get("/p/{id}/player/{player}/timetable.ics")
def calendar_of_person(visit: Here, player: str) -> Response:
    """The rounds of one person for the calendar of their phone."""
    known = next((each for each in visit.tournament.players if each.id == player), None)
    if known is None or not shows_people(visit):
        raise HTTPException(404, _("there is no such player here"))
    view = person_view(visit.desk, visit.id, PlayerId(player), public=True)
    mine = [each.round for each in view.rounds if each.attendance is None or each.board]
    return calendar_file(visit, mine, f"{visit.state.id}-{known.id}")
