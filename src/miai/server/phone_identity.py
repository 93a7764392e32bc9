"""The player that a phone belongs to: a signed cookie, set by a private link or by choosing a name.

In an event with stages it is the same player in all of them.
"""

from miai.domain.people.player import Player
from miai.errors import InputError
from miai.features.links.player_links import player_of_token, read_token
from miai.server.request_context import Visit

_PURPOSE = "whose phone"


def player_of_phone(visit: Visit) -> Player | None:
    """The player that this phone belongs to, if that is known."""
    held = None if visit.shared else _held(visit)
    return next((player for player in visit.tournament.players if held and player.id == held[1]), None)


def private_token(visit: Visit) -> str:
    """The token of the private link that was opened on this phone; a chosen name has none."""
    held = _held(visit)
    return held[2] if held else ""


def congress_token(visit: Visit) -> str:
    """The token of the link of the congress of this event, if the phone has one that holds here."""
    held = _held_for(visit, visit.congress.id) if visit.congress else None
    if not held or not held[2]:
        return ""
    try:
        player_of_token(visit.desk, visit.event_id, held[2])
    except InputError:
        return ""
    return held[2]


def remember(visit: Visit, player: Player, *, token: str = "") -> None:
    """Remember the player in a cookie."""
    wanted = [visit.event_id, player.id, token]
    if _held(visit) != wanted:
        visit.keep(_name(visit.event_id), visit.app_state.signer.write(_PURPOSE, wanted))


def forget(visit: Visit) -> None:
    """Remove the cookie."""
    visit.keep(_name(visit.event_id), "")


def forget_link(visit: Visit) -> None:
    """Remove the cookie of a phone that holds the private link of this address."""
    if visit.id and private_token(visit) == read_token(visit.request.path_params.get("token", "")):
        forget(visit)


def _held(visit: Visit) -> list[str] | None:
    return _held_for(visit, visit.event_id)


def _held_for(visit: Visit, event_id: str) -> list[str] | None:
    held = visit.app_state.signer.read(_PURPOSE, visit.request.state.cookies.get(_name(event_id)))
    return held if held and held[0] == event_id else None


def _name(event_id: str) -> str:
    return f"miai_me_{event_id}"
