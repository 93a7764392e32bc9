"""Overview: what is happening, and what needs the director."""

from starlette.responses import Response

from miai.features.congress.view.overview import show_overview
from miai.features.overview.published_tables import stage_tables_to_publish, tables_to_publish
from miai.features.overview.rail import page
from miai.features.overview.view.overview_page import overview_page
from miai.features.sign_up.waiting import waiting_of
from miai.server.request_context import Here, Visit
from miai.server.roles import Role


@page.get("/t/{id}")
def show(visit: Here) -> Response:
    """The hall, what needs the director, the leaders, the rounds, and what players see."""
    if visit.tournament.is_congress:
        return show_overview(visit, sign_ups=_waiting(visit))
    phones = sum(
        count
        for watcher, count in visit.app_state.hub.watchers(visit.id).items()
        if watcher.role is Role.PUBLIC
    )
    seen = overview_page(
        visit.state,
        visit.round,
        waiting=_waiting(visit),
        tables=tuple(tables_to_publish(visit.desk, visit.state)),
        stage_tables=tuple(stage_tables_to_publish(visit.desk, visit.state)),
    )
    return visit.render("overview/overview.html", page=seen, phones=phones)


def _waiting(visit: Visit) -> int:
    """How many signed up and wait for the director."""
    if visit.stage_id or not visit.is_director:
        return 0
    return len(waiting_of(visit.desk, visit.id))
