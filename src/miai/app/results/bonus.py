"""Bonus points: points that players earn outside their games (EPM's bonus tournaments)."""

from dataclasses import dataclass

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.domain.player import Player, PlayerId
from miai.domain.points import POINT, Quarters
from miai.domain.replay import apply
from miai.domain.round import Bonus
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message, Score

# More points than there are rounds would be a mistake.
_MOST_POINTS = 999


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


def give_bonus(
    desk: Desk, tournament_id: str, *, round: int, player: PlayerId, points: Quarters, by: str
) -> Saved:
    """Give a player points for a round that is drawn."""
    return desk.change(tournament_id, lambda state: [_given(state.tournament, round, player, points)], by=by)


def with_bonus(
    tournament: Tournament, *, round: int, player: PlayerId, points: Quarters
) -> tuple[Tournament, events.BonusGiven]:
    """The tournament with a bonus, and the change that it is."""
    given = _given(tournament, round, player, points)
    return apply(tournament, given), given


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


def bonuses_with_entries(state: State, number: int) -> tuple[GivenBonus, ...]:
    """The bonus points of a round, each with the entry that can be undone."""
    players = {player.id: player for player in state.tournament.players}
    found: list[GivenBonus] = []
    for entry in state.history.entries_of_draw(number):
        match entry.event:
            case events.BonusGiven(round=given, bonus=bonus) if given == number:
                player = players[bonus.player]
                found.append(GivenBonus(round=number, player=player, points=bonus.points, entry=entry.number))
    return tuple(found)


def _given(tournament: Tournament, number: int, player: PlayerId, points: Quarters) -> events.BonusGiven:
    tournament.player(player)
    tournament.drawn_round(number)
    if not 0 < abs(points) <= _MOST_POINTS * POINT:
        raise InputError(Message("a bonus of %(points)s points is not possible", points=Score(points)))
    return events.BonusGiven(round=number, bonus=Bonus(player=player, points=points))
