"""Games of systems that plan all rounds: who is in the plan, in which order, and at which tables."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.strength import rating_of
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.handicaps import has_handicap
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import canonical
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.systems.seating import white_by_lot

Pair = frozenset[PlayerId]


def final_players(players: Sequence[Player]) -> list[Player]:
    """The players who are registered finally; if nobody is, all."""
    return [each for each in players if each.registration is Registration.FINAL] or list(players)


def ordered(players: Iterable[Player], seed: int, *, by_lot: bool) -> list[Player]:
    """The highest rated first, or by lot; players of one rating always by lot."""
    lots = canonical(players, seed)
    return lots if by_lot else sorted(lots, key=lambda each: -rating_of(each))


def seeded(players: Iterable[Player], seed: int, *, by_lot: bool) -> list[Player]:
    """The highest start set by hand first, then the highest rated; or by lot."""
    found = ordered(players, seed, by_lot=by_lot)
    return found if by_lot else sorted(found, key=lambda each: -(each.start or 0))


def wanted_games(event: Tournament) -> list[WantedGame]:
    """The games that the director wants of players of the event."""
    known = {each.id for each in event.players}
    return [game for game in event.wishes.games if {game.white, game.black} <= known]


def wanted_now(draw: DrawInLog) -> dict[Pair, WantedGame]:
    """The games that the director wants in the round itself, of players who are there."""
    event, number = draw.before, draw.number
    there = {each.id for each in participants(event) if each.attends(number)}
    games = {frozenset((game.white, game.black)): game for game in wanted_games(event)}
    return {pair: game for pair, game in games.items() if game.round == number and pair <= there}


def first_round(event: Tournament) -> Round | None:
    """Round 1 as it was drawn and changed since; None if it was not drawn."""
    first = event.round(1)
    return first if first.boards or first.byes else None


class Colours:
    """Colours of games that the plan gives none."""

    def __init__(self, draw: DrawInLog) -> None:
        self._draw = draw
        self._balance: Counter[PlayerId] = Counter()
        self._last: dict[PlayerId, int] = {}
        event = draw.before
        for drawn in event.rounds:
            for board in drawn.boards:
                even = not has_handicap(event.settings, board)
                if board.colours_known and even and not board.result.by_default:
                    for player, colour in ((board.white, 1), (board.black, -1)):
                        self._balance[player] += colour
                        self._last[player] = colour

    def board(self, one: Player, other: Player, table: int) -> Board:
        """A game: White has had fewer whites, else Black in the last game, else the lot."""
        for due in (self._balance, self._last):
            mine, theirs = due.get(one.id, 0), due.get(other.id, 0)
            if mine != theirs:
                return self.planned(*((one, other) if mine < theirs else (other, one)), table)
        first, second = sorted((one, other), key=lambda each: each.name)
        heads = white_by_lot(self._draw.seed, self._draw.number, first.name, second.name)
        return self.planned(*((first, second) if heads else (second, first)), table)

    def planned(self, white: Player, black: Player, table: int) -> Board:
        """A game with its colours: even, and if players settle the colours they are not known."""
        known = self._draw.before.settings.pairing.colours is not ColourRule.NIGIRI
        return replace(self.wanted(white.id, black.id, table), colours_known=known)

    def wanted(self, white: PlayerId, black: PlayerId, table: int) -> Board:
        """A game with the colours that the director wants."""
        komi = self._draw.before.settings.komi
        return Board(table=table, white=white, black=black, handicap=0, komi=komi)


def at_tables(boards: Sequence[Board], event: Tournament, *, first: bool) -> tuple[Board, ...]:
    """The boards at the tables of the event, the lowest numbers first.

    In round 1, from which the plan is read later, a game that is not played leaves its table empty.
    """
    placed = sorted(boards, key=lambda board: board.table)
    places = [board.table for board in placed] if first else list(range(1, len(placed) + 1))
    numbers = list(islice(event.settings.tables.ascending.free(), max(places, default=0)))
    return tuple(
        replace(board, table=numbers[place - 1]) for board, place in zip(placed, places, strict=True)
    )
