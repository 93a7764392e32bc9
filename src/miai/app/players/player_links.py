"""Private links by which players report their own results; they end with their tournament."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

from miai.app.desk import Desk
from miai.domain.player import Player, PlayerId
from miai.errors import InputError
from miai.messages import Message

_SECRET = "player-links"  # noqa: S105 - the name under which the store keeps it
_LENGTH = 12


def player_token(desk: Desk, tournament_id: str, player: PlayerId) -> str:
    """The secret part of a player's private link."""
    return _token(_secret(desk), desk.state(tournament_id).history.identity, player)


def player_of_token(desk: Desk, tournament_id: str, token: str) -> Player:
    """The player whose private link it is."""
    secret, state = _secret(desk), desk.state(tournament_id)
    for player in state.tournament.players:
        own = _token(secret, state.history.identity, player.id)
        if hmac.compare_digest(own.encode(), token.encode()):
            return player
    raise InputError(Message("this link belongs to nobody here: ask the director for yours"))


def _token(secret: bytes, identity: str, player: PlayerId) -> str:
    # By the identity, not by the id: another tournament may have the id later.
    digest = hmac.new(secret, f"{identity}\0{player}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest)[:_LENGTH].decode()


def _secret(desk: Desk) -> bytes:
    known = desk.store.value(_SECRET)
    return bytes.fromhex(known or desk.store.first_value(_SECRET, secrets.token_hex(32)))
