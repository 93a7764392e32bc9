"""Private links by which players report their own results."""

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
    text = f"{tournament_id}\0{player}".encode()
    digest = hmac.new(_secret(desk), text, hashlib.sha256).digest()
    return urlsafe_b64encode(digest)[:_LENGTH].decode()


def player_of_token(desk: Desk, tournament_id: str, token: str) -> Player:
    """The player whose private link it is."""
    for player in desk.state(tournament_id).tournament.players:
        if hmac.compare_digest(player_token(desk, tournament_id, player.id), token):
            return player
    raise InputError(Message("this link belongs to nobody here: ask the director for yours"))


def _secret(desk: Desk) -> bytes:
    known = desk.store.value(_SECRET)
    if known is None:
        desk.store.set_value(_SECRET, secrets.token_hex(32))
        known = desk.store.value(_SECRET) or ""
    return bytes.fromhex(known)
