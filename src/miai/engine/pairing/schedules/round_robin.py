"""Everybody meets everybody: the rotation of a long table (document 1, section 3.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, overload

from miai.domain.people.player import Player
from miai.domain.rounds.game import Colour
from miai.engine.pairing.schedules.table import TableSchedule
from miai.engine.pairing.schedules.table_plan import Seats, TableGame, Turn, Turns
from miai.errors import InputError
from miai.messages import Message, counted

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin(TableSchedule):
    """A round robin, played once or several times.

    Everybody who is entered is in the table, also who misses a round: that game is missed and can be made up.
    """

    key: ClassVar[str] = "round_robin"
    title: ClassVar[str] = "round robin"
    times: int = 1

    def __post_init__(self) -> None:
        if self.times < 1:
            raise InputError(
                Message("a round robin is played at least once, not %(times)s times", times=self.times)
            )

    def seats_for(self, order: Sequence[Player]) -> Seats:
        """The first half opposite the second; an odd field has one free seat, the last."""
        return (*order, None) if len(order) % 2 else tuple(order)

    def turns_for(self, seats: Seats) -> Turns:
        """N-1 turns for N seats, as often as it is played."""
        return _RotationTurns(sum(player is not None for player in seats), self.times)

    def no_round(self, turns: int, number: int) -> Message:
        """That there is no such round."""
        return counted(
            "this round robin has %(num)s round: there is no round %(round)s",
            "this round robin has %(num)s rounds: there is no round %(round)s",
            turns,
            round=number,
        )


class _RotationTurns(Sequence[Turn]):
    """The turns of a round robin, each worked out when it is asked for."""

    def __init__(self, players: int, times: int) -> None:
        self._players = players
        self._turns = times * (players + players % 2 - 1) if players else 0

    def __len__(self) -> int:
        return self._turns

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Turn]: ...
    def __getitem__(self, index: int | slice) -> Turn | Sequence[Turn]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._turns))]
        if not 0 <= index < self._turns:
            raise IndexError(index)
        return tuple(
            TableGame(upper=upper, lower=lower, upper_colour=colour)
            for (upper, lower), colour in seats(self._players, index + 1)
        )


def seats(players: int, number: int) -> list[tuple[Pair, Colour]]:
    """Upper and lower seat of every table in a round, players counted from 0, and the upper row's colour.

    With an odd field the last seat is the dummy's.
    """
    size = players + players % 2
    cycle, turn = divmod(number - 1, size - 1)
    pairs = _row_by_row(size, turn)
    turned = _turned(players)
    result = []
    for upper, lower in pairs:
        # Document 1: the upper row plays the first round with Black, and then alternating.
        black = (turn % 2 == 0) ^ ((upper, lower) in turned) ^ (cycle % 2 == 1)
        result.append(((upper, lower), Colour.BLACK if black else Colour.WHITE))
    return result


def _row_by_row(size: int, turn: int) -> list[Pair]:
    """Player 0 stays put; the others move to the seat on their left, skipping player 0, once a turn."""
    half = size // 2
    # The ring of seats: opposite player 0, along the upper row, and back along the lower.
    ring = [half, *range(1, half), *range(size - 1, half, -1)]
    now = [ring[(seat - turn) % len(ring)] for seat in range(len(ring))]
    upper = [0, *now[1:half]]
    lower = [now[0], *reversed(now[half:])]
    return list(zip(upper, lower, strict=True))


@cache
def _turned(players: int) -> frozenset[Pair]:
    """The games, upper seat first, whose colours are turned so that nobody has one colour too often.

    The rows' alternation alone gives some players of every table three games more with one colour than with
    the other; the first round stays as the document has it.
    """
    size = players + players % 2
    black = [[False] * players for _ in range(players)]
    rounds = [[0] * players for _ in range(players)]
    planned: dict[frozenset[int], Pair] = {}
    for turn in range(size - 1):
        for upper, lower in _row_by_row(size, turn):
            if max(upper, lower) < players:
                planned[frozenset((upper, lower))] = (upper, lower)
                rounds[upper][lower] = rounds[lower][upper] = turn
                black[upper][lower], black[lower][upper] = turn % 2 == 0, turn % 2 == 1
    turned: set[Pair] = set()
    surplus = [2 * sum(row) - (players - 1) for row in black]
    while players and max(surplus) - min(surplus) > 2:
        giving, taking = surplus.index(max(surplus)), surplus.index(min(surplus))
        for one, other in _way(black, rounds, giving, taking):
            black[one][other], black[other][one] = False, True
            turned ^= {planned[frozenset((one, other))]}
        surplus[giving] -= 2
        surplus[taking] += 2
    return frozenset(turned)


def _way(black: list[list[bool]], rounds: list[list[int]], giving: int, taking: int) -> list[Pair]:
    """One game, or two by way of a third player, each with Black against the next; late ones first."""
    if black[giving][taking] and rounds[giving][taking]:
        return [(giving, taking)]
    through = [
        third
        for third in range(len(black))
        if black[giving][third] and black[third][taking] and rounds[giving][third] and rounds[third][taking]
    ]
    latest = max(through, key=lambda third: min(rounds[giving][third], rounds[third][taking]))
    return [(giving, latest), (latest, taking)]
