"""Publish: what players can see, and their addresses."""

from typing import Any

from starlette.responses import Response

from miai.domain.settings.egf_class import class_message
from miai.features.links.player_links import latest_links
from miai.features.publish.publish_round import (
    must_ask,
    publication,
    publish_round,
    publish_standings,
    published_message,
)
from miai.features.publish.rail import page
from miai.features.publish.view.published_items import pairings_shown_at
from miai.features.schedule.set_clock import clock_of, read_clock
from miai.features.standings.since_messages import since_messages
from miai.features.standings.since_published import table_since, whole_since
from miai.features.standings.standings_view import standings_view
from miai.features.verify.view.witnesses_now import witnesses_of
from miai.follow import witness
from miai.messages import Message
from miai.server.addresses import public_address
from miai.server.form_fields import Number, Text
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.serving.static_site.build import site_files
from miai.serving.static_site.folder import site_archive


@page.get("/t/{id}/publish")
def show(visit: Here) -> Response:
    """Everything that is or could be shown to players."""
    event = visit.tournament
    number = visit.frame.current
    clock = clock_of(event, number)
    watchers = visit.app_state.hub.watchers(visit.id)
    return visit.render(
        "publish/publish.html",
        pairings=_pairings(visit),
        tables=_tables(visit),
        whole=_of_whole(visit),
        address=public_address(visit),
        phones=sum(count for watcher, count in watchers.items() if watcher.role is Role.PUBLIC),
        number=number,
        clock=clock,
        reading=read_clock(clock),
        egf_class=class_message(event),
        witnesses=witnesses_of(visit),
        linked=sum(link.valid for link in latest_links(visit.desk, visit.id).values()),
    )


@page.post("/t/{id}/publish/witnesses", whole=True)
def witnesses_settled(visit: Here) -> Response:
    """Forget the witnesses that saw another history: the director knows the reason."""
    visit.app_state.phone_reports.settle(visit.event_id)
    if visit.app_state.hall:
        witness.settle(visit.app_state.hall, visit.event_id)
    return visit.done(_("Noted. Phones show it until the log has again what they saw"))


@page.get("/t/{id}/publish/site", whole=True)
def site(visit: Here) -> Response:
    """The public pages as files, in one archive, in the language of the reader."""
    return Response(
        site_archive(site_files(visit.desk, event=visit.id, language=visit.language)),
        media_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{visit.id}-pages.zip"'},
    )


@page.post("/t/{id}/publish/pairings")
def pairings(visit: Here, number: Number) -> Response:
    """Show the pairings of a round to players; a draw against the rules is confirmed first."""
    if must_ask(visit.desk, visit.state, number):
        return visit.done(to=visit.url("draw/publish", round=number))
    saved = publish_round(visit.desk, visit.id, round=number, by=visit.by)
    return visit.done(tell(published_message(saved, number)), saved=saved)


@page.post("/t/{id}/publish/standings")
def standings(visit: Here, after: Number, final: Text = "") -> Response:
    """Show the standings after a round to players."""
    saved = publish_standings(visit.desk, visit.id, after=after, final=bool(final), by=visit.by)
    said = (
        _("Final standings published")
        if final
        else _("Standings after round %(number)s published", number=after)
    )
    return visit.done(said, saved=saved)


def _pairings(visit: Visit) -> list[dict[str, Any]]:
    """Each drawn round: what players see of it and since when, and how many have another game now."""
    event = visit.tournament
    lines = []
    for drawn in reversed(event.rounds):
        seen = publication(event, drawn.number)
        at = pairings_shown_at(visit.state, drawn.number)
        lines.append({"round": drawn, "shown": seen.shown.value, "moved": len(seen.moved), "at": at})
    return lines


def _of_whole(visit: Visit) -> tuple[Message, ...]:
    """What has changed in the places over all stages since they were published."""
    since = whole_since(visit.desk, visit.state)
    return tuple(since_messages(since)) if since else ()


def _tables(visit: Visit) -> list[dict[str, Any]]:
    """The standings after each round: when they were published, and what has changed since."""
    event = visit.tournament
    return [
        {
            "after": drawn.number,
            "seen": standings_view(visit.desk, visit.id, after=drawn.number),
            "at": since.at if since else "",
            "since": tuple(since_messages(since)) if since else (),
            "last": drawn.number >= event.settings.rounds,
        }
        for drawn in reversed(event.rounds)
        for since in [table_since(visit.desk, visit.state, drawn.number)]
        if any(board.result.known for board in drawn.boards)
    ]
