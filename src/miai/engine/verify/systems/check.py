"""Compares a round of a system without prices with the draw that is made again from the log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.engine.verify.before_round import facts_before
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.field_check import different_boards, different_players, same
from miai.engine.verify.proof_file import ProofFile
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.systems.accelrat import accelrat, different_prices
from miai.engine.verify.systems.aga import aga
from miai.engine.verify.systems.before import BeforeDraw, NotDerived
from miai.engine.verify.systems.cups import double_elimination, knockout
from miai.engine.verify.systems.epm import epm
from miai.engine.verify.systems.godraw import guided_random
from miai.engine.verify.systems.lot import random_draw
from miai.engine.verify.systems.roommates import roommates
from miai.engine.verify.systems.rotation import byes_of
from miai.engine.verify.systems.round_robin import round_robin
from miai.engine.verify.systems.seating import OwnDraw
from miai.engine.verify.systems.split_and_cycle import split_and_cycle
from miai.engine.verify.verdicts import Difference, RoundVerdict, What, Why

Json = Any
Games = Mapping[frozenset[PlayerId], Board]

_PLANNED: Mapping[str, Callable[[DrawInLog], OwnDraw]] = {
    "round_robin": round_robin,
    "split_and_cycle": split_and_cycle,
    "knockout": knockout,
    "double_elimination": double_elimination,
}
_ROUND_BY_ROUND: Mapping[str, Callable[[BeforeDraw], OwnDraw]] = {
    "aga": aga,
    "accelrat": accelrat,
    "random": random_draw,
    "roommates": roommates,
    "guided_random": guided_random,
    "backtracking": epm,
}
# In a bracket a player without a match does not miss one.
_SOME_ARE_OUT = ("knockout", "double_elimination")
DERIVED_SYSTEMS = (*_PLANNED, *_ROUND_BY_ROUND)
# AccelRat weighs pairs, and looks for no draw that costs least.
PLANS_AND_LOTS = tuple(key for key in DERIVED_SYSTEMS if key != "accelrat")


def check_by_rules(proof: ProofFile, known: RoundInLog, scope: tuple[Difference, ...]) -> RoundVerdict:
    """Compare the players, the boards and the draw of a round with those that follow from the log."""
    try:
        own = _own_draw(known)
    except NotDerived as found:
        return RoundVerdict(missing=(found.missing,), differences=scope, wishes=known.wishes)
    field = facts_before(
        known.facts, known.number, seed=known.seed, preset=known.preset, pricing=known.pricing
    )
    differences = [*scope, *different_players(proof.about["players"], known, field)]
    if not any(each.what is What.PLAYERS for each in differences):
        positions = {each.player.id: at for at, each in enumerate(field)}
        differences += different_boards(proof.about, known, positions)
        differences += _different_claim(proof, known, own)
    if known.draw is not None:
        differences += _different_draw(known.draw, own)
    changed = _changed_tables(known)
    return RoundVerdict(
        compared=("players", "boards", "wishes", *own.checked),
        differences=tuple(differences),
        wishes=known.wishes,
        at_the_draw=known.at_the_draw,
        by_rules=True,
        changed=changed,
        by_hand=known.draw.by_hand if known.draw and changed is not None else (),
    )


def _own_draw(known: RoundInLog) -> OwnDraw:
    draw = known.draw
    if draw is None:
        raise NotDerived(Why.NO_ENTRY)
    if draw.by_rules != draw.system:
        raise NotDerived(Why.OTHER_SYSTEM, draw.by_rules)
    if draw.system not in PLANS_AND_LOTS and draw.keeps:
        # The best draw of the proof is the one without them.
        raise NotDerived(Why.KEPT)
    if draw.system in _PLANNED:
        return _with_kept(_PLANNED[draw.system](draw), draw)
    if not draw.again:
        return _with_kept(_ROUND_BY_ROUND[draw.system](BeforeDraw(draw)), draw)
    # The rest of a round was drawn again, or all of it.
    found = [
        _with_kept(_ROUND_BY_ROUND[draw.system](BeforeDraw(draw, again=again)), draw)
        for again in (True, False)
    ]
    return next((own for own in found if not list(_different_draw(draw, own))), found[0])


def _with_kept(own: OwnDraw, draw: DrawInLog) -> OwnDraw:
    """The draw with the boards and byes that stayed, which must be those of the draw before."""
    old = {(board.table, frozenset((board.white, board.black))) for board in draw.old.boards}
    stay = {frozenset((board.white, board.black)): board for board in draw.kept_boards}
    if any((board.table, pair) not in old for pair, board in stay.items()):
        raise NotDerived(Why.KEPT)
    others = [board for board in own.boards if frozenset((board.white, board.black)) not in stay]
    byes = draw.kept_byes if draw.system in _ROUND_BY_ROUND else ()
    free = [bye.player for bye in byes if bye.kind is ByeKind.FORCED]
    away = [bye.player for bye in byes if bye.kind is ByeKind.VOLUNTARY]
    boards = (*stay.values(), *others)
    return replace(own, boards=boards, free=(*free, *own.free), missing=(*away, *own.missing))


# The draw -----------------------------------------------------------------------------


def _different_draw(draw: DrawInLog, own: OwnDraw) -> Iterator[Difference]:
    """The games of the entry that drew the round beside those of the system."""
    made, wanted = _games(draw.made, teams=False), _games_of(own, teams=draw.teams)
    if made.keys() != wanted.keys():
        yield Difference(what=What.OWN_GAMES)
    if _kinds(draw.made.byes) != _kinds(_byes(own, draw)):
        yield Difference(what=What.OWN_BYES)
    both = [(made[pair], wanted[pair]) for pair in made.keys() & wanted.keys()]
    if any(one.white != other.white for one, other in both):
        yield Difference(what=What.OWN_COLOURS)
    # Beside boards that stayed the others take the tables that are left.
    if not draw.kept and any(one.table != other.table for one, other in both):
        yield Difference(what=What.OWN_TABLES)
    terms = _stones if draw.system in _PLANNED else _terms
    if not draw.teams and any(terms(one) != terms(other) for one, other in both):
        yield Difference(what=What.OWN_TERMS)


def _kinds(byes: Iterable[Bye]) -> set[tuple[PlayerId, ByeKind]]:
    return {(bye.player, bye.kind) for bye in byes}


def _byes(own: OwnDraw, draw: DrawInLog) -> set[Bye]:
    """In a team event nothing is noted of a match that is missed."""
    return byes_of(replace(own, missing=()) if draw.teams else own)


def _games_of(own: OwnDraw, *, teams: bool) -> Games:
    boards = sorted(own.boards, key=lambda board: board.table)
    if teams:
        # Matches have no tables: they are in order.
        boards = [replace(board, table=at) for at, board in enumerate(boards, start=1)]
    return {frozenset((board.white, board.black)): board for board in boards}


def _games(drawn: Round, *, teams: bool) -> Games:
    return _games_of(OwnDraw(boards=drawn.boards), teams=teams)


def _stones(board: Board) -> tuple[object, ...]:
    """Stones and komi; versions before 0.3 noted the colours of plans also if players settle them."""
    return board.handicap, board.komi


def _terms(board: Board) -> tuple[object, ...]:
    return board.handicap, board.komi, board.colours_known


# The published games ------------------------------------------------------------------


def _changed_tables(known: RoundInLog) -> tuple[int, ...] | None:
    """The tables that are not as they were drawn; None if nothing was changed, nor any bye."""
    if known.draw is None:
        return None
    made, shown = known.draw.made, known.drawn
    before, now = _games(made, teams=False), _games(shown, teams=False)
    changed = {board.table for pair, board in now.items() if not _is_same(before.get(pair), board)}
    changed |= {board.table for pair, board in before.items() if pair not in now}
    changed |= set(known.draw.kept)
    same_byes = _kinds(made.byes) == _kinds(shown.byes)
    as_drawn = same_byes and not changed and not known.draw.kept_byes
    return None if as_drawn else tuple(sorted(changed))


def _is_same(one: Board | None, other: Board) -> bool:
    return one is not None and (
        (one.white, one.table, *_terms(one)) == (other.white, other.table, *_terms(other))
    )


def _different_claim(proof: ProofFile, known: RoundInLog, own: OwnDraw) -> Iterator[Difference]:
    """The sentence of a proof about the published games; of AccelRat also its prices."""
    if known.system not in PLANS_AND_LOTS:
        yield from different_prices(proof, known, own)
        if proof.about["claim"]["kind"] != "weighed":
            yield Difference(what=What.CLAIM)
        return
    unpaired = bool(proof.about.get(What.UNPAIRED.value)) and known.system not in _SOME_ARE_OUT
    kept = {bye.player for bye in known.draw.kept_byes} if known.draw else set()
    system = replace(own, free=tuple(player for player in own.free if player not in kept))
    if not same(proof.about.get("claim"), _claim(known.drawn, system, unpaired=unpaired)):
        yield Difference(what=What.CLAIM)


def _claim(shown: Round, own: OwnDraw, *, unpaired: bool) -> Json:
    """The sentence of a proof about the published games: if the system draws the same pairs again."""
    pairs = {frozenset((board.white, board.black)) for board in own.boards}
    tables = sorted(
        board.table for board in shown.boards if frozenset((board.white, board.black)) not in pairs
    )
    byes = all(player in own.free for player in shown.free)
    return {"kind": "plan", "repeated": not tables and byes and not unpaired, "tables": tables}
