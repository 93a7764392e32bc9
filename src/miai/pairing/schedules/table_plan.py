"""The plan of a table at which everybody moves on: seats, the turns of the rotation, and their order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.game import Colour
from miai.domain.player import Player
from miai.domain.tournament import Tournament
from miai.domain.wishes import WantedGame
from miai.kernel.matching import ABSENT
from miai.pairing.match import Blocked, match
from miai.pairing.schedules.bracket import Match, MatchId, Nobody, Side
from miai.pairing.schedules.wishes import Pair, pair_of

Seats = tuple[Player | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game of the rotation: two seats, and the colour of the upper one; without a lower seat it is free."""

    upper: int
    lower: int | None
    upper_colour: Colour


Turn = tuple[TableGame, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """Who sits where, every turn of the rotation, and the turn that each round plays.

    A seat without a player is free. In the first turn, seat i of the upper row meets seat i of the lower one.
    """

    seats: Seats
    turns: tuple[Turn, ...]
    order: tuple[int, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, by seat."""
        return tuple(player for player in self.seats if player)

    def seated(self, game: TableGame) -> tuple[Player | None, Player | None]:
        """Who sits in the two seats of a game."""
        return self.seats[game.upper], None if game.lower is None else self.seats[game.lower]

    def games_of(self, turn: int) -> Iterator[tuple[Player, Player]]:
        """Who meets in a turn, the upper row first."""
        for game in self.turns[turn]:
            upper, lower = self.seated(game)
            if upper and lower:
                yield upper, lower

    def games(self, number: int) -> Iterator[tuple[Player, Player]]:
        """Who meets in a round."""
        return self.games_of(self.order[number - 1])

    def matches(self, number: int) -> Iterator[Match]:
        """The matches of a round; those of two free seats are left out."""
        per_round = max((len(turn) for turn in self.turns), default=0)
        for table, game in enumerate(self.turns[self.order[number - 1]], start=1):
            upper, lower = self.seated(game)
            if upper or lower:
                yield Match(
                    id=MatchId((number - 1) * per_round + table),
                    round=number,
                    side=Side.TABLE,
                    upper=upper or Nobody(),
                    lower=lower or Nobody(),
                    upper_colour=game.upper_colour,
                    table=table,
                )


def first_plan(
    seats: Seats, turns: tuple[Turn, ...], wanted: Sequence[WantedGame], *, rows_stay: bool = False
) -> TablePlan:
    """The plan before round 1: players change seats where more games come when wanted or fewer are missed.

    With `rows_stay` nobody moves from the upper row to the lower one or back.
    """
    half = len(seats) // 2
    best = _ordered(seats, turns, wanted, {0: 0})
    value = _value(best, wanted)
    concerned = {player for game in wanted for player in (game.white, game.black)}
    concerned |= {player.id for player in seats if player and player.absent_rounds}
    while value < (len(wanted), 0):
        moving = [at for at, player in enumerate(best.seats) if player and player.id in concerned]
        swapped = [
            _ordered(_swapped(best.seats, at, other), turns, wanted, {0: 0})
            for at in moving
            for other in range(len(seats))
            if best.seats[other] and not (rows_stay and (at < half) != (other < half))
        ]
        better = max(swapped, key=lambda plan: _value(plan, wanted), default=best)
        if _value(better, wanted) <= value:
            break
        best, value = better, _value(better, wanted)
    return best


def plan_after(
    seats: Seats,
    turns: tuple[Turn, ...],
    tournament: Tournament,
    wanted: Sequence[WantedGame],
    *,
    before: int,
) -> TablePlan:
    """The plan when the rounds before some round are drawn: each has played the turn that it has most of."""
    usual = TablePlan(seats=seats, turns=turns, order=tuple(range(len(turns))))
    turn_of: dict[Pair, list[int]] = {}
    for at in range(len(turns)):
        for upper, lower in usual.games_of(at):
            turn_of.setdefault(pair_of(upper, lower), []).append(at)
    played: dict[int, int] = {}
    for number in range(1, min(before, len(turns) + 1)):
        unused = [at for at in range(len(turns)) if at not in played.values()]
        votes: Counter[int] = Counter()
        for board in tournament.round(number).boards:
            votes.update(turn_of.get(frozenset((board.white, board.black)), ()))
        own = number - 1
        # Round 1 gave the seats, so it is the first turn.
        played[own] = 0 if number == 1 else _most_played(unused, votes, own)
    later = [game for game in wanted if game.round >= before]
    return _ordered(seats, turns, later, played)


def _most_played(unused: Sequence[int], votes: Counter[int], own: int) -> int:
    """The turn that most boards of a round belong to, else the round's own."""
    return max(unused, key=lambda at: (votes[at], at == own, -at))


def _ordered(
    seats: Seats, turns: tuple[Turn, ...], wanted: Sequence[WantedGame], played: Mapping[int, int]
) -> TablePlan:
    """The plan with the turns that are left in the order that keeps most wanted games, else their own."""
    rounds = [at for at in range(len(turns)) if at not in played]
    left = [at for at in range(len(turns)) if at not in played.values()]
    plan = TablePlan(seats=seats, turns=turns, order=tuple(range(len(turns))))
    worth = {at: _worth(plan, at, wanted) for at in left} if wanted else {}
    order = dict(played) | dict(zip(rounds, left, strict=True))
    if any(worth[turn][at + 1] for turn in worth for at in rounds):
        order |= _best_order(rounds, left, worth)
    return replace(plan, order=tuple(order[at] for at in range(len(turns))))


def _best_order(rounds: list[int], left: list[int], worth: Mapping[int, Counter[int]]) -> dict[int, int]:
    """Which turn each round plays: most wanted games, then as many turns as possible in their own round."""
    n = len(rounds)
    costs = np.full((2 * n, 2 * n), ABSENT, np.int64)
    for i, at in enumerate(rounds):
        for j, turn in enumerate(left):
            costs[i, n + j] = costs[n + j, i] = -(n + 1) * worth[turn][at + 1] - (i == j)
    found = match(costs, np.zeros(2 * n, np.int64))
    pairs = () if isinstance(found, Blocked) else found.pairs
    return {rounds[i]: left[j - n] for i, j in pairs}


def _worth(plan: TablePlan, turn: int, wanted: Sequence[WantedGame]) -> Counter[int]:
    """How many wanted games a turn has, by the round that they are wanted in."""
    pairs = {pair_of(upper, lower) for upper, lower in plan.games_of(turn)}
    return Counter(game.round for game in wanted if frozenset((game.white, game.black)) in pairs)


def _value(plan: TablePlan, wanted: Sequence[WantedGame]) -> tuple[int, int]:
    """How many wanted games come when they are wanted, and, below zero, how many games will be missed."""
    rounds = {game.round for game in wanted if 1 <= game.round <= len(plan.order)}
    kept = sum(_worth(plan, plan.order[number - 1], wanted)[number] for number in rounds)
    absences = [player.absent_rounds for player in plan.players if player.absent_rounds]
    missed = sum(
        not (upper.attends(number) and lower.attends(number))
        for number in sorted(frozenset[int]().union(*absences))
        if 1 <= number <= len(plan.order)
        for upper, lower in plan.games(number)
    )
    return kept, -missed


def _swapped(seats: Seats, one: int, other: int) -> Seats:
    changed = list(seats)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
