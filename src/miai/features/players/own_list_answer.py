"""What is told of the own list of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Field, Shape, many
from miai.features.players.own_list import OwnPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlayers:
    """Everybody who entered a tournament on this server, and if they are looked up."""

    used: bool
    players: Sequence[OwnPlayer]


_OWN_PLAYER: Shape[OwnPlayer] = Shape(
    "OwnPlayer",
    "Somebody who entered a tournament on this server.",
    (
        Field("key", str),
        Field("name", str, lambda own: own.player.name),
        Field("grade", str, lambda own: own.player.grade),
        Field("club", str, lambda own: own.player.club),
    ),
)


OWN_LIST: Shape[OwnPlayers] = Shape(
    "OwnPlayers",
    "The own list of players; `used` says that they are looked up.",
    (Field("used", bool), Field("players", many(_OWN_PLAYER))),
)
