"""The list of tournaments."""

from collections.abc import Collection
from contextlib import suppress

from starlette.responses import Response

from miai.errors import InputError
from miai.features.congress.find_congress import congresses
from miai.features.stages.main_rounds import has_main_rounds
from miai.server.page import Page
from miai.server.page_frame import current_round, is_finished, is_shown, still_out
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import _all, latest_first, links
from miai.server.words.formatting import day_span
from miai.store.protocol import Listed

page = Page("tournaments", need=Role.PUBLIC)


@page.get("/")
def show(visit: Here) -> Response:
    """All tournaments for those who run them; for players those that show them something.

    An account sees those in which it has a role, and below them what everybody sees.
    """
    if visit.role is Role.PUBLIC and visit.account is None:
        public = visit.app_state.public_events.ids()
        shown = [each for each in latest_first(visit) if each.id in public]
        return visit.render("tournament/welcome.html", tournaments=shown)
    listed = latest_first(visit)
    known = {each.id for each in listed}
    within = _by_congress(visit, listed)
    inside = {event.id for events in within.values() for event in events}
    return visit.render(
        "tournament/tournaments.html",
        tournaments=[each for each in listed if not each.archived and each.id not in inside],
        within=within,
        archived=[each for each in listed if each.archived],
        links=links(visit, listed, current="/"),
        running=_running(visit, listed),
        when=day_span,
        findings=[each for each in visit.desk.findings if not each.behind] if visit.is_director else (),
        held=_held(visit, listed) if visit.is_director else (),
        others=_others(visit, known),
    )


def _running(visit: Visit, listed: list[Listed]) -> dict[str, object] | None:
    """The tournament that was changed last, if it is not over: where it is, for going on with it."""
    last = max((each for each in listed if not each.archived), key=lambda each: each.changed_at, default=None)
    if last is None:
        return None
    with suppress(InputError):
        event = visit.desk.state(last.id).tournament
        if event.final or not event.players or event.is_congress:
            return None
        if not has_main_rounds(event):
            return {"id": last.id, "name": event.name, "round": 0}
        number = current_round(event)
        drawn = event.round(number)
        if is_finished(drawn):
            return None
        out = still_out(drawn) if is_shown(event, number) else 0
        return {"id": last.id, "name": event.name, "round": number, "of": event.settings.rounds, "out": out}
    return None


def _held(visit: Visit, listed: list[Listed]) -> list[dict[str, object]]:
    """The names of the tournaments that lack entries of a copy, with the facts."""
    held = visit.desk.store.held
    return [{"name": each.name or each.id, "behind": held[each.id]} for each in listed if each.id in held]


def _others(visit: Visit, known: Collection[str]) -> list[Listed]:
    """The tournaments that the visitor sees as everybody does."""
    unknown = [each for each in _all(visit) if each.id not in known]
    public = visit.app_state.public_events.ids() if unknown else ()
    return [each for each in unknown if each.id in public]


def _by_congress(visit: Visit, listed: list[Listed]) -> dict[str, list[Listed]]:
    """The events of each congress in its order; a congress without events has none."""
    known = {str(each.id): each for each in listed}
    return {
        state.id: [
            known[event] for each in state.tournament.congress.events if (event := each.event) in known
        ]
        for state in congresses(visit.desk)
        if state.id in known
    }
