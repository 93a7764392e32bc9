"""Overview: what is happening, and what needs the director."""

from starlette.responses import Response

from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role
from miai.web.words import mark

page = Page("overview", title=mark("Overview"), icon="home", letter="o", main=True, need=Role.DESK)


@page.get("/t/{id}")
def show(visit: Here) -> Response:
    """The hall, what needs the director, the leaders, the rounds, and what players see."""
    from miai.web.pages.overview.view import overview_page

    phones = sum(
        count
        for watcher, count in visit.app_state.hub.watchers(visit.id).items()
        if watcher.role is Role.PUBLIC
    )
    return visit.render("pages/overview.html", page=overview_page(visit.state, visit.round), phones=phones)
