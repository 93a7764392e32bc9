"""The places of simulated tournaments by the event's own criteria, as far as they can be simulated.

What is still tied shares its places.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from miai.domain.points import POINT
from miai.kernel.arrays import Flags, Floats, Ints
from miai.kernel.event import PlayedRounds
from miai.pairing.event_simulation import EventNow
from miai.scoring.direct import by_direct_confrontation
from miai.scoring.scores import PlayerRound
from miai.scoring.tiebreaks import TIEBREAKS

_FIXED = ("cat", "rank", "rating")
_SCORES = {"mms": False, "nbw": True}
_DIRECT = "dc"
# Sums over opponents, and whether they count wins.
_SUMS = {
    "sosm": False, "sosw": True, "sososm": False, "sososw": True, "sodosm": False, "sodosw": True,
}  # fmt: skip
PLACED_BY = (*_FIXED, *_SCORES, _DIRECT, *_SUMS)
"""The criteria that simulated places know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOut:
    """Tournaments played to the end, by tournament, round from the first on, and player.

    An opponent below 0 is none; stones are given or, negative, received; `points` and `wins` are at the end,
    in quarters.
    """

    opponents: Ints
    stones: Ints
    won: Flags
    points: Ints
    wins: Ints
    rounds: int


def played_out(now: EventNow, rest: PlayedRounds, placed: Ints, rounds: int) -> PlayedOut:
    """What was played before the simulation and in it; `placed` are the stones of each size of a handicap."""
    left = rounds - now.after
    scores = np.concatenate((rest.before, rest.final[:, None]), axis=1)[:, : left + 1]
    number = {row: i for i, row in enumerate(now.rows)}
    history = [[now.table.rounds[row][k] for row in now.rows] for k in range(now.after)]

    def whole(before: Callable[[PlayerRound], int], later: Ints) -> Ints:
        shape = (len(later), now.after, len(now.rows))
        past = np.array([[before(each) for each in one] for one in history], np.int64).reshape(shape[1:])
        return np.concatenate((np.broadcast_to(past, shape), later[:, :left]), axis=1)

    opponents = whole(lambda each: number[each.opponent] if each.played else -1, rest.opponents)
    won = whole(lambda each: each.points >= POINT, (np.diff(scores, axis=1) >= POINT).astype(np.int64)) > 0
    final, wins = scores[:, left], scores[:, left]
    if not now.settings.by_wins:
        pending = scores[:, 0] - now.whole(now.table.points)
        later = (won & (opponents >= 0))[:, now.after :].sum(axis=1)
        wins = now.whole(now.table.wins) + pending + POINT * later
    return PlayedOut(
        opponents=opponents,
        stones=whole(lambda each: each.stones, rest.colours * placed[rest.handicaps]),
        won=won,
        points=final,
        wins=wins,
        rounds=rounds,
    )


def ranking(now: EventNow, played: PlayedOut) -> Ints:
    """A number by tournament and player, higher for a better place and equal for a shared one."""
    keys = [key for key in now.settings.criteria if key in PLACED_BY]
    values = {key: _values(now, played, key) for key in keys if key != _DIRECT}
    found = np.zeros_like(played.points)
    for at, key in enumerate(keys):
        if key == _DIRECT:
            following = [values[each] for each in keys[at + 1 :] if each != _DIRECT]
            found = _joined(found, _direct(played, found, following))
        else:
            found = _joined(found, values[key])
    return found


def _joined(ranks: Ints, values: Ints) -> Ints:
    """Ranks by what was counted before, and then by these values."""
    both = ranks * (int(np.ptp(values)) + 1) + (values - values.min())
    # Numbers in order, so that nothing grows too large.
    return np.unique(both, return_inverse=True)[1].reshape(ranks.shape)


