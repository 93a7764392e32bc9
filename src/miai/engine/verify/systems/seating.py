"""Seats the pairs of a round: tables, who has White, stones and komi."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.settings.handicaps import terms_of
from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.verify.deviations import handicap_level
from miai.engine.verify.systems.before import BeforeDraw, NotDerived, Pair
from miai.engine.verify.verdicts import Why


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDraw:
    """A draw that was made again: its boards, who has the bye, and who misses a game of a plan.

    `checked` names the parts of the rules that it followed from.
    """

    boards: tuple[Board, ...]
    free: tuple[PlayerId, ...] = ()
    missing: tuple[PlayerId, ...] = ()
    checked: tuple[str, ...] = ()


def seated(before: BeforeDraw, pairs: Sequence[Pair], bye: int | None, checked: Sequence[str]) -> OwnDraw:
    """The pairs of a system that draws round by round, at their tables."""
    tables = _tables(before, pairs)
    boards = [_board(before, pair, tables[pair]) for pair in pairs]
    return OwnDraw(
        boards=tuple(sorted(boards, key=lambda board: board.table)),
        free=() if bye is None else (before.player(bye).id,),
        checked=(*checked, "bye", "colours", "handicap", "tables"),
    )


def _board(before: BeforeDraw, pair: Pair, table: int) -> Board:
    one, other = (before.facts[at] for at in pair)
    settings = before.settings
    size = before.rules.handicap(one, other)
    wanted = pair in before.wanted
    white, black = pair if wanted else _white_first(before, pair, size=size)
    level = [handicap_level(before.facts[at], settings) for at in (white, black)]
    if wanted and level[0] < level[1]:
        # Nobody gives a handicap to a stronger player.
        size = 0
    terms = terms_of(settings, size)
    nigiri = size == 0 and settings.pairing.colours is ColourRule.NIGIRI
    return Board(
        table=table,
        white=before.player(white).id,
        black=before.player(black).id,
        handicap=terms.stones,
        komi=terms.komi,
        colours_known=wanted or not nigiri,
    )


def _white_first(before: BeforeDraw, pair: Pair, *, size: int) -> Pair:
    """White gives the handicap; else a promise, the fewest whites, or Black in the last game decide."""
    one, other = pair
    mine, theirs = before.facts[one], before.facts[other]
    settings = before.settings
    if size:
        stronger = handicap_level(mine, settings) > handicap_level(theirs, settings)
        return pair if stronger else (other, one)
    if settings.pairing.colours is not ColourRule.NIGIRI:
        if settings.system == "aga":
            kept = _promises_kept(before, one, other) - _promises_kept(before, other, one)
            if kept:
                return pair if kept > 0 else (other, one)
        due = (mine.balance, mine.last_colour), (theirs.balance, theirs.last_colour)
        if due[0] != due[1]:
            return pair if due[0] < due[1] else (other, one)
    names = sorted(((before.player(at).name, at) for at in pair), key=lambda each: each[0])
    (name, first), (other_name, second) = names
    heads = white_by_lot(before.seed, before.number, name, other_name)
    return (first, second) if heads else (second, first)


def white_by_lot(seed: int, number: int, first: str, second: str) -> bool:
    """If the first of two names in alphabetical order has White."""
    text = "\0".join((str(seed), str(number), first, second))
    return sha256(text.encode()).digest()[0] % 2 == 1


def may_have(before: BeforeDraw, at: int, colour: int) -> bool:
    """The AGA's criterion 4: no colour four times in a row, or in more than half of the rounds."""
    colours = before.facts[at].colours
    in_a_row = len(colours) >= 3 and all(each == colour for each in colours[-3:])
    rounds = max(before.settings.rounds, before.number)
    return not in_a_row and colours.count(colour) < (rounds + 1) // 2


def _promises_kept(before: BeforeDraw, white: int, black: int) -> int:
    return may_have(before, white, 1) + may_have(before, black, -1)


def _tables(before: BeforeDraw, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """The best scores at the first free tables; wishes for tables are kept."""
    wishes, settings = before.event.wishes, before.settings
    there = before.place
    fixed = {there[who]: table for who, table in wishes.tables if who in there}
    barred = {(there[who], table) for who, table in wishes.off_tables if who in there}

    def rank(pair: Pair) -> tuple[int, ...]:
        both = [before.facts[at] for at in pair]
        scores = sorted(-each.score for each in both)
        return (*scores, min(each.place for each in both), min(pair))

    found: dict[Pair, int] = {}
    for pair in pairs:
        for at in pair:
            if at in fixed:
                found[pair] = fixed[at]
    if len(set(found.values())) < len(found):
        raise NotDerived(Why.WISHES)
    numbers = settings.tables.free(set(found.values()))
    passed_over: list[int] = []
    for pair in sorted(pairs, key=rank):
        if pair in found:
            continue
        table = next((each for each in passed_over if not _is_barred(pair, each, barred)), None)
        if table is not None:
            passed_over.remove(table)
        while table is None:
            following = next(numbers)
            if _is_barred(pair, following, barred):
                passed_over.append(following)
            else:
                table = following
        found[pair] = table
    return found


def _is_barred(pair: Pair, table: int, barred: set[tuple[int, int]]) -> bool:
    return any((at, table) in barred for at in pair)
