"""How much a server gives to each account and to each tournament; its operator sets it."""

from enum import Enum

from miai.domain.numbers import whole_or_none
from miai.errors import InputError
from miai.messages import counted
from miai.store.protocol import Store


class Quota(Enum):
    """What is limited, by the name under which the store keeps the limit."""

    TOURNAMENTS = "tournaments per account"
    PLAYERS = "players per tournament"


_DEFAULTS = {Quota.TOURNAMENTS: 50, Quota.PLAYERS: 10_000}


def limit_of(store: Store, quota: Quota) -> int:
    """The limit that counts on this server."""
    known = whole_or_none(store.value(quota.value) or "")
    return _DEFAULTS[quota] if known is None else known


def set_limit(store: Store, quota: Quota, limit: int) -> None:
    """Set a limit; what is above it already stays."""
    store.set_value(quota.value, str(limit))


def demand_room_for_players(store: Store, *, before: int, after: int) -> None:
    """Refuse more players than a tournament of this server can have."""
    if after <= before:
        return
    most = limit_of(store, Quota.PLAYERS)
    if after > most:
        raise InputError(
            counted(
                "a tournament can have %(num)s player on this server: ask the administrator",
                "a tournament can have %(num)s players on this server: ask the administrator",
                most,
            )
        )
