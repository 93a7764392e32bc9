"""Players as an operation answers that has written to them."""

from collections.abc import Sequence

from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.desk.live_state import Saved
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.server.api.operations import (
    Call,
    Coded,
    WrittenAbout,
    written_about,
)

WRITTEN_PLAYERS: Shape[WrittenAbout[Sequence[Player]]] = written_about(
    "WrittenPlayers",
    "What a request changed, and the players that it was about.",
    Told("players", many(Coded(Player)), lambda players: players),
)


def written_players(call: Call, saved: Saved, *, status: int = 200) -> Response:
    """Answer with what was saved, and the players that it was about as they are then."""
    ids: set[PlayerId] = set()
    for entry in saved.entries:
        match entry.event:
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                ids.add(player.id)
            case events.PlayersChanged(players=players):
                ids.update(each.id for each in players)
    chosen = [each for each in saved.state.tournament.players if each.id in ids]
    return call.written_about(WRITTEN_PLAYERS, saved, chosen, status=status)
