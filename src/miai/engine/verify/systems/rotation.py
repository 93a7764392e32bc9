"""A plan in which everybody moves on at a long table, round after round, and what becomes of missed games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Protocol

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.leavers import has_left
from miai.engine.verify.systems.before import NotDerived
from miai.engine.verify.systems.planned import (
    Colours,
    Pair,
    at_tables,
    final_players,
    first_round,
    ordered,
    wanted_games,
    wanted_now,
)
from miai.engine.verify.systems.seating import OwnDraw
from miai.engine.verify.verdicts import Why

Seats = list[Player | None]
_MOST_IDLE = 14


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A game of two seats; without a lower seat the upper one is free."""

    upper: int
    lower: int | None
    upper_is_black: bool


Turn = list[SeatGame]


class Rotation(Protocol):
    """How a system seats players and turns the table."""

    def seats(self, order: Sequence[Player]) -> Seats:
        """The upper row, then the lower one, in the first turn."""

    def turns(self, seats: Seats) -> list[Turn]:
        """Every turn."""

    def upper_first(
        self, games: list[tuple[Player, Player]], players: Sequence[Player]
    ) -> list[tuple[Player, Player]]:
        """The games of round 1, given as Black and White, with the player of the upper row first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    """A game of the plan in a round; `lower` is None for the free seat."""

    round: int
    table: int
    upper: Player
    lower: Player | None
    upper_is_black: bool

    @property
    def pair(self) -> Pair:
        """The two players."""
        return frozenset((self.upper.id, self.lower.id if self.lower else self.upper.id))


def rotation_draw(draw: DrawInLog, rotation: Rotation) -> OwnDraw:
    """The games of a round by the plan, without those that are missed, and with missed games made up."""
    event, number = draw.before, draw.number
    if number == 1 and any(game.round >= 1 for game in wanted_games(event)):
        raise NotDerived(Why.PLAN_WISHES)
    if any(each.attends(number) and has_left(each, event.settings.rounds) for each in event.players):
        # Games of a player who is known to leave later may be annulled by now.
        raise NotDerived(Why.LEAVES)
    plan = _plan(draw, rotation)
    return _Seating(draw, plan).seated()


# The plan -----------------------------------------------------------------------------


def _plan(draw: DrawInLog, rotation: Rotation) -> list[list[PlannedGame]]:
    """The games of each round up to the one that is drawn."""
    seats = _seats(draw, rotation)
    turns = rotation.turns(seats)
    order = _turn_of_each_round(draw, seats, turns)
    return [
        list(_games(seats, turns[turn], number))
        for number, turn in enumerate(order, start=1)
        if number <= draw.number
    ]


def _seats(draw: DrawInLog, rotation: Rotation) -> Seats:
    """The seats by rating, or those of round 1 as it was played."""
    event = draw.before
    rounds = range(1, max(1, event.settings.rounds) + 1)
    entered = [
        each for each in final_players(event.players) if any(each.attends(number) for number in rounds)
    ]
    usual = rotation.seats(ordered(entered, draw.seed, by_lot=False))
    first = first_round(event)
    if draw.number == 1 or first is None:
        return usual
    inside = {seat for board in first.boards for seat in (board.white, board.black)}
    inside |= {bye.player for bye in first.byes}
    if inside.issuperset(each.id for each in entered) or not _is_round_1_of(usual, first):
        return _seats_of(first, event, rotation)
    return usual


def _is_round_1_of(seats: Seats, first: Round) -> bool:
    """If round 1 was played by these seats, though not everybody of it was noted."""
    half = len(seats) // 2
    rows = list(zip(seats[:half], seats[half:], strict=True))
    games = [
        {one.id, other.id} for one, other in rows if one and other and one.attends(1) and other.attends(1)
    ]
    free = {one.id for one, other in rows if one and other is None}
    boards = [{board.white, board.black} for board in sorted(first.boards, key=lambda board: board.table)]
    return boards == games and free.issuperset(first.free)


def _seats_of(first: Round, event: Tournament, rotation: Rotation) -> Seats:
    """The seats in round 1: Black in the upper row; players who missed their game are noted in pairs."""
    people = {each.id: each for each in event.players}
    boards = sorted(first.boards, key=lambda board: board.table)
    voluntary = [bye.player for bye in first.byes if bye.kind is ByeKind.VOLUNTARY]
    resting = [people[each] for each in (*voluntary, *first.free)]
    inside = [*(people[seat] for board in boards for seat in (board.black, board.white)), *resting]
    free = len(rotation.seats(inside)) - len(inside)
    missed = len(resting) - free
    if missed < 0 or missed % 2:
        raise NotDerived(Why.FIRST_ROUND)
    games = rotation.upper_first([(people[each.black], people[each.white]) for each in boards], inside)
    others: list[tuple[Player, Player | None]] = [
        *zip(resting[:missed:2], resting[1:missed:2], strict=True),
        *((player, None) for player in resting[missed:]),
    ]
    count = len(games) + len(others)
    numbers = list(islice(event.settings.tables.ascending.numbers(), count))
    at = {
        numbers.index(board.table): game
        for board, game in zip(boards, games, strict=True)
        if board.table in numbers
    }
    rows: list[tuple[Player, Player | None]] = [*games, *others]
    if len(at) == len(games):
        rest = iter(others)
        rows = [at[place] if place in at else next(rest) for place in range(count)]
        rows.sort(key=lambda row: row[1] is None)
    return [*(upper for upper, _ in rows), *(lower for _, lower in rows)]


def _turn_of_each_round(draw: DrawInLog, seats: Seats, turns: list[Turn]) -> list[int]:
    """The turn that each earlier round has played, and then the others in their order.

    With wishes for games to come the round can play any turn that is left.
    """
    event, number = draw.before, draw.number
    pairs = [{game.pair for game in _games(seats, turn, 0) if game.lower} for turn in turns]
    played: dict[int, int] = {}
    for before in range(1, min(number, len(turns) + 1)):
        boards = {frozenset((board.white, board.black)) for board in event.round(before).boards}
        unused = [at for at in range(len(turns)) if at not in played.values()]
        own = before - 1
        if before == 1:
            played[own] = 0
        elif own in unused and boards <= pairs[own]:
            played[own] = own
        else:
            played[own] = max(unused, key=lambda at: (len(boards & pairs[at]), at == own, -at))
    if number <= len(turns) and any(game.round >= number for game in wanted_games(event)):
        boards = {frozenset((board.white, board.black)) for board in draw.made.boards}
        # Both players of a missed game are noted one after the other.
        away = [bye.player for bye in draw.made.byes if bye.kind is ByeKind.VOLUNTARY]
        boards |= {frozenset(pair) for pair in zip(away[::2], away[1::2], strict=False)}
        unused = [at for at in range(len(turns)) if at not in played.values()]
        played[number - 1] = max(unused, key=lambda at: (len(boards & pairs[at]), at == number - 1, -at))
    left = iter([at for at in range(len(turns)) if at not in played.values()])
    return [played[at] if at in played else next(left) for at in range(len(turns))]


def _games(seats: Seats, turn: Turn, number: int) -> Iterator[PlannedGame]:
    for table, game in enumerate(turn, start=1):
        upper = seats[game.upper]
        lower = None if game.lower is None else seats[game.lower]
        black = game.upper_is_black
        if upper is None:
            upper, lower, black = lower, None, not black
        if upper is not None:
            yield PlannedGame(round=number, table=table, upper=upper, lower=lower, upper_is_black=black)


# The round ----------------------------------------------------------------------------


class _Seating:
    """A round of the plan: its games, who sits out, and the games that are made up."""

    def __init__(self, draw: DrawInLog, plan: list[list[PlannedGame]]) -> None:
        self._draw, self._plan = draw, plan
        self._event, self._number = draw.before, draw.number
        self._colours = Colours(draw)
        self._met = {
            frozenset((board.white, board.black)) for drawn in self._event.rounds for board in drawn.boards
        }
        self._apart = {frozenset(pair) for pair in self._event.wishes.apart}

    def seated(self) -> OwnDraw:
        """The draw by the plan."""
        boards: list[Board] = []
        free: list[PlayerId] = []
        idle: list[Player] = []
        missing: list[PlayerId] = []
        planned = self._plan[self._number - 1] if self._number <= len(self._plan) else []
        wanted = wanted_now(self._draw)
        own = {game.pair for game in planned if game.lower}
        extra = [game for pair, game in wanted.items() if pair not in own and self._number > 1]
        for table, each in enumerate(extra, start=len(planned) + 1):
            boards.append(self._colours.wanted(each.white, each.black, table))
        busy = {seat for each in extra for seat in (each.white, each.black)}
        for game in planned:
            if game.lower is None:
                free += [game.upper.id] if game.upper.id not in busy else []
            elif game.pair in wanted:
                meant = wanted[game.pair]
                boards.append(self._colours.wanted(meant.white, meant.black, game.table))
            elif self._can_be_played(game) and not busy & game.pair:
                black, white = game.upper, game.lower
                if not game.upper_is_black:
                    black, white = white, black
                boards.append(self._colours.planned(white, black, game.table))
            else:
                resting = [each for each in (game.upper, game.lower) if each.id not in busy]
                missing += [each.id for each in resting]
                idle += [each for each in resting if each.attends(self._number)]
        if not planned:
            entrants = {each.id: each for round_ in self._plan for game in round_ for each in _players(game)}
            idle = [each for each in entrants.values() if each.attends(self._number) and each.id not in busy]
        made_up = self._made_up(idle)
        for game in made_up:
            table = next(each for each in range(1, len(boards) + 2) if all(each != b.table for b in boards))
            boards.append(self._colours.board(game.upper, game.lower or game.upper, table))
        busy |= {player for game in made_up for player in game.pair}
        return OwnDraw(
            boards=at_tables(boards, self._event, first=self._number == 1),
            free=tuple(free),
            missing=tuple(each for each in missing if each not in busy),
            checked=("seats", "turn", "missed games", "colours", "tables"),
        )

    def _can_be_played(self, game: PlannedGame) -> bool:
        there = all(each.attends(self._number) for each in _players(game))
        return there and game.pair not in self._met | self._apart

    def _made_up(self, idle: Sequence[Player]) -> list[PlannedGame]:
        """The made-up games of the draw, if no others would be more, or as many and missed earlier."""
        missed = {game.pair: game for game in reversed(self._missed(idle))}
        drawn = {frozenset((board.white, board.black)) for board in self._draw.made.boards}
        chosen = [game for pair, game in missed.items() if pair in drawn]
        seats = [player for game in chosen for player in game.pair]
        if len(seats) > len(set(seats)):
            return []
        best = _best(frozenset(missed), {pair: game.round for pair, game in missed.items()})
        if (len(chosen), -sum(game.round for game in chosen)) != best:
            raise NotDerived(Why.MADE_UP)
        return sorted(chosen, key=lambda game: (game.round, game.table))

    def _missed(self, idle: Sequence[Player]) -> list[PlannedGame]:
        """The games of earlier rounds that nobody has played, of players who are there without a game."""
        there = {each.id for each in idle}
        return [
            game
            for round_ in self._plan[: self._number - 1]
            for game in round_
            if game.lower and game.pair <= there and game.pair not in self._met | self._apart
        ]


def _players(game: PlannedGame) -> list[Player]:
    return [game.upper, game.lower] if game.lower else [game.upper]


def _best(pairs: frozenset[Pair], rounds: dict[Pair, int]) -> tuple[int, int]:
    """The most games that can be played together, and for as many the earliest rounds, with a minus."""
    if len({player for pair in pairs for player in pair}) > _MOST_IDLE:
        raise NotDerived(Why.MADE_UP)

    @cache
    def best(left: frozenset[Pair]) -> tuple[int, int]:
        if not left:
            return 0, 0
        one = min(left, key=sorted)
        games, early = best(frozenset(each for each in left if not each & one))
        return max(best(left - {one}), (games + 1, early - rounds[one]))

    return best(pairs)


def byes_of(own: OwnDraw) -> set[Bye]:
    """The byes of a draw as a round has them."""
    free = {Bye(player=player) for player in own.free}
    return free | {Bye(player=player, kind=ByeKind.VOLUNTARY) for player in own.missing}
