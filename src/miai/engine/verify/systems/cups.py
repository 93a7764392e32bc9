"""Knock-out and double elimination: brackets with their results (document 1, section 3.2)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.systems.before import NotDerived
from miai.engine.verify.systems.planned import (
    Colours,
    at_tables,
    final_players,
    first_round,
    seeded,
    wanted_games,
    wanted_now,
)
from miai.engine.verify.systems.seating import OwnDraw
from miai.engine.verify.verdicts import Why


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of an earlier match."""

    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The loser of an earlier match."""

    match: int


# A player, an empty place, or the one whom an earlier match sends.
Slot = Player | WinnerOf | LoserOf | None


@dataclass(slots=True)
class Match:
    """A match of a bracket, and the players who have arrived in it; `won` is the place of the winner."""

    round: int
    slots: tuple[Slot, Slot]
    final: bool = False
    arrived: list[Player | None] = field(default_factory=list)
    won: int | None = None

    @property
    def players(self) -> list[Player]:
        """The players who have arrived."""
        return [each for each in self.arrived if each]


def knockout(draw: DrawInLog) -> OwnDraw:
    """The matches of a round of a cup."""
    order = _order(draw)
    third = draw.before.settings.pairing.third_place
    return _drawn(draw, list(_knockout(order, third_place=third)), out_after=1)


def double_elimination(draw: DrawInLog) -> OwnDraw:
    """The matches of a round of both brackets and of the finals."""
    if draw.before.settings.pairing.redraw_losers:
        raise NotDerived(Why.LOSERS_DRAWN)
    return _drawn(draw, _double_elimination(_order(draw)), out_after=2)


# The places ---------------------------------------------------------------------------


def first_places(players: int) -> list[tuple[int, int]]:
    """The seeds that meet in round 1, from the top: 1 meets the last, 1 and 2 meet in the final only."""
    places = [1]
    while len(places) < players:
        both = 2 * len(places) + 1
        places = [seed for place in places for seed in (place, both - place)]
    return list(zip(places[::2], places[1::2], strict=True))


def _order(draw: DrawInLog) -> list[Player]:
    """The players by seed: by start and rating or by lot, or as round 1 has them."""
    event, by_lot = draw.before, draw.before.settings.pairing.bracket_by_lot
    first = first_round(event)
    if draw.number == 1 or first is None or not (first.boards or first.free):
        attending = [each for each in event.players if each.attends(1)]
        order = seeded(final_players(attending), draw.seed, by_lot=by_lot)
        _demand_no_wishes(event, order)
        return order
    return _order_of_round_1(first, draw, by_lot=by_lot)


def _order_of_round_1(first: Round, draw: DrawInLog, *, by_lot: bool) -> list[Player]:
    people = {each.id: each for each in draw.before.players}
    boards = sorted(first.boards, key=lambda board: board.table)
    count = 2 * len(boards) + len(first.free)
    pairs = first_places(count) if count > 1 else []
    games = [pair for pair in pairs if max(pair) <= count]
    free = [min(pair) for pair in pairs if max(pair) > count]
    if (len(games), len(free)) != (len(boards), len(first.free)):
        raise NotDerived(Why.FIRST_ROUND)
    at = {seed: people[player] for seed, player in zip(free, first.free, strict=True)}
    for (upper, lower), board in zip(games, boards, strict=True):
        both = [people[board.white], people[board.black]]
        at[upper], at[lower] = seeded(both, draw.seed, by_lot=by_lot)
    return [at[seed] for seed in range(1, count + 1)]


def _demand_no_wishes(event: Tournament, order: Sequence[Player]) -> None:
    """Wishes about pairs move players to other places of the bracket."""
    inside = {each.id for each in order}
    apart = any(inside.issuperset(pair) for pair in event.wishes.apart)
    wanted = any({game.white, game.black} <= inside for game in wanted_games(event))
    families = event.settings.pairing.family_apart and any(
        one.family and one.family.casefold() == other.family.casefold()
        for one, other in combinations(order, 2)
    )
    if len(order) > 2 and (apart or wanted or families):
        raise NotDerived(Why.PLAN_WISHES)


# The brackets -------------------------------------------------------------------------


def _round_1(order: Sequence[Player]) -> Iterator[Match]:
    final = len(order) == 2
    for pair in first_places(len(order)) if len(order) > 1 else []:
        one, other = (order[seed - 1] if seed <= len(order) else None for seed in pair)
        yield Match(round=1, slots=(one, other), final=final)


def _knockout(order: Sequence[Player], *, third_place: bool) -> Iterator[Match]:
    alive = list(range(len(order) and len(first_places(len(order)))))
    yield from _round_1(order)
    count, number = len(alive), 1
    while len(alive) > 1:
        number += 1
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        alive = list(range(count, count + len(pairs)))
        count += len(pairs)
        for a, b in pairs:
            yield Match(round=number, slots=(WinnerOf(a), WinnerOf(b)), final=len(alive) == 1)
        if len(alive) == 1 and third_place and len(order) > 3:
            yield Match(round=number, slots=(LoserOf(pairs[0][0]), LoserOf(pairs[0][1])))
            count += 1


def _double_elimination(order: Sequence[Player]) -> list[Match]:
    """The winners' bracket plays every other round from 2 on; losers come down in the rounds between."""
    matches = [Match(round=1, slots=each.slots) for each in _round_1(order)]
    if not matches:
        return []

    def add(number: int, one: Slot, other: Slot, *, final: bool = False) -> int:
        matches.append(Match(round=number, slots=(one, other), final=final))
        return len(matches) - 1

    stages = len(matches).bit_length()
    crossings = _crossings(stages)
    beaten, losers = list(range(len(matches))), list[int]()
    stage = 1
    for number in range(2, 2 * stages):
        slots: list[Slot] = [WinnerOf(each) for each in losers]
        if number % 2 == 0:
            before, stage = beaten, stage + 1
            beaten = [
                add(number, WinnerOf(a), WinnerOf(b)) for a, b in zip(before[::2], before[1::2], strict=True)
            ]
            slots = slots or [LoserOf(each) for each in before]
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
        else:
            across = crossings[stage - 2]
            meetings = [(LoserOf(beaten[at ^ across]), each) for at, each in enumerate(slots)]
        losers = [add(number, one, other) for one, other in meetings]
    last: Slot = WinnerOf(losers[0]) if losers else LoserOf(beaten[0])
    final = add(2 * stages, WinnerOf(beaten[0]), last, final=True)
    add(2 * stages + 1, WinnerOf(final), LoserOf(final), final=True)
    return matches


