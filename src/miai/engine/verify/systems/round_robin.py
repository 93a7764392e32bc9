"""Round robin: the long table of document 1, section 3.1, where one player stays and the others move on."""

from collections.abc import Sequence

from miai.domain.people.player import Player
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.systems.rotation import SeatGame, Seats, Turn, rotation_draw
from miai.engine.verify.systems.seating import OwnDraw

Pair = tuple[int, int]


def round_robin(draw: DrawInLog) -> OwnDraw:
    """The games of a round of the table."""
    return rotation_draw(draw, RoundRobin())


class RoundRobin:
    """The rotation of a round robin; an odd field has a free seat, the last one."""

    def seats(self, order: Sequence[Player]) -> Seats:
        """The first half opposite the second."""
        return [*order, None] if len(order) % 2 else list(order)

    def turns(self, seats: Seats) -> list[Turn]:
        """One turn less than there are seats."""
        players = len([each for each in seats if each])
        rows = _rows(len(seats))
        changed = _changed_colours(rows, players)
        return [
            [
                SeatGame(upper, lower, upper_is_black=(turn % 2 == 0) != ((upper, lower) in changed))
                for upper, lower in pairs
            ]
            for turn, pairs in enumerate(rows)
        ]

    def upper_first(
        self, games: list[tuple[Player, Player]], players: Sequence[Player]
    ) -> list[tuple[Player, Player]]:
        """Black is in the upper row in round 1."""
        return games


def _rows(size: int) -> list[list[Pair]]:
    """ "Player 1 stays put; other players move to the seat on their left, skipping player 1"."""
    upper, lower = list(range(size // 2)), list(range(size // 2, size))
    found = []
    for _ in range(size - 1):
        found.append(list(zip(upper, lower, strict=True)))
        if size > 2:
            upper, lower = [upper[0], lower[0], *upper[1:-1]], [*lower[1:], upper[-1]]
    return found


def _changed_colours(rows: list[list[Pair]], players: int) -> set[Pair]:
    """The games whose colours are not those of their row, so that nobody has one colour too often.

    As long as two players are more than two games apart, the first of those with most blacks over whites
    gives a Black to the first of those with fewest: in their game, else by way of the third player with whom
    both games are latest. The colours of round 1 stay.
    """
    has_black: dict[Pair, int] = {}
    for turn, pairs in enumerate(rows):
        for upper, lower in pairs:
            if max(upper, lower) < players:
                has_black[(upper, lower) if turn % 2 == 0 else (lower, upper)] = turn
    own = {pair for pairs in rows for pair in pairs}
    over = [0] * players
    for black, white in has_black:
        over[black] += 1
        over[white] -= 1
    changed: set[Pair] = set()
    while players and max(over) - min(over) > 2:
        giving, taking = over.index(max(over)), over.index(min(over))
        for black, white in _way(has_black, giving, taking, players):
            has_black[white, black] = has_black.pop((black, white))
            changed ^= {(black, white) if (black, white) in own else (white, black)}
        over[giving] -= 2
        over[taking] += 2
    return changed


def _way(has_black: dict[Pair, int], giving: int, taking: int, players: int) -> list[Pair]:
    if has_black.get((giving, taking)):
        return [(giving, taking)]
    latest, through = 0, giving
    for third in range(players):
        both = min(has_black.get((giving, third), 0), has_black.get((third, taking), 0))
        if both > latest:
            latest, through = both, third
    return [(giving, through), (through, taking)]
