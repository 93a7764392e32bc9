"""Bonus points: what players earned outside their games."""

from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.domain.points import Quarters
from miai.domain.tournament import Tournament
from miai.messages import Message, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenBonus:
    """Points that a player earned in a round, and the entry of the history that gave them."""

    round: int
    player: Player
    points: Quarters
    entry: int | None = None

    @property
    def message(self) -> Message:
        """The bonus in a few words."""
        return Message(
            "%(name)s %(points)s in round %(round)s",
            name=self.player.name,
            points=Score(self.points),
            round=self.round,
        )


def bonuses(tournament: Tournament, *, after: int | None = None) -> tuple[GivenBonus, ...]:
    """All bonus points, or those up to a round."""
    players = {player.id: player for player in tournament.players}
    return tuple(
        GivenBonus(round=drawn.number, player=players[bonus.player], points=bonus.points)
        for drawn in tournament.rounds
        if after is None or drawn.number <= after
        for bonus in drawn.bonuses
        # Somebody who is in no draw may have been removed since.
        if bonus.player in players
    )
