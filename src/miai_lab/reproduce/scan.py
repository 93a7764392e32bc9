"""One entry under every bar: the curves of document 5's figures 11 to 20, 21, 25 and 29."""

from functools import partial
from typing import NamedTuple

import numpy as np

from miai.domain.points import POINT
from miai.engine.bar.trial import MODEL, Trial
from miai.engine.kernel.event import PlayedRounds
from miai.engine.pairing.protocol import Floats, Ints
from miai.engine.pairing.simulation import BY_SCORE, Scheme, SimulatedField, simulate
from miai_lab.reproduce.named_tournaments import Named
from miai_lab.reproduce.readings import EVEN, Reading
from miai_lab.reproduce.study import ReproductionStudy


class AtBar(NamedTuple):
    """One bar: by grade, from the lowest that somebody has, then of the whole tournament.

    `peers` of all from a grade upwards; `opponents` ΔG; `scores` S; `tails` T_mid. All qualities are from
    0, the best, to 1.
    """

    peers: Floats
    opponents: Floats
    scores: Floats
    tails: Floats
    uneven: Floats
    handicap: Floats
    up_down: Floats
    colour_balance: Floats
    alternation: Floats
    rank_deviation: Floats
    unique: Floats


def scan(
    study: ReproductionStudy, named: Named, *, pairings: int, times: int, reading: Reading = EVEN
) -> AtBar:
    """Every bar from the lowest group up; arrays go by experiment, bar and, where it matters, grade."""
    items = [(seed, bar) for seed in study.seeds(times) for bar in named.groups]
    found = study.outcomes(partial(_at_bar, named, pairings, reading), items)
    shape = (times, len(named.groups))
    return AtBar(*(np.reshape(column, (*shape, *np.shape(column[0]))) for column in zip(*found, strict=True)))


def pooled(found: AtBar, parts: int, samples: int, seed: int) -> AtBar:
    """Experiments of so many parts, each drawn from all; what is largest or least needs them in full size."""
    chosen = np.random.default_rng(seed).integers(0, len(found.uneven), (samples, parts))
    return AtBar(*(values[chosen].mean(axis=1) for values in found))


def play_bar(
    named: Named, bar: int, pairings: int, seed: int, reading: Reading = EVEN
) -> tuple[Trial, PlayedRounds]:
    """An entry of an even number of players at a bar, with the score alone to pair by."""
    grades = tuple(sorted(named.grades, reverse=True))
    scheme = Scheme(rounds=named.rounds, bar=bar, pricing=BY_SCORE, head_starts=reading.head_starts)
    played = simulate(SimulatedField(grades=grades), scheme, MODEL, seed=seed, count=pairings)
    trial = Trial(
        grades=np.array(grades, np.int64),
        rounds=named.rounds,
        bar=bar,
        opponents=played.opponents,
        final=played.final,
        flawed=float((played.opponents < 0).any(axis=(1, 2)).mean()),
    )
    return trial, played


def _at_bar(named: Named, pairings: int, reading: Reading, item: tuple[int, int]) -> AtBar:
    seed, bar = item
    trial, played = play_bar(named, bar, pairings, seed, reading)
    mid = trial.mid_score(bar)
    gaps = (played.before - np.take_along_axis(played.before, played.opponents, axis=2)) / POINT
    return AtBar(
        peers=np.array([trial.peer_games(grade) for grade in named.groups]),
        opponents=np.array([trial.opponent_difference(grade) for grade in named.groups]),
        scores=np.array([trial.group_scores(grade).mean() for grade in named.groups]),
        tails=np.array([trial.tail(grade, mid) for grade in named.groups]),
        uneven=np.array((gaps != 0).mean()),
        handicap=np.array((np.abs(gaps) > 1).mean()),
        up_down=_balance(np.sign(gaps)),
        colour_balance=_balance(played.colours),
        alternation=np.array((played.colours[:, 1:] == played.colours[:, :-1]).mean()),
        rank_deviation=np.array(trial.rank_deviation()),
        unique=np.array(trial.unique_winner()),
    )


def _balance(sides: Floats | Ints) -> Floats:
    """How far players are from having as many of one as of the other, by rounds."""
    return np.array(np.abs(sides.sum(axis=1)).mean() / sides.shape[1])
