"""Everybody meets everybody: the rotation of a long table (document 1, section 3.1)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from miai.domain.game import Colour
from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.system_names import SYSTEM_NAMES
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message, counted
from miai.pairing.analysis import RedrawnRound
from miai.pairing.protocol import Draw, RoundView
from miai.pairing.schedules.bracket import Bracket, Match, MatchId, Nobody, Side, bracket_of
from miai.pairing.schedules.drawing import draw_from
from miai.pairing.schedules.field import demand_anybody, demand_fit, entrants_of, free_in, in_order, seat_of
from miai.pairing.schedules.planned import PLANNED, planned_round
from miai.pairing.schedules.played import played_back
from miai.pairing.system import Abilities

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin:
    """Everybody meets everybody once, or several times with colours reversed every other time.

    Players take their seats by rating, or by lot where it is `drawn`.
    """

    key: ClassVar[str] = "round_robin"
    title: ClassVar[str] = "round robin"
    name: ClassVar[Message] = SYSTEM_NAMES["round_robin"]
    how: ClassVar[Message] = PLANNED
    abilities: ClassVar[Abilities] = Abilities(plans_rounds=True)
    times: int = 1
    drawn: bool = False

    def __post_init__(self) -> None:
        if self.times < 1:
            raise InputError(
                Message("a round robin is played at least once, not %(times)s times", times=self.times)
            )

    def rounds_for(self, players: int) -> int:
        """How many rounds that many players need."""
        return self.times * (players + players % 2 - 1) if players else 0

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every round of the table."""
        order = in_order(entrants, drawn=self.drawn, seed=seed)
        return self._bracket(order, range(1, self.rounds_for(len(order)) + 1))

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """Every round of the table, with the results of the rounds played."""
        order, _ = self._order(tournament, recall=after > 0, seed=seed)
        plan = self._bracket(order, range(1, self.rounds_for(len(order)) + 1))
        return played_back(plan, tournament, after=after).bracket

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The boards of one round of the table; earlier results do not matter."""
        order, problems = self._order(tournament, recall=round > 1, seed=seed)
        last = self.rounds_for(len(order))
        demand_anybody(order, round)
        if not 1 <= round <= last:
            raise InputError(
                counted(
                    "this round robin has %(num)s round: there is no round %(round)s",
                    "this round robin has %(num)s rounds: there is no round %(round)s",
                    last,
                    round=round,
                )
            )
        bracket = self._bracket(order, [round])
        met = self._met_too_often(tournament, bracket, round)
        return draw_from(
            bracket, tournament, system=self.key, round=round, seed=seed, problems=(*problems, *met)
        )

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by the table."""
        return planned_round(self, view, seed)

    def _order(
        self, tournament: Tournament, *, recall: bool, seed: int
    ) -> tuple[tuple[Player, ...], tuple[Message, ...]]:
        """The players by their seats in round 1, changes by hand included, or as they would be seated."""
        first = tournament.round(1)
        if recall and (first.boards or free_in(first)):
            return _seated_in(first, tournament), ()
        entrants, problems = entrants_of(tournament)
        return in_order(entrants, drawn=self.drawn, seed=seed), problems

    def _bracket(self, order: Sequence[Player], rounds: Iterable[int]) -> Bracket:
        matches: list[Match] = []
        per_round = (len(order) + 1) // 2
        for number in rounds:
            for table, ((upper, lower), colour) in enumerate(seats(len(order), number), start=1):
                match_id = MatchId((number - 1) * per_round + table)
                slots = [order[seat] if seat < len(order) else Nobody() for seat in (upper, lower)]
                matches.append(
                    Match(
                        id=match_id,
                        round=number,
                        side=Side.TABLE,
                        upper=slots[0],
                        lower=slots[1],
                        upper_colour=colour,
                        table=table,
                    )
                )
        return bracket_of(self.title, order, matches)

    def _met_too_often(self, tournament: Tournament, bracket: Bracket, number: int) -> tuple[Message, ...]:
        """Who meets again because an earlier round was changed by hand."""
        cycle = self.rounds_for(len(bracket.entrants)) // self.times
        due = (number - 1) // cycle
        earlier = [drawn for drawn in tournament.rounds if drawn.number < number]
        games = Counter(frozenset((board.white, board.black)) for drawn in earlier for board in drawn.boards)
        pairs = [match.pair for match in bracket.matches if match.pair]
        return tuple(
            Message("%(a)s and %(b)s have met already", a=upper.name, b=lower.name)
            for upper, lower in pairs
            if games[frozenset((upper.id, lower.id))] > due
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


def _seated_in(first: Round, tournament: Tournament) -> tuple[Player, ...]:
    """The players by the seats they had in round 1, the upper row with Black."""
    players = seat_of(tournament)
    boards = sorted(first.boards, key=lambda board: board.table)
    free = [players[bye.player] for bye in free_in(first)]
    number = 2 * len(boards) + len(free)
    demand_fit(first, boards=number // 2, byes=number % 2, of=number)
    return (*(players[b.black] for b in boards), *free, *(players[b.white] for b in boards))
