"""Players as an operation answers that has written to them."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.desk.live_state import Saved
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.features.players.answer import LEFT_GAME
from miai.features.players.left_games import LeftGame, left_games
from miai.server.api.operations import (
    Call,
    Coded,
    WrittenAbout,
    written_about,
)


@dataclass(frozen=True, slots=True)
class AboutPlayers:
    """The players that a request was about, and the drawn games of those who no longer play in the round."""

    players: Sequence[Player]
    left: Sequence[LeftGame]


WRITTEN_PLAYERS: Shape[WrittenAbout[AboutPlayers]] = written_about(
    "WrittenPlayers",
    "What a request changed, the players that it was about, and the drawn games without a result of those who"
    " no longer play in the round.",
    Told("players", many(Coded(Player))),
    Told("left", many(LEFT_GAME)),
)
WRITTEN_WITHDRAWAL: Shape[WrittenAbout[AboutPlayers]] = written_about(
    "WrittenWithdrawal",
    "What a withdrawal changed, and the drawn games without a result that the player leaves.",
    Told("left", many(LEFT_GAME)),
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
    about = AboutPlayers(chosen, _left(call, saved))
    return call.written_about(WRITTEN_PLAYERS, saved, about, status=status)


def written_withdrawal(call: Call, saved: Saved) -> Response:
    """Answer with what a withdrawal saved, and the games that it leaves."""
    return call.written_about(WRITTEN_WITHDRAWAL, saved, AboutPlayers((), _left(call, saved)))


def _left(call: Call, saved: Saved) -> tuple[LeftGame, ...]:
    return tuple(left_games(call.tournament, saved.state.tournament))
