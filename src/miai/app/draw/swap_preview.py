"""What a swap would do: for a player picked up, every other seat says what would become of the draw."""

from dataclasses import dataclass

import numpy as np

from miai.app.desk import Desk, State
from miai.app.draw.draw_quality import kin_words, met_words
from miai.app.draw.evaluation import Judged, judge
from miai.app.lookup import drawn_round
from miai.domain.player import PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.plan import Pair
from miai.pairing.pricing.priced import Part
from miai.pairing.protocol import Flags, Ints
from miai.pairing.rules.forbidding import Ban

# What no director weighs against anything else.
_MINOR = ("chance", "seeding", "float_place")
_WORSE = {
    "floats": "a float out of turn",
    "category": "categories mixed",
    "geography": "clubmates or compatriots",
    "colour": "colours worse",
    "handicap": "a larger handicap",
    "grading": "tells less about grades",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapChoice:
    """A seat to change places with: what it would mean, and whether it can be done at all."""

    player: PlayerId
    text: str
    cost: int = 0
    possible: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seats:
    """The opponent of everybody, by index, and why some cannot be moved."""

    opponents: Ints
    stuck: dict[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Swap:
    """One player changes places with each of the others."""

    me: int
    mine: int
    others: Ints
    theirs: Ints


_BYE, _NOWHERE = -1, -2


def swap_preview(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    player: PlayerId,
) -> dict[PlayerId, SwapChoice]:
    """For everybody else in the draw: "as good", "one more float", "met in round 2"."""
    state = desk.state(tournament_id)
    judged = judge(state, round)
    index = {each.id: i for i, each in enumerate(judged.view.players)}
    seats = _seats(state.tournament, round, index)
    me = index.get(player, -1)
    if me < 0 or seats.opponents[me] == _NOWHERE:
        raise InputError(f"{state.tournament.player(player).name} is not in the draw of round {round}")
    if me in seats.stuck:
        raise InputError(f"{judged.view.name(me)} cannot be moved: the board {seats.stuck[me]}")
    mine = int(seats.opponents[me])
    seated = np.flatnonzero(seats.opponents != _NOWHERE)
    others = seated[(seated != me) & (seated != mine)]
    swap = _Swap(me=me, mine=mine, others=others, theirs=seats.opponents[others])
    return _choices(state, judged, seats, swap)


def _seats(tournament: Tournament, number: int, index: dict[PlayerId, int]) -> _Seats:
    drawn = drawn_round(tournament, number)
    opponents = np.full(len(index), _NOWHERE, np.int64)
    stuck: dict[int, str] = {}
    for bye in drawn.byes:
        if bye.player in index:
            opponents[index[bye.player]] = _BYE
    for board in drawn.boards:
        i, j = index[board.white], index[board.black]
        opponents[i], opponents[j] = j, i
        if board.locked or board.result.known:
            stuck[i] = stuck[j] = "is locked" if board.locked else "has a result"
    return _Seats(opponents=opponents, stuck=stuck)


def _choices(state: State, judged: Judged, seats: _Seats, swap: _Swap) -> dict[PlayerId, SwapChoice]:
    view = judged.view
    parts = judged.priced.parts
    changes = [_change(part, swap) for part in parts]
    total = sum(changes, np.zeros(len(swap.others), np.int64))
    floats = _more_floats(view.groups, swap)
    bans = [(ban, ban.forbids(view)) for ban in judged.plan.bans]
    choices = {}
    for k, (other, there) in enumerate(zip(swap.others.tolist(), swap.theirs.tolist(), strict=True)):
        player = view.players[other].id
        if other in seats.stuck:
            choices[player] = SwapChoice(player=player, text=seats.stuck[other], possible=False)
            continue
        pairs = [pair for pair in ((swap.me, there), (other, swap.mine)) if min(pair) >= 0]
        text = (
            _ban_words(state.tournament, judged, bans, pairs)
            or _bye_words(judged, swap, other, there)
            or _change_words(
                judged, [(p, int(c[k])) for p, c in zip(parts, changes, strict=True)], int(floats[k]), pairs
            )
        )
        choices[player] = SwapChoice(player=player, text=text, cost=int(total[k]))
    return choices


def _change(part: Part, swap: _Swap) -> Ints:
    """What one rule's price becomes more by each swap."""
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


def _ban_words(
    tournament: Tournament, judged: Judged, bans: list[tuple[Ban, Flags]], pairs: list[Pair]
) -> str:
    view = judged.view
    for ban, forbidden in bans:
        for i, j in pairs:
            if not forbidden[i, j]:
                continue
            if ban.key != "never_met":
                return ban.explain(view, i, j)
            one, other = view.players[i], view.players[j]
            when = met_words(tournament, one.id, other.id, before=view.round)
            return f"{one.surname} and {other.surname} {when}"
    return ""


def _bye_words(judged: Judged, swap: _Swap, other: int, there: int) -> str:
    """Nobody should sit out twice."""
    for player, against in ((swap.me, there), (other, swap.mine)):
        if against == _BYE and judged.view.byes[player]:
            return f"{judged.view.players[player].surname} has had a bye"
    return ""


def _change_words(judged: Judged, changes: list[tuple[Part, int]], floats: int, pairs: list[Pair]) -> str:
    """The most important rule that fares otherwise."""
    for part, change in changes:
        if change == 0 or part.key in _MINOR:
            continue
        if part.key == "score":
            return _float_words(floats) or ("a wider gap" if change > 0 else "a smaller gap")
        if change < 0:
            return "better"
        kin = [pair for pair in pairs if part.deviation[pair]]
        if part.key == "geography" and kin:
            return kin_words(*(judged.view.players[i] for i in kin[0]))
        return _WORSE.get(part.key, f"worse by the rule '{part.key}'")
    return "as good"


def _float_words(more: int) -> str:
    if more == 0:
        return ""
    number = "one" if abs(more) == 1 else "two"
    noun = "float" if abs(more) == 1 else "floats"
    return f"{number} more {noun}" if more > 0 else f"{number} {noun} fewer"
