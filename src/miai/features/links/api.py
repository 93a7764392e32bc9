"""Operations about private links."""

from starlette.responses import JSONResponse, Response

from miai.domain.people.player import PlayerId
from miai.features.links.answer import ISSUED_LINKS, REVOKED
from miai.features.links.player_links import issue_links as issue
from miai.features.links.player_links import revoke_links as revoke
from miai.server.api.operations import Body, Call, Here, Operations

operations = Operations("links", "Private links of players.")


class Links(Body):
    """Whose private links; everybody's if left out. `anew` replaces those that are valid."""

    players: list[str] | None = None
    anew: bool = False


@operations.post("/tournaments/{id}/links", ISSUED_LINKS, whole=True)
def issue_links(call: Here, which: Links) -> Response:
    """Issue private links; they are answered only this once."""
    found = issue(call.desk, call.state.id, _chosen(call, which), by=call.by, anew=which.anew)
    return JSONResponse(ISSUED_LINKS.json(found))


@operations.post("/tournaments/{id}/links/revoke", REVOKED, whole=True)
def revoke_links(call: Here, which: Links) -> Response:
    """Revoke private links."""
    return JSONResponse(REVOKED.json(revoke(call.desk, call.state.id, _chosen(call, which), by=call.by)))


def _chosen(call: Call, which: Links) -> list[PlayerId] | None:
    if which.players is None:
        return None
    return [call.tournament.player(PlayerId(each)).id for each in which.players]