def _values(now: EventNow, played: PlayedOut, key: str) -> Ints:
    if key in _FIXED:
        values = np.rint(now.chosen([float(value) for value in TIEBREAKS[key].compute(now.table)]))
        return np.broadcast_to(values.astype(np.int64), played.points.shape)
    if key in _SCORES:
        return _family(played, by_wins=_SCORES[key])
    return _sum(now, played, key)


def _family(played: PlayedOut, *, by_wins: bool) -> Ints:
    return played.wins if by_wins else played.points


def _sum(now: EventNow, played: PlayedOut, key: str) -> Ints:
    by_wins = _SUMS[key]
    own = _family(played, by_wins=by_wins)
    stones = np.zeros_like(played.stones) if by_wins else POINT * played.stones
    if key.startswith("sodos"):
        return _over_opponents(played, own, stones, counted=played.won)
    starts = np.zeros_like(now.view.starts) if by_wins or now.settings.by_wins else now.view.starts
    missing = played.rounds - (played.opponents >= 0).sum(axis=1)
    sos = _over_opponents(played, own, stones) + starts * missing
    if key.startswith("sosos"):
        sums = _over_opponents(played, sos, np.zeros_like(stones))
        return np.asarray(sums + starts * played.rounds * missing)
    return np.asarray(sos)


def _over_opponents(played: PlayedOut, values: Ints, more: Ints, counted: Flags | None = None) -> Ints:
    total = np.zeros_like(values)
    for r in range(played.opponents.shape[1]):
        opponents = played.opponents[:, r]
        met = opponents >= 0 if counted is None else (opponents >= 0) & counted[:, r]
        entry = np.take_along_axis(values, np.maximum(opponents, 0), axis=1) + more[:, r]
        total += np.where(met, entry, 0)
    return total


def _direct(played: PlayedOut, ranks: Ints, following: list[Ints]) -> Ints:
    """Who beat whom among the tied; without a game between them the criteria that follow decide."""
    found = np.zeros_like(ranks)
    opponents = np.maximum(played.opponents, 0)
    tied = np.take_along_axis(ranks[:, None], opponents, axis=2) == ranks[:, None]
    won = tied & (played.opponents >= 0) & played.won
    for t in np.flatnonzero(won.any(axis=(1, 2))).tolist():
        beaten: dict[int, set[int]] = {}
        for r, i in zip(*np.nonzero(won[t]), strict=True):
            beaten.setdefault(int(i), set()).add(int(opponents[t, r, i]))
        keys = list(zip(*(each[t].tolist() for each in following), strict=True)) or [()] * ranks.shape[1]
        for rank in {int(ranks[t, i]) for i in beaten}:
            group = np.flatnonzero(ranks[t] == rank).tolist()
            among = {a: beaten.get(a, set()) for a in group}
            for player, value in by_direct_confrontation(among, group, keys).items():
                found[t, player] = value
    return found


def shares_of_first(ranks: Ints) -> Floats:
    """Each player's part of the first place, by tournament."""
    best = ranks == ranks.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def place_chances(ranks: Ints) -> Floats:
    """How often each player has each place; a shared place is shared out evenly."""
    count, n = ranks.shape
    order = np.argsort(-ranks, axis=1, kind="stable")
    ranked = np.take_along_axis(ranks, order, axis=1)
    line = np.broadcast_to(np.arange(n), (count, n))
    new = np.ones((count, n), np.bool_)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    first = np.maximum.accumulate(np.where(new, line, 0), axis=1)
    last = np.minimum.accumulate(np.where(np.roll(new, -1, axis=1), line, n)[:, ::-1], axis=1)[:, ::-1]
    part = 1 / (last - first + 1)
    # What begins at the first of the shared places and ends behind the last, added up along the places.
    steps = np.zeros((n, n + 1))
    np.add.at(steps, (order, first), part)
    np.add.at(steps, (order, last + 1), -part)
    return np.asarray(np.clip(steps.cumsum(axis=1)[:, :n] / count, 0, 1))
