"""The plan of a table at which everybody moves on: seats, the turns of the rotation, and their order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from miai.domain.people.player import Player
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.rounds.game import Colour
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.schedules.bracket import Match, MatchId, Nobody, Side
from miai.engine.pairing.schedules.wishes import Pair, pair_of

Seats = tuple[Player | None, ...]

# In a larger field nobody changes seats for wanted games.
_MOST_SEATS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game of the rotation: two seats, and the colour of the upper one; without a lower seat it is free."""

    upper: int
    lower: int | None
    upper_colour: Colour


Turn = tuple[TableGame, ...]
# All turns; they may be worked out one by one.
Turns = Sequence[Turn]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """Who sits where, every turn of the rotation, and the turn that each round plays.

    A seat without a player is free. In the first turn, seat i of the upper row meets seat i of the lower one.
    """

    seats: Seats
    turns: Turns
    order: tuple[int, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, by seat."""
        return tuple(player for player in self.seats if player)

    def seated(self, game: TableGame) -> tuple[Player | None, Player | None]:
        """Who sits in the two seats of a game."""
        return self.seats[game.upper], None if game.lower is None else self.seats[game.lower]

    def games(self, number: int) -> Iterator[tuple[Player, Player]]:
        """Who meets in a round, the upper row first."""
        for game in self.turns[self.order[number - 1]]:
            upper, lower = self.seated(game)
            if upper and lower:
                yield upper, lower

    def matches(self, number: int, *, first: int) -> Iterator[Match]:
        """The matches of a round, numbered from `first`; those of two free seats are left out."""
        for table, game in enumerate(self.turns[self.order[number - 1]], start=1):
            upper, lower = self.seated(game)
            if upper or lower:
                yield Match(
                    id=MatchId(first),
                    round=number,
                    side=Side.TABLE,
                    upper=upper or Nobody(),
                    lower=lower or Nobody(),
                    upper_colour=game.upper_colour,
                    table=table,
                )
                first += 1


def usual_plan(seats: Seats, turns: Turns) -> TablePlan:
    """The plan in which every round plays its own turn."""
    return TablePlan(seats=seats, turns=turns, order=tuple(range(len(turns))))


def first_plan(
    seats: Seats, turns: Turns, wanted: Sequence[WantedGame], *, rows_stay: bool = False
) -> TablePlan:
    """The plan before round 1: players change seats where that is needed for games to come when wanted.

    With `rows_stay` nobody moves from the upper row to the lower one or back.
    """
    wishes = _TurnsWanted(turns, wanted)
    if len(seats) <= _MOST_SEATS:
        seats = _seats_for_wishes(seats, wishes, rows_stay=rows_stay)
    return replace(usual_plan(seats, turns), order=wishes.order(seats, {0: 0}))


def plan_after(
    seats: Seats, turns: Turns, tournament: Tournament, wanted: Sequence[WantedGame], *, before: int
) -> TablePlan:
    """The plan when the rounds before some round are drawn: each has played the turn that it has most of."""
    plan = usual_plan(seats, turns)
    finder = _TurnFinder(plan)
    played: dict[int, int] = {}
    for number in range(1, min(before, len(turns) + 1)):
        boards = {frozenset((board.white, board.black)) for board in tournament.round(number).boards}
        unused = [at for at in range(len(turns)) if at not in played.values()]
        # Round 1 gave the seats, so it is the first turn.
        played[number - 1] = 0 if number == 1 else finder.most_played(boards, unused, own=number - 1)
    later = [game for game in wanted if game.round >= before]
    return replace(plan, order=_TurnsWanted(turns, later).order(seats, played))


class _TurnFinder:
    """Finds the turn that a drawn round has played."""

    def __init__(self, plan: TablePlan) -> None:
        self._plan = plan

    @cached_property
    def _turns_of(self) -> dict[Pair, list[int]]:
        found: dict[Pair, list[int]] = {}
        for at in range(len(self._plan.turns)):
            for upper, lower in self._plan.games(at + 1):
                found.setdefault(pair_of(upper, lower), []).append(at)
        return found

    def most_played(self, boards: set[Pair], unused: Sequence[int], *, own: int) -> int:
        """The turn that most boards of a round belong to, else the round's own."""
        if own in unused and boards <= {pair_of(*pair) for pair in self._plan.games(own + 1)}:
            return own
        votes = Counter(at for pair in boards for at in self._turns_of.get(pair, ()))
        return max(unused, key=lambda at: (votes[at], at == own, -at))


class _TurnsWanted:
    """Which turns have the games that the director wants, and the order of turns that keeps most of them."""

    def __init__(self, turns: Turns, wanted: Sequence[WantedGame]) -> None:
        self._turns = turns
        self.wanted = tuple(game for game in wanted if 1 <= game.round <= len(turns))

    @cached_property
    def _turns_of(self) -> dict[frozenset[int], list[int]]:
        found: dict[frozenset[int], list[int]] = {}
        for at, turn in enumerate(self._turns):
            for game in turn:
                if game.lower is not None:
                    found.setdefault(frozenset((game.upper, game.lower)), []).append(at)
        return found

    def _worth(self, seats: Seats) -> dict[int, Counter[int]]:
        """How many wanted games each turn has, by the round that they are wanted in."""
        seat_of = {player.id: at for at, player in enumerate(seats) if player}
        worth: dict[int, Counter[int]] = {}
        for game in self.wanted:
            if game.white in seat_of and game.black in seat_of:
                pair = frozenset((seat_of[game.white], seat_of[game.black]))
                for at in self._turns_of.get(pair, ()):
                    worth.setdefault(at, Counter())[game.round] += 1
        return worth

    def kept(self, seats: Seats) -> int:
        """How many wanted games can come when they are wanted, round after round with the best turn left."""
        if not self.wanted:
            return 0
        worth = self._worth(seats)
        kept = worth[0][1] if 0 in worth else 0
        left = set(worth) - {0}
        for number in sorted({game.round for game in self.wanted} - {1}):
            best = max(sorted(left), key=lambda at: worth[at][number], default=None)
            if best is not None and worth[best][number]:
                kept += worth[best][number]
                left.remove(best)
        return kept

    def order(self, seats: Seats, played: Mapping[int, int]) -> tuple[int, ...]:
        """The turn of each round: those played, then most wanted games, then as many in their own round."""
        rounds = [at for at in range(len(self._turns)) if at not in played]
        left = [at for at in range(len(self._turns)) if at not in played.values()]
        order = dict(played) | dict(zip(rounds, left, strict=True))
        worth = self._worth(seats) if self.wanted else {}
        if any(worth[turn][at + 1] for turn in left if turn in worth for at in rounds):
            order |= _best_order(rounds, left, worth)
        return tuple(order[at] for at in range(len(self._turns)))


def _best_order(rounds: list[int], left: list[int], worth: Mapping[int, Counter[int]]) -> dict[int, int]:
    n = len(rounds)
    costs = np.full((2 * n, 2 * n), ABSENT, np.int64)
    for i, at in enumerate(rounds):
        for j, turn in enumerate(left):
            wanted = worth[turn][at + 1] if turn in worth else 0
            costs[i, n + j] = costs[n + j, i] = -(n + 1) * wanted - (i == j)
    found = match(costs, np.zeros(2 * n, np.int64))
    pairs = () if isinstance(found, Blocked) else found.pairs
    return {rounds[i]: left[j - n] for i, j in pairs}


def _seats_for_wishes(seats: Seats, wishes: _TurnsWanted, *, rows_stay: bool) -> Seats:
    """The seats with which most wanted games come in time, by the swaps that help most."""
    concerned = {player for game in wishes.wanted for player in (game.white, game.black)}
    half = len(seats) // 2
    kept = wishes.kept(seats)
    while kept < len(wishes.wanted):
        swapped = [
            _swapped(seats, one, other)
            for one, player in enumerate(seats)
            if player and player.id in concerned
            for other in range(len(seats))
            if seats[other] and not (rows_stay and (one < half) != (other < half))
        ]
        best = max(swapped, key=wishes.kept, default=seats)
        if wishes.kept(best) <= kept:
            break
        seats, kept = best, wishes.kept(best)
    return seats


def _swapped(seats: Seats, one: int, other: int) -> Seats:
    changed = list(seats)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