def _crossings(stages: int) -> list[int]:
    """To which branch losers of each stage come down: as far as can be from those who lost to the same.

    A loser of branch b comes to branch b ^ crossing. Branches halve with every stage; the latest crossing
    counts most.
    """
    found: list[int] = []
    for stage in range(2, stages + 1):
        earlier = [0] + [crossing >> (stage - 2 - at) for at, crossing in enumerate(found)]

        def far(crossing: int, earlier: Sequence[int] = tuple(earlier)) -> tuple[int, ...]:
            apart = [(crossing ^ other).bit_length() for other in reversed(earlier)]
            return (min(apart), *apart)

        found.append(max(range(1 << (stages - stage)), key=far))
    return found


# Results and the round ----------------------------------------------------------------


def _drawn(draw: DrawInLog, matches: list[Match], *, out_after: int) -> OwnDraw:
    event, number = draw.before, draw.number
    _play(event, matches, number, out_after)
    colours = Colours(draw)
    boards: list[Board] = []
    free: list[PlayerId] = []
    for match in matches:
        if match.round != number:
            continue
        there = [each for each in match.players if each.attends(number)]
        if len(there) == 2:
            boards.append(colours.board(there[0], there[1], len(boards) + 1))
        else:
            free += [each.id for each in there]
    return OwnDraw(
        boards=at_tables(_as_wanted(draw, colours, boards, free), event, first=number == 1),
        free=tuple(free),
        checked=("places", "results", "byes", "colours", "tables"),
    )


def _as_wanted(
    draw: DrawInLog, colours: Colours, boards: Sequence[Board], free: Sequence[PlayerId]
) -> list[Board]:
    """The boards with the colours of wanted games, and after round 1 wanted games of others."""
    wanted = wanted_now(draw)
    found = []
    for board in boards:
        game = wanted.get(frozenset((board.white, board.black)))
        found.append(colours.wanted(game.white, game.black, board.table) if game else board)
    seated = {seat for board in found for seat in (board.white, board.black)} | set(free)
    for pair, game in wanted.items():
        if draw.number > 1 and not pair & seated:
            found.append(colours.wanted(game.white, game.black, len(found) + 1))
    return found


def _play(event: Tournament, matches: list[Match], number: int, out_after: int) -> None:
    """Let players arrive in all matches up to a round, by the results of the rounds before."""
    losses: Counter[PlayerId] = Counter()
    for match in matches:
        if match.round > number:
            return
        match.arrived = [_arrival(slot, matches) for slot in match.slots]
        if match.final:
            match.arrived = [
                None if each and losses[each.id] >= out_after else each for each in match.arrived
            ]
        if match.round < number:
            match.won = _won(event.round(match.round), match, out_after)
            losers = [each for at, each in enumerate(match.arrived) if each and at != match.won]
            losses.update(each.id for each in losers)


def _arrival(slot: Slot, matches: Sequence[Match]) -> Player | None:
    if isinstance(slot, WinnerOf | LoserOf):
        match = matches[slot.match]
        if match.won is None:
            return None
        return match.arrived[match.won if isinstance(slot, WinnerOf) else 1 - match.won]
    return slot


def _won(drawn: Round, match: Match, out_after: int) -> int | None:
    """The place of the winner; None if both lost, which only a cup takes without further rules."""
    if len(match.players) < 2:
        return 0 if match.arrived[0] else 1
    upper, lower = match.players
    board = drawn.board_of(upper.id)
    if board is None or board.opponent_of(upper.id) != lower.id:
        return _walkover(drawn, upper, lower, out_after)
    if board.result.played is Result.BOTH_LOSE:
        _demand_cup(out_after)
        return None
    winner = board.result.winner
    if winner is None:
        raise NotDerived(Why.OPEN_GAME)
    white = board.white == upper.id
    return 0 if (winner is Colour.WHITE) == white else 1


def _walkover(drawn: Round, upper: Player, lower: Player, out_after: int) -> int | None:
    """The winner of a match without a game: the one of the two who has the bye, or who is there."""
    byes = [drawn.bye_of(each.id) for each in (upper, lower)]
    free = [bye is not None and bye.kind is ByeKind.FORCED for bye in byes]
    there = [each.attends(drawn.number) and not bye for each, bye in zip((upper, lower), byes, strict=True)]
    here = free if any(free) else there
    if all(here):
        raise NotDerived(Why.OPEN_GAME)
    if not any(here):
        _demand_cup(out_after)
        return None
    return here.index(True)


def _demand_cup(out_after: int) -> None:
    if out_after > 1:
        raise NotDerived(Why.BOTH_LOST)
