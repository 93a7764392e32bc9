"""Final places of a schedule."""

from itertools import groupby

from miai.domain.people.player import Player, PlayerId
from miai.engine.pairing.schedules.bracket import Bracket, MatchOutcome, Side

_SCORES = {
    MatchOutcome.UPPER_WON: (2, 0),
    MatchOutcome.LOWER_WON: (0, 2),
    MatchOutcome.JIGO: (1, 1),
    MatchOutcome.BOTH_LOST: (0, 0),
    MatchOutcome.BOTH_WON: (2, 2),
}


def placing(bracket: Bracket) -> list[list[Player]]:
    """The players by place, those who share one together.

    A knock-out places by the round in which somebody went out; while it lasts, those still in share the
    first place. A round robin places by points, and knows no way to part those who have as many.
    """
    keys = _by_points(bracket) if bracket.out_after is None else _by_exit(bracket)
    ordered = sorted(bracket.entrants, key=lambda player: keys[player.id])
    return [list(group) for _, group in groupby(ordered, key=lambda player: keys[player.id])]


def _by_points(bracket: Bracket) -> dict[PlayerId, tuple[int, ...]]:
    points = dict.fromkeys((player.id for player in bracket.entrants), 0)
    for match in bracket.matches:
        # A free seat is worth nothing here: everybody has it equally often.
        if match.pair and match.ending and not match.not_played:
            for player, score in zip(match.pair, _SCORES[match.ending.outcome], strict=True):
                points[player.id] += score
    return {player: (-score,) for player, score in points.items()}


def _by_exit(bracket: Bracket) -> dict[PlayerId, tuple[int, ...]]:
    losses = bracket.losses()
    champion = bracket.champion
    third = next((match.winner for match in bracket.matches if match.side is Side.THIRD_PLACE), None)
    last_loss: dict[PlayerId, int] = {}
    for match in bracket.matches:
        for player in match.beaten if match.side is not Side.THIRD_PLACE else ():
            last_loss[player.id] = match.round

    def key(player: Player) -> tuple[int, ...]:
        still_in = not champion and losses[player.id] < (bracket.out_after or 0)
        if player == champion or still_in:
            return (0, 0, 0)
        return (1, -last_loss.get(player.id, 0), player != third)

    return {player.id: key(player) for player in bracket.entrants}
