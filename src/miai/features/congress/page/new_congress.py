"""A new congress: a name, a place and its days; people and events come later."""

from starlette.responses import Response

from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.errors import InputError
from miai.features.congress.set_up import create_congress
from miai.server.form_fields import Text
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import tell

page = Page("new-congress", need=Role.ADMIN, accounts=True)


@page.get("/new/congress")
def show(visit: Here) -> Response:
    """Ask for the name, the place and the days."""
    return _form(visit, {"name": "", "place": "", "begin": "", "end": ""})


@page.post("/new/congress")
def create(visit: Here, name: Text = "", place: Text = "", begin: Text = "", end: Text = "") -> Response:
    """Create the congress and go on to its events."""
    try:
        visit.demand_may_create()
        state = create_congress(visit.desk, name=name, place=place, begin=begin, end=end, by=visit.by)
    except InputError as error:
        return _form(visit, {"name": name, "place": place, "begin": begin, "end": end}, error=error)
    visit.created(state)
    return visit.done(_("%(name)s is open", name=state.tournament.name), to=f"/t/{state.id}/events")


def _form(visit: Visit, form: dict[str, str], *, error: InputError | None = None) -> Response:
    return visit.render(
        "congress/new_congress.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        form=form,
        labels={name: tell(label) for name, label in DETAIL_LABELS.items()},
        links=links(visit, latest_first(visit), current="/new"),
    )
