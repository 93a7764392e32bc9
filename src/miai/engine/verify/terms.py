"""Derives colours, stones and komi of the published games, and in team events the games of the line-ups.

A game that the rules do not give is explained by an entry that changed its table by hand, or by a wish.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.settings.handicaps import terms_of
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import Facts, facts_before
from miai.engine.verify.deviations import Rules, handicap_level
from miai.engine.verify.entrants import line_ups_in_log, line_ups_of_the_rule
from miai.engine.verify.round_in_log import COMPUTED_SYSTEMS, RoundInLog
from miai.engine.verify.systems.seating import white_by_lot
from miai.engine.verify.verdicts import Missing, Why

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesVerdict:
    """The tables whose games are not those of the rules, as the log explains; and what nothing explains."""

    by_hand: tuple[int, ...] = ()
    missing: tuple[Missing, ...] = ()


def check_games(known: RoundInLog) -> GamesVerdict:
    """Derive the games of a round by the facts of its draw, and compare them with those in the log.

    Systems without prices seat their players by rules of their own; only the boards of matches are checked.
    """
    by_hand = _tables_by_hand(known.source.before, known.number)
    priced = known.system in COMPUTED_SYSTEMS
    rules = _Terms(known.facts, _field(known, known.facts), known) if priced else None
    boards = [(board, rules.board(board)) for board in known.drawn.boards] if rules else []
    if known.teams:
        return _of_teams(known, {board.table for board, own in boards if board.white != own.white}, by_hand)
    other = {board.table for board, own in boards if not _fits(board, own)}
    return GamesVerdict(
        by_hand=tuple(sorted(other & by_hand)), missing=tuple(_missing(Why.TERMS, other - by_hand))
    )


def _field(known: RoundInLog, event: Tournament) -> list[Facts]:
    return facts_before(event, known.number, seed=known.seed, preset=known.preset, pricing=known.pricing)


def _missing(why: Why, tables: set[int]) -> Iterator[Missing]:
    if tables:
        yield Missing(why=why, of=", ".join(str(table) for table in sorted(tables)))


def _fits(board: Board, wanted: Board) -> bool:
    """True if two players have the game that they should have; an unknown komi is the usual one."""
    komi = (None, wanted.komi) if not board.handicap else (wanted.komi,)
    return (
        (board.white, board.handicap, board.colours_known)
        == (wanted.white, wanted.handicap, wanted.colours_known)
    ) and board.komi in komi


def _tables_by_hand(before: History, number: int) -> set[int]:
    """The tables that somebody changed since the round was drawn, and those that a new draw left alone."""
    found: set[int] = set()
    for entry in before.effective_entries:
        match entry.event:
            case events.RoundDrawn(round=drawn, kept=kept) if drawn.number == number:
                found = set(kept)
            case events.DrawChanged(round=of, boards=boards) if of == number:
                found |= {board.table for board in boards}
            case events.BoardChanged(round=of, board=board) if of == number:
                found.add(board.table)
    return found


class _Terms:
    """The terms of the games of some players by the rules."""

    def __init__(self, event: Tournament, field: Sequence[Facts], known: RoundInLog) -> None:
        number, seed = known.number, known.seed
        self._settings, self._number, self._seed = event.settings, number, seed
        self._facts = {each.player.id: each for each in field}
        self._size = Rules(event, field, number, seed=seed).handicap
        wanted = (game for game in event.wishes.games if game.round == number)
        self._wanted = {(game.white, game.black) for game in wanted}

    def board(self, board: Board) -> Board:
        """The board of two players as the rules give it."""
        if (board.white, board.black) in self._wanted:
            return self._wanted_board(board)
        a, b = (self._facts[seat] for seat in sorted((board.white, board.black)))
        size = self._size(a, b)
        nigiri = not size and self._settings.pairing.colours is ColourRule.NIGIRI
        white = a if self._first_is_white(a, b, size, by_lot=nigiri) else b
        return self._with_size(board, white, a if white is b else b, size, colours_known=not nigiri)

    def stones(self, board: Board) -> Board:
        """The board with its stones and komi, and White for the player who gives a handicap."""
        white, black = self._facts[board.white], self._facts[board.black]
        size = self._size(white, black)
        if size and self._level(white) < self._level(black):
            white, black = black, white
        return self._with_size(board, white, black, size, colours_known=size > 0 or board.colours_known)

    def _wanted_board(self, board: Board) -> Board:
        """The colours that the director wanted; nobody gives a handicap to a stronger player."""
        white, black = self._facts[board.white], self._facts[board.black]
        size = 0 if self._level(white) < self._level(black) else self._size(white, black)
        return self._with_size(board, white, black, size, colours_known=True)

    def _with_size(
        self, board: Board, white: Facts, black: Facts, size: int, *, colours_known: bool
    ) -> Board:
        terms = terms_of(self._settings, size)
        return replace(
            board,
            white=white.player.id,
            black=black.player.id,
            handicap=terms.stones,
            komi=terms.komi,
            colours_known=colours_known,
        )

    def _level(self, each: Facts) -> int:
        return handicap_level(each, self._settings)

    def _first_is_white(self, a: Facts, b: Facts, size: int, *, by_lot: bool) -> bool:
        """White gives the handicap, has had fewer whites, or had Black last; else a lot decides."""
        if size:
            return self._level(a) > self._level(b)
        if not by_lot and a.balance != b.balance:
            return a.balance < b.balance
        if not by_lot and a.last_colour != b.last_colour:
            return a.last_colour < b.last_colour
        return self._lot_is_for(a, b)

    def _lot_is_for(self, a: Facts, b: Facts) -> bool:
        """True if the lot gives White to the first of the two; it speaks of their names in order."""
        one, other = sorted((a, b), key=lambda each: (each.player.name, each.lot))
        return white_by_lot(self._seed, self._number, one.player.name, other.player.name) == (one is a)


# Teams --------------------------------------------------------------------------------------


def _of_teams(known: RoundInLog, turned: set[int], by_hand: set[int]) -> GamesVerdict:
    """The matches with other colours, the line-ups of the draw, and the boards that follow from them."""
    wanted = _boards_of_line_ups(known)
    here = {board.table: board for board in known.source.published.round(known.number).boards}
    other = {table for table in wanted.keys() | here.keys() if not _same(here.get(table), wanted.get(table))}
    return GamesVerdict(
        by_hand=tuple(sorted(other & by_hand)),
        missing=(
            *_missing(Why.MATCHES, turned - _matches_by_hand(known.source.before, known.number)),
            *_missing(Why.BOARDS, other - by_hand),
            *(Missing(why=Why.LINE_UP, of=name) for name in _other_line_ups(known)),
        ),
    )


def _matches_by_hand(before: History, number: int) -> set[int]:
    """The places of the matches that a new draw has and the draw before it had not: teams were exchanged."""
    draws = [
        entry.event
        for entry in before.effective_entries
        if isinstance(entry.event, events.RoundDrawn) and entry.event.round.number == number
    ]
    if len(draws) < 2 or not draws[-1].again:
        return set()
    earlier = draws[-2].round.matches
    return {at for at, match in enumerate(draws[-1].round.matches, start=1) if match not in earlier}


def _same(board: Board | None, wanted: Board | None) -> bool:
    if board is None or wanted is None:
        return False
    return board.black == wanted.black and _fits(board, wanted)


def _other_line_ups(known: RoundInLog) -> Iterator[str]:
    """The names of teams with a line-up that the draw stated, and that the rule does not give."""
    event = known.source.people
    rule = line_ups_of_the_rule(event, known.number)
    for team in event.teams:
        stated = next((each for each in team.line_ups if each.round == known.number), None)
        if stated is not None and stated.drawn and stated.players != rule[team.id]:
            yield team.name


def _boards_of_line_ups(known: RoundInLog) -> dict[int, Board]:
    """The boards of all matches, table by table: colours alternate, White of the match first."""
    event, number = known.source.people, known.number
    drawn = known.source.published.round(number)
    line_ups = line_ups_in_log(known.source.published, number)
    nigiri = event.settings.pairing.colours is ColourRule.NIGIRI
    tables = event.settings.tables.numbers()
    boards: list[Board] = []
    for match in drawn.matches:
        seats = zip_longest(line_ups[match.white], line_ups[match.black])
        for at, (one, other) in enumerate(seats):
            if one is None or other is None:
                continue
            white, black = (other, one) if at % 2 else (one, other)
            boards.append(Board(table=next(tables, 0), white=white, black=black, colours_known=not nigiri))
    rules = _terms_of_people(known, boards) if event.settings.teams.handicaps else None
    even = terms_of(event.settings, 0)
    return {
        board.table: rules.stones(board) if rules else replace(board, handicap=even.stones, komi=even.komi)
        for board in boards
    }


def _terms_of_people(known: RoundInLog, boards: Sequence[Board]) -> _Terms:
    """The terms for the people who sit at some boards, in the event as it was at the draw."""
    seats = {seat for board in boards for seat in (board.white, board.black)}
    event = replace(known.source.people, stages=(), around=None)
    field = [each for each in _field(known, event) if each.player.id in seats]
    return _Terms(event, field, known)
