"""What a swap would do: for a player picked up, every other seat says what would become of the draw."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from miai.desk.live_state import Desk
from miai.domain.people.player import PlayerId
from miai.domain.points import POINT
from miai.domain.tournament import Tournament
from miai.engine.pairing.byes import volunteers
from miai.engine.pairing.comparing import higher_bye
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.pair_facts import kinship_message, pair_facts
from miai.engine.pairing.pricing.price_matrix import Part
from miai.engine.pairing.protocol import Flags, Ints, RoundView
from miai.engine.pairing.rules.forbidding import Ban, NeverMet
from miai.engine.pairing.rules.geography import Geography, far_message
from miai.engine.pairing.rules.rematch import Rematch
from miai.engine.pairing.system import Analysis
from miai.engine.scoring.teams.entrants import entrants_of
from miai.engine.scoring.teams.matches import matches_of
from miai.errors import InputError
from miai.features.draw.evaluation import analysis_of
from miai.messages import Message, Score

# Rules that no director weighs against anything else.
_MINOR = ("chance", "seeding", "float_place")
_WORSE = {
    "floats": Message("a float out of turn"),
    "category": Message("categories mixed"),
    "geography": Message("clubmates or compatriots"),
    "colour": Message("colours worse"),
    "handicap": Message("a larger handicap"),
    "grading": Message("tells less about grades"),
}
_AS_GOOD, _BETTER = Message("as good"), Message("better")
_WIDER, _SMALLER = Message("a wider gap"), Message("a smaller gap")
_FLOATS = {
    1: Message("one more float"),
    2: Message("two more floats"),
    -1: Message("one float fewer"),
    -2: Message("two floats fewer"),
}
_LOCKED, _OVER = Message("is locked"), Message("has a result")
_NOT_WEIGHED = Message("no rule forbids it")


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapChoice:
    """A seat to change places with: what it would mean, and whether it can be done at all.

    `met_in` are the rounds in which two who would play have met. Where the system weighs no pairs, there is
    no `cost`, and `worse` goes by the gaps between scores.
    """

    player: PlayerId
    text: Message
    cost: int | None = None
    worse: bool = False
    possible: bool = True
    met_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seats:
    """The opponent of everybody, by index, and why some cannot be moved."""

    opponents: Ints
    stuck: dict[int, Message]
    tables: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Swap:
    """One player changes places with each of the others."""

    me: int
    mine: int
    others: Ints
    theirs: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effect:
    """The pairs that a swap makes, and how many floats and how much wider gaps it brings, one of them far."""

    pairs: tuple[Pair, ...]
    floats: int
    gaps: int
    far: Message | None = None


_BYE, _NOWHERE = -1, -2
# From two points on, a gap is said with who comes to which board.
_FAR = 2 * POINT


def swap_preview(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    player: PlayerId,
) -> dict[PlayerId, SwapChoice]:
    """For everybody else in the draw: "as good", "one more float", "A and B met in round 2".

    In a team event it is about teams.
    """
    state = desk.state(tournament_id)
    analysis = analysis_of(state, round)
    view = analysis.view
    index = {each.id: i for i, each in enumerate(view.players)}
    event = entrants_of(state.tournament, round)
    seats = _seats(event, round, index, started_teams(state.tournament, round))
    me = index.get(player, -1)
    if me < 0 or seats.opponents[me] == _NOWHERE:
        name = event.name_of(player)
        raise InputError(Message("%(name)s is not in the draw of round %(round)s", name=name, round=round))
    if me in seats.stuck:
        raise InputError(
            Message("%(name)s cannot be moved: the board %(why)s", name=view.name(me), why=seats.stuck[me])
        )
    mine = int(seats.opponents[me])
    seated = np.flatnonzero(seats.opponents != _NOWHERE)
    others = seated[(seated != me) & (seated != mine)]
    return _choices(analysis, seats, _Swap(me=me, mine=mine, others=others, theirs=seats.opponents[others]))


def started_teams(tournament: Tournament, number: int) -> frozenset[PlayerId]:
    """The teams whose match of a round has a result already, on any board; none where people are paired."""
    if not tournament.settings.by_teams:
        return frozenset()
    return frozenset(
        PlayerId(team)
        for match in matches_of(tournament, number)
        if any(board.game and board.game.result.known for board in match.boards)
        for team in (match.match.white, match.match.black)
    )


def _seats(
    tournament: Tournament, number: int, index: dict[PlayerId, int], started: frozenset[PlayerId]
) -> _Seats:
    drawn = tournament.drawn_round(number)
    opponents = np.full(len(index), _NOWHERE, np.int64)
    stuck: dict[int, Message] = {}
    tables: dict[int, int] = {}
    for bye in drawn.byes:
        if bye.player in index:
            opponents[index[bye.player]] = _BYE
    for board in drawn.boards:
        i, j = index[board.white], index[board.black]
        opponents[i], opponents[j] = j, i
        tables[i] = tables[j] = board.table
        if board.locked or board.result.known or board.white in started:
            stuck[i] = stuck[j] = _LOCKED if board.locked else _OVER
    return _Seats(opponents=opponents, stuck=stuck, tables=tables)


def _choices(analysis: Analysis, seats: _Seats, swap: _Swap) -> dict[PlayerId, SwapChoice]:
    view = analysis.view
    parts = analysis.prices.parts if analysis.prices else ()
    changes = [_change(part, swap) for part in parts]
    costs = sum(changes, np.zeros(len(swap.others), np.int64))
    floats, gaps = _more_floats(view.groups, swap), _wider_gaps(view.scores, swap)
    # A second game is named as one, also where it is dear and not forbidden.
    dear = (NeverMet(),) if any(part.key == Rematch.key for part in parts) else ()
    bans = [(ban, ban.forbids(view)) for ban in (*analysis.bans, *dear)]

    def choice(k: int, other: int, there: int) -> SwapChoice:
        player = view.players[other].id
        if other in seats.stuck:
            return SwapChoice(player=player, text=seats.stuck[other], possible=False)
        pairs = tuple(pair for pair in ((swap.me, there), (other, swap.mine)) if min(pair) >= 0)
        cost = int(costs[k]) if parts else None
        broken = _broken(view, bans, pairs)
        if broken:
            worse = cost is None or cost > 0
            return SwapChoice(player=player, text=broken[0], cost=cost, worse=worse, met_in=broken[1])
        far = _far_apart(view, seats, swap, other)
        effect = _Effect(pairs=pairs, floats=int(floats[k]), gaps=int(gaps[k]), far=far)
        text = _other_bye(view, swap, other, there, floats=effect.floats) or (
            _first_change(
                view, effect, ((part, int(change[k])) for part, change in zip(parts, changes, strict=True))
            )
            if parts
            else _plain_effect(view, effect)
        )
        return SwapChoice(
            player=player, text=text, cost=cost, worse=(effect.gaps if cost is None else cost) > 0
        )

    seated = zip(swap.others.tolist(), swap.theirs.tolist(), strict=True)
    found = [choice(k, other, there) for k, (other, there) in enumerate(seated)]
    return {each.player: each for each in found}


def _change(part: Part, swap: _Swap) -> Ints:
    """How much more one rule costs after each swap."""
    before = _price(part, swap.others, swap.theirs) + _price(part, swap.me, swap.mine)
    after = _price(part, swap.me, swap.theirs) + _price(part, swap.others, swap.mine)
    return np.asarray(after - before, np.int64)


def _price(part: Part, who: Ints | int, against: Ints | int) -> Ints:
    return np.where(np.asarray(against) == _BYE, part.bye[who], part.costs[who, against])


def _more_floats(groups: Ints, swap: _Swap) -> Ints:
    def floats(who: Ints | int, against: Ints | int) -> Ints:
        across = (groups[who] != groups[against]) & (np.asarray(against) != _BYE)
        return np.asarray(across, np.int64)

    before = floats(swap.others, swap.theirs) + floats(swap.me, swap.mine)
    return floats(swap.me, swap.theirs) + floats(swap.others, swap.mine) - before


def _wider_gaps(scores: Ints, swap: _Swap) -> Ints:
    def gap(who: Ints | int, against: Ints | int) -> Ints:
        return np.where(np.asarray(against) == _BYE, 0, np.abs(scores[who] - scores[against]))

    before = gap(swap.others, swap.theirs) + gap(swap.me, swap.mine)
    return np.asarray(gap(swap.me, swap.theirs) + gap(swap.others, swap.mine) - before, np.int64)


def _far_apart(view: RoundView, seats: _Seats, swap: _Swap, other: int) -> Message | None:
    """The wider of two new gaps, if it is far and wider than the old ones: who comes, to which board."""
    there = int(seats.opponents[other])
    moves = [(mover, stays) for mover, stays in ((swap.me, there), (other, swap.mine)) if stays >= 0]

    def gap(pair: Pair) -> int:
        return abs(int(view.scores[pair[0]] - view.scores[pair[1]]))

    before = max((gap(pair) for pair in ((swap.me, swap.mine), (other, there)) if min(pair) >= 0), default=0)
    mover, stays = max(moves, key=gap, default=(swap.me, swap.me))
    widest = gap((mover, stays))
    if widest < _FAR or widest <= before:
        return None
    return Message(
        "%(grade)s on board %(table)s: %(gap)s points apart",
        grade=str(view.players[mover].grade),
        table=seats.tables[stays],
        gap=Score(widest),
    )


def _score_change(effect: _Effect, *, worse: bool) -> Message:
    """What becomes of the gaps: the far one, else how many floats, else wider or smaller."""
    if worse and effect.far:
        return effect.far
    return _FLOATS.get(effect.floats) or (_WIDER if worse else _SMALLER)


def _broken(
    view: RoundView, bans: list[tuple[Ban, Flags]], pairs: tuple[Pair, ...]
) -> tuple[Message, tuple[int, ...]] | None:
    """The first ban that the swap would break, and the rounds in which the two have met if it is that."""
    for ban, forbidden in bans:
        for i, j in pairs:
            if forbidden[i, j]:
                return ban.explain(view, i, j), view.met_in(i, j) if ban.key == NeverMet.key else ()
    return None


def _other_bye(view: RoundView, swap: _Swap, other: int, there: int, *, floats: int) -> Message | None:
    """What is wrong with the one who would sit out: a bye already, or a score above the one who does now."""
    for player, instead, against in ((swap.me, other, there), (other, swap.me, swap.mine)):
        if against != _BYE:
            continue
        if view.byes[player] and not volunteers(view)[player]:
            names = view.source.tournament.short_names
            return Message("%(name)s has had a bye", name=names[view.players[player].id])
        higher = int(view.scores[player] - view.scores[instead])
        if higher > 0 and floats == 0:
            return higher_bye(higher)
    return None


def _first_change(view: RoundView, effect: _Effect, changes: Iterable[tuple[Part, int]]) -> Message:
    """The most important rule that fares otherwise."""
    for part, change in changes:
        if change == 0 or part.key in _MINOR:
            continue
        if part.key == "score":
            return _score_change(effect, worse=change > 0)
        if change < 0:
            return _BETTER
        if part.key == "geography":
            geography = Geography.of(view.settings.pairing)
            for i, j in effect.pairs:
                if geography.too_far(view, i, j):
                    return far_message(view, i, j)
                common = geography.minded(view, i, j)
                if part.deviation[i, j] and common:
                    return kinship_message(common, view.players[i], view.players[j])
        return _WORSE.get(part.key) or Message("%(rule)s: worse", rule=part.rule.title)
    return _AS_GOOD


def _plain_effect(view: RoundView, effect: _Effect) -> Message:
    """What a swap changes where nothing is weighed."""
    if effect.gaps:
        return _score_change(effect, worse=effect.gaps > 0)
    facts = pair_facts(view)
    for i, j in effect.pairs:
        found = facts(i, j, 0)
        if found.far_apart:
            return found.far_apart
        if common := found.kinship:
            return kinship_message(common, view.players[i], view.players[j])
    return _NOT_WEIGHED
