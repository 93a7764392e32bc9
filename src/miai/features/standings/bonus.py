"""Bonus points: points that players earn outside their games (EPM's bonus tournaments)."""

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply
from miai.domain.people.player import PlayerId
from miai.domain.points import POINT, Quarters
from miai.domain.rounds.round import Bonus
from miai.domain.tournament import Tournament
from miai.engine.scoring.bonuses import GivenBonus
from miai.errors import InputError
from miai.messages import Message, Score

# More points than there are rounds would be a mistake.
_MOST_POINTS = 999


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


def bonuses_with_entries(state: State, number: int) -> tuple[GivenBonus, ...]:
    """The bonus points of a round, each with the entry that can be undone."""
    players = {player.id: player for player in state.tournament.players}
    found: list[GivenBonus] = []
    for entry in state.history.entries_of_draw(number):
        match entry.event:
            case events.BonusGiven(round=given, bonus=bonus) if given == number and bonus.player in players:
                player = players[bonus.player]
                found.append(GivenBonus(round=number, player=player, points=bonus.points, entry=entry.number))
    return tuple(found)


def _given(tournament: Tournament, number: int, player: PlayerId, points: Quarters) -> events.BonusGiven:
    tournament.player(player)
    tournament.drawn_round(number)
    if not 0 < abs(points) <= _MOST_POINTS * POINT:
        raise InputError(Message("a bonus of %(points)s points is not possible", points=Score(points)))
    return events.BonusGiven(round=number, bonus=Bonus(player=player, points=points))
