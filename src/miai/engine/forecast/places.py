"""The places of simulated tournaments by the event's own criteria.

What is still tied shares its places.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.points import POINT, Quarters
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance
from miai.engine.kernel.arrays import Floats, Ints
from miai.engine.kernel.criteria_of_games import Replayed
from miai.engine.pairing.event_replay import REPLAYED
from miai.engine.pairing.event_simulation import EventNow
from miai.engine.scoring.direct import DIRECT
from miai.engine.scoring.places import add_direct
from miai.engine.scoring.scores import PlayerRound

PLACED_BY = (*REPLAYED, *DIRECT)
"""The criteria that simulated places know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tournament:
    """One tournament as the criteria see it that compare tied players."""

    rounds: Sequence[Sequence[PlayerRound]]
    gotha: bool


def placing_keys(now: EventNow) -> tuple[str, ...]:
    """The criteria of the event whose values are needed for places."""
    return tuple(key for key in now.settings.criteria if key in REPLAYED)


def ranking(now: EventNow, replayed: Replayed) -> Ints:
    """A number by tournament and player, higher for a better place and equal for a shared one.

    The values are those of `placing_keys`.
    """
    order = [key for key in now.settings.criteria if key in PLACED_BY]
    values = dict(zip(placing_keys(now), np.moveaxis(replayed.values, 1, 0), strict=True))
    ranks = np.zeros(replayed.values.shape[::2], np.int64)
    between: list[int] | None = None
    for key in order:
        if key in DIRECT:
            between = _with_games_between_tied(ranks, replayed) if between is None else between
        else:
            ranks = _joined(ranks, values[key])
    if between:
        past = _past(now)
        for t in between:
            known: dict[str, Sequence[float]] = {key: values[key][t].tolist() for key in values}
            add_direct(_tournament(now, past, replayed, t), order, known)
            lines = list(zip(*(known[key] for key in order), strict=True))
            number = {line: k for k, line in enumerate(sorted(set(lines)))}
            ranks[t] = [number[line] for line in lines]
    return ranks


def _joined(ranks: Ints, values: Floats) -> Ints:
    """Ranks by what was counted before, and then by these values."""
    step, distinct = np.unique(values, return_inverse=True)
    both = ranks * len(step) + distinct.reshape(ranks.shape)
    # Numbers in order, so that nothing grows too large.
    return np.asarray(np.unique(both, return_inverse=True)[1].reshape(ranks.shape))


def _with_games_between_tied(ranks: Ints, replayed: Replayed) -> list[int]:
    """The tournaments in which two who are tied have met."""
    opponents = np.maximum(replayed.opponents, 0)
    tied = np.take_along_axis(ranks[:, None], opponents, axis=2) == ranks[:, None]
    found: list[int] = np.flatnonzero((tied & (replayed.opponents >= 0)).any(axis=(1, 2))).tolist()
    return found


def _past(now: EventNow) -> list[list[PlayerRound]]:
    """The rounds that were played before the simulation, of the players as the view numbers them."""
    number = {row: i for i, row in enumerate(now.rows)}

    def numbered(each: PlayerRound) -> PlayerRound:
        return replace(each, opponent=number[each.opponent]) if each.played else each

    return [[numbered(each) for each in now.table.rounds[row]] for row in now.rows]


def _tournament(now: EventNow, past: list[list[PlayerRound]], replayed: Replayed, t: int) -> _Tournament:
    opponents, results = replayed.opponents[t].T.tolist(), replayed.results[t].T.tolist()

    def rounds_of(i: int) -> list[PlayerRound]:
        simulated = map(_game, opponents[i], results[i])
        return [
            later if k >= now.after or (past[i][k].played and not past[i][k].result.known) else past[i][k]
            for k, later in enumerate(simulated)
        ]

    return _Tournament(rounds=[rounds_of(i) for i in range(len(past))], gotha=now.table.gotha)


def _game(opponent: int, won: int) -> PlayerRound:
    """A simulated round, of which colours no longer matter."""
    if opponent < 0:
        return PlayerRound(attendance=Attendance.ABSENT)
    result = Result.WHITE_WINS if won == POINT else Result.BLACK_WINS
    return PlayerRound(attendance=Attendance.PLAYS, opponent=opponent, result=result, points=Quarters(won))


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
