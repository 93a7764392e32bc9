"""Operations about the site of a club."""

from typing import Annotated

from fastapi import Body as Sent
from pydantic import Field
from starlette.responses import JSONResponse, Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.errors import Problem
from miai.features.club_site.answer import SENT
from miai.features.club_site.linked_site import link_site, linked_site, send, unlink_site
from miai.features.club_site.pull_players import Doubt, Pull, compare, pull_players
from miai.server.api.operations import Body, Here, Operations, WrittenAbout, written_about
from miai.server.api.problems import Refused

operations = Operations("club-site", "The site of a club that speaks Pairgoth's webhook contract.")


_FAULT: Shape[Problem] = Shape(
    "Fault",
    "One thing that is wrong, and where.",
    (Told("where", str, lambda problem: problem.where), Told("what", str, lambda problem: problem.what)),
)


_DOUBT: Shape[Doubt] = Shape(
    "DoubtfulPlayer",
    "A new player who perhaps is the one here with that id; sent as `same`, the key says so.",
    (
        Told("key", str),
        Told("name", str, lambda doubt: doubt.new.name),
        Told("player", str, lambda doubt: doubt.ours.id),
    ),
)


_PULLED: Shape[WrittenAbout[Pull]] = written_about(
    "PulledPlayers",
    """What a request changed, and what it did not.

    `refused` are players of the site who cannot be read; `blocked` are those drawn already in a round that
    the site took them out of; `missing` are those whom the site no longer has. The last two stay. Each new
    player who perhaps is one here was entered, unless `same` had the key.
    """,
    Told("refused", many(_FAULT)),
    Told("blocked", list[str], lambda pull: [each.old.id for each in pull.blocked]),
    Told("missing", list[str], lambda pull: [each.id for each in pull.missing]),
    Told("same_person", many(_DOUBT), lambda pull: pull.perhaps),
)


class ClubSiteBody(Body):
    """The site of a club that knows Pairgoth's webhooks; `by_itself` sends what is published."""

    url: str
    secret: str
    by_itself: bool = True


class Pulling(Body):
    """Keys of new players who are the same person as one here."""

    same: Annotated[list[str], Field(default_factory=list, max_length=5_000)]


class SendNow(Body):
    """What to send: the pairings, results or standings of a round."""

    what: str
    round: Annotated[int, Field(ge=0, le=999)]


@operations.put("/tournaments/{id}/club-site", None, whole=True, status=204)
def link_club_site(call: Here, site: ClubSiteBody) -> Response:
    """Link the tournament to the site of a club that knows Pairgoth's webhooks."""
    link_site(call.desk, call.state.id, url=site.url, secret=site.secret, by_itself=site.by_itself)
    call.app_state.club_sites.follow(call.state.id)
    return Response(status_code=204)


@operations.delete("/tournaments/{id}/club-site", None, whole=True, status=204)
def unlink_club_site(call: Here) -> Response:
    """Forget the site of the club and its secret."""
    unlink_site(call.desk, call.state.id)
    return Response(status_code=204)


@operations.post("/tournaments/{id}/club-site/players", _PULLED, whole=True)
def pull_players_of_club_site(
    call: Here, pulling: Annotated[Pulling, Sent(default_factory=Pulling)]
) -> Response:
    """Enter the players of the club's site, and change those who are here."""
    linked = linked_site(call.desk, call.state.id)
    if linked is None:
        raise Refused(404, "not-found", "the tournament is linked to no site")
    listed = linked.site.players(call.tournament.short_name)
    pull = compare(call.tournament, listed, pulling.same)
    saved = pull_players(call.desk, call.state.id, listed, by=call.by, same=pulling.same)
    return call.written_about(_PULLED, saved, pull)


@operations.post("/tournaments/{id}/club-site/send", SENT, whole=True)
def send_to_club_site(call: Here, what: SendNow) -> Response:
    """Send the pairings, results or standings of a round now."""
    if linked_site(call.desk, call.state.id) is None:
        raise Refused(404, "not-found", "the tournament is linked to no site")
    sent = send(call.desk, call.state.id, what.what, what.round)
    return JSONResponse(SENT.json(sent))
