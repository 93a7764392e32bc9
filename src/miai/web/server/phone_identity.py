"""The player that a phone belongs to: a signed cookie, set by a private link or by choosing a name."""

from miai.domain.player import Player
from miai.web.server.request_context import Visit

_PURPOSE = "whose phone"


def player_of_phone(visit: Visit) -> Player | None:
    """The player that this phone belongs to, if that is known."""
    held = _held(visit)
    return next((player for player in visit.tournament.players if held and player.id == held[1]), None)


def private_token(visit: Visit) -> str:
    """The private link that was opened on this phone; a chosen name has none."""
    held = _held(visit)
    return held[2] if held else ""


def remember(visit: Visit, player: Player, *, token: str = "") -> None:
    """Remember the player in a cookie."""
    wanted = [visit.id, player.id, token]
    if _held(visit) != wanted:
        visit.keep(_name(visit), visit.app_state.signer.write(_PURPOSE, wanted))


def forget(visit: Visit) -> None:
    """Remove the cookie."""
    visit.keep(_name(visit), "")


def _held(visit: Visit) -> list[str] | None:
    held = visit.app_state.signer.read(_PURPOSE, visit.request.state.cookies.get(_name(visit)))
    return held if held and held[0] == visit.id else None


def _name(visit: Visit) -> str:
    return f"miai_me_{visit.id}"
